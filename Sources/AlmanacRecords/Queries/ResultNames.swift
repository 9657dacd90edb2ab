// The table of a result, in SQL and as a list.

import Databases
import LiveResults

/// The names of the table of a result, and the statements that write it.
struct ResultNames: Sendable {
  /// The name of the table. Each run of a query has a table of its own.
  let table: String
  /// The titles of the result's columns.
  let titles: [String]
  /// The column with the id of a row, and the one with its number in the order of the result. The list shows neither.
  let id: String
  let place: String

  init(number: Int, titles: [String]) {
    (table, self.titles) = ("result \(number)", titles)
    let taken = Set(titles.map(\.lowercasedASCII))
    func free(_ name: String) -> String {
      var name = name
      while taken.contains(name) { name = "_" + name }
      return name
    }
    (id, place) = (free("id"), free("place"))
  }

  private var columns: [String] { titles.map(\.quotedName) }

  /// The statements that make the table. A column has no type, so that it changes no value.
  var schema: String {
    let names = columns.map { ", " + $0 }.joined()
    return """
      CREATE TABLE \(table.quotedName)(\(id.quotedName) INTEGER PRIMARY KEY, \(place.quotedName) INTEGER\(names));
      CREATE INDEX \((table + " order").quotedName) ON \(table.quotedName)(\(place.quotedName));
      """
  }

  /// Adds a row: its id, its number, its values.
  var insertion: String {
    "INSERT INTO \(table.quotedName) VALUES(\(Array(repeating: "?", count: titles.count + 2).joined(separator: ", ")))"
  }
  /// Gives the row with an id a number and values.
  var update: String {
    let settings = ([place.quotedName] + columns).enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    return "UPDATE \(table.quotedName) SET \(settings) WHERE \(id.quotedName) = ?1"
  }
  /// Gives the row with an id a number.
  var renumbering: String {
    "UPDATE \(table.quotedName) SET \(place.quotedName) = ?2 WHERE \(id.quotedName) = ?1"
  }
  var deletion: String { "DELETE FROM \(table.quotedName) WHERE \(id.quotedName) = ?" }
  var numbering: String { "SELECT \(place.quotedName) FROM \(table.quotedName) WHERE \(id.quotedName) = ?" }

  /// The table as a list. `rows`: the first rows of the result, which tell what has numbers.
  func listed(with rows: [ResultRow]) -> ListedTable {
    let key = ListOrder.Term(id, isNullable: false)
    var usual = ListOrder([ListOrder.Term(place, isNullable: false), key])
    usual.title = "the query's own order"
    let isOfNumbers = titles.indices.map { column in
      let values = rows.lazy.map { $0.values[column] }.filter { $0 != .null }
      return !values.isEmpty && values.allSatisfy(\.isNumber)
    }
    let refusal = "The result of a query can't be changed itself."
    return ListedTable(
      table, columns: titles, identity: .rowID(id),
      style: TableStyle(
        title: "the result", noun: "row",
        listColumns: zip(titles, isOfNumbers).map { title, isOfNumbers in
          ColumnStyle(
            title, of: title, alignment: isOfNumbers ? .trailing : .leading, weight: isOfNumbers ? 0 : 1,
            isSearched: true)
        },
        detailColumns: titles.map { DetailStyle($0, of: $0) },
        orders: [usual] + titles.map { ListOrder([ListOrder.Term($0), key], isIndexed: false) },
        editing: .none(refusal, toggle: refusal),
        search: TableSearch(columns: Array(titles.prefix(StatementColumns.most - 1))),
        limits: TableLimits(leavesColumnsOut: true), isDerived: true, keepsColumnsTogether: true),
      hints: TableHints(columns: titles.map { ColumnHints($0, type: "") }, isSampled: true), meanings: FileMeanings())
  }
}
