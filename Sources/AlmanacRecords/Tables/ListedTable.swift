import Databases
import StructuredQueries

/// A table as it is listed, shown and edited: its columns, and a style.
///
/// Immutable and shared: copies cost nothing.
public final class ListedTable: Sendable {
  /// The name, as the schema has it.
  public let name: String
  /// The names of all columns, in their order.
  public let columns: [String]
  /// What tells its records apart.
  public let identity: TableShape.Identity
  /// How it is listed, shown and edited.
  public let style: TableStyle
  /// The columns of the identity, quoted.
  let identityColumns: [String]
  /// What a `ListedRow` is read from: the identity, then all other columns, quoted. A view that can't be read has none that are
  /// known: then SQLite says why it can't.
  let listedColumns: [String]
  /// Where the value of each column stands among these.
  let cellFields: [Int]
  /// The cells of real numbers that the file computes when they are read.
  let computedReals: [Int]
  /// What the file says about the values of its columns.
  let hints: TableHints
  /// What the columns of all tables of its file mean.
  let meanings: FileMeanings

  /// Makes a table with a style that is written by hand.
  public convenience init(_ name: String, columns: [String], identity: TableShape.Identity, style: TableStyle) {
    self.init(name, columns: columns, identity: identity, style: style, hints: TableHints(), meanings: FileMeanings())
  }

  init(
    _ name: String, columns: [String], identity: TableShape.Identity, style: TableStyle, hints: TableHints,
    meanings: FileMeanings
  ) {
    (self.name, self.columns, self.identity, self.style) = (name, columns, identity, style)
    (self.hints, self.meanings) = (hints, meanings)
    identityColumns = identity.columns.map(\.quotedName)
    var listed = StatementColumns()
    listed.add(identityColumns)
    cellFields = listed.add(columns.map(\.quotedName))
    computedReals = columns.indices.filter { style.computedReals.contains(columns[$0]) }
    listedColumns = listed.names.isEmpty ? ["*"] : listed.names
  }

  /// Whether no statement can read the columns of a record beside its rowid: then each record is looked up by that.
  var isReadByRowID: Bool { listedColumns.count > StatementColumns.most }

  /// The usual order of the list.
  public var order: ListOrder { style.orders[0] }

  /// Where the value of a column stands among the cells of a listed row. Traps where there is no such column.
  public func cell(of column: String) -> Int {
    guard let index = columns.firstIndex(of: column) else {
      preconditionFailure("\(name) has no column \(column): name one of \(columns).")
    }
    return index
  }

  /// The columns that have no order and stand behind that of one order and before that of the next one.
  public func unsortedColumns(between order: ListOrder, and next: ListOrder) -> [String] {
    let first = order.column == self.order.column ? 0 : (columns.firstIndex(of: order.column) ?? -1) + 1
    let end = next == self.order ? columns.count : columns.firstIndex(of: next.column) ?? columns.count
    return first < end ? columns[first..<end].filter { style.unknownCollations[$0] != nil } : []
  }

  /// Whether a name means this table, as SQLite compares names.
  public func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

  /// Whether VACUUM may give the records other rowids: these identify them, and are no column.
  public var hasLooseRowIDs: Bool { identity.isLoose(in: columns) }

  /// Whether what identified a record of `old` identifies one of this table, which has taken its place. Content does only
  /// while it is of the same columns.
  public func sharesIdentities(with old: ListedTable) -> Bool { identity != .none || columns == old.columns }

  /// Whether a record that is not there under its identity any more may be there under another one.
  public var hasPassingIdentities: Bool { hasLooseRowIDs || identity == .none }

  /// Whether the list shows what tells a record from the others.
  public var isKeyListed: Bool { !identity.columns.isEmpty && identity.columns.allSatisfy(columns.contains) }

  /// The table in SQL.
  var quoted: String { name.quotedTable }

  /// The table for a `FROM` that counts all rows: SQLite counts those of the smallest index, even if it can't use that.
  var counted: String { style.hasUnusableIndex ? "\(quoted) NOT INDEXED" : quoted }

  /// The columns that tell whether a search finds a record: none, where it finds every one.
  func columns(testedBy search: SearchQuery) -> [String] { search.isEmpty ? [] : style.searchedColumns }

  /// The table, or of its rows only the candidates, for a `FROM`.
  func rows(among candidates: QueryFragment?) -> QueryFragment {
    guard let candidates else { return "\(raw: quoted)" }
    // CROSS JOIN keeps SQLite from walking the table and asking for each row whether it is a candidate.
    return "(\(candidates)) CROSS JOIN \(raw: quoted) ON \(raw: identityColumns[0]) = candidate"
  }
}

extension ListedTable: Hashable {
  public static func == (a: ListedTable, b: ListedTable) -> Bool {
    // As SQLite compares names: two strings may be equal in Swift, and name two tables or columns.
    a === b
      || a.name.utf8.elementsEqual(b.name.utf8) && a.columns.elementsEqual(b.columns) { $0.utf8.elementsEqual($1.utf8) }
        && a.identity == b.identity && a.style == b.style && a.hints == b.hints
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
