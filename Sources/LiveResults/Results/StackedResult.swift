// A subquery that is kept as a result of its own, in a temporary table.

import Databases

/// A subquery, view or common table expression in FROM that is not linear. Its result is a table for the query around
/// it, and the change of its result is a change of that table.
final class StackedResult {
  /// The name of its table, under which its changes are reported.
  let key: String
  let plan: Plan
  private let shadows: ShadowDatabase
  private let columns: [ShadowDatabase.OutputColumn]
  /// A name of the table's rowid that no column has.
  private let rowID: String
  /// The rowids of each row in the table.
  private var places: [Tuple: [Int]] = [:]
  private var lastPlace = 0

  init(_ plan: Plan, names: [String]?, _ shadows: ShadowDatabase) throws {
    (self.plan, self.shadows) = (plan, shadows)
    key = "live_stack_\(shadows.nextSerial())"
    var columns = try shadows.outputColumns(plan.sql)
    let collations = try shadows.outputCollations(plan.sql, width: columns.count)
    if let names {
      guard names.count == columns.count else { throw NotKept("a list of columns of another length") }
      for (index, name) in names.enumerated() { columns[index].name = name }
    }
    guard Set(columns.map(\.name.lowercasedASCII)).count == columns.count else {
      throw NotKept("two columns of one name in a subquery")
    }
    self.columns = columns
    let taken = columns.map(\.name.lowercasedASCII)
    guard let rowID = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) else {
      throw NotKept("columns with all names of a rowid")
    }
    self.rowID = rowID
    switch plan.query {
    case let rows as DistinctRows: rows.isRead = true
    case let rows as GroupRows: rows.isRead = true
    default: break
    }
    let declarations = zip(columns, collations).map { column, collation in
      "\(column.name.quotedName) \(column.type) COLLATE \(collation.name)"
    }
    for name in [key] + Sign.allCases.map({ $0.rawValue + key }) {
      try shadows.database.runOnce("CREATE TEMP TABLE \(name.quotedName)(\(declarations.joined(separator: ", ")))")
      if name != key { try shadows.noteSmall(name) }
    }
    try shadows.loadStatistics()
  }

  /// The table in SQL: the result, or one side of its change. A column without an affinity is given back as an
  /// expression, which has none either.
  func reference(_ sign: Sign?) -> String {
    let table = sign.map { ShadowDatabase.shadow($0, of: key) } ?? "temp." + key.quotedName
    guard columns.contains(where: { !$0.hasAffinity }) else { return table }
    let outputs = columns.map { column in
      let name = column.name.quotedName
      return "\(column.hasAffinity ? "" : "+")\(name) AS \(name)"
    }
    return "(SELECT \(outputs.joined(separator: ", ")) FROM \(table))"
  }

  private func insert(_ rows: [Tuple], into table: String) throws {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    try shadows.run("INSERT INTO \(table) VALUES(\(marks))", rows: rows)
  }

  /// A UNION may have a text in a column of numbers, which the table would convert.
  private func requireUnconverted(_ rows: [Tuple]) throws {
    let affinities = columns.map(\.affinity)
    for row in rows { try row.requireUnconverted(by: affinities) }
  }

  /// Adds rows to the result's table, under rowids that no row has had.
  private func add(_ rows: [Tuple]) throws {
    try requireUnconverted(rows)
    let names = ([rowID] + columns.map(\.name.quotedName)).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    let numbered = rows.map { row -> Tuple in
      lastPlace += 1
      places[row, default: []].append(lastPlace)
      return [.integer(lastPlace)] + row
    }
    try shadows.run("INSERT INTO temp.\(key.quotedName)(\(names)) VALUES(\(marks))", rows: numbered)
  }

  private func remove(_ rows: [Tuple]) throws {
    let removed = try rows.map { row -> Tuple in
      guard let place = places[row]?.popLast() else { throw ResultMismatch() }
      if places[row]?.isEmpty == true { places[row] = nil }
      return [.integer(place)]
    }
    try shadows.run("DELETE FROM temp.\(key.quotedName) WHERE \(rowID) = ?", rows: removed)
  }

  /// Reads the result.
  func fill() throws {
    try plan.fill()
    try shadows.run("DELETE FROM temp.\(key.quotedName)")
    places = [:]
    try add(plan.rows().map(\.values))
  }

  /// Takes in the changes that the shadows hold. Returns on which sides the result itself has changed.
  func step(_ changed: ChangedTables) throws -> Set<Sign> {
    let change = try plan.step(changed).weights
    var signs: Set<Sign> = []
    for sign in Sign.allCases {
      let rows = change.flatMap { row, weight in
        Array(repeating: row.values, count: max(0, weight * sign.weight))
      }
      if rows.isEmpty { continue }
      signs.insert(sign)
      try insert(rows, into: ShadowDatabase.shadow(sign, of: key))
      if sign == .plus { try add(rows) } else { try remove(rows) }
    }
    return signs
  }

  /// Empties the shadows of its table.
  func clear() throws {
    for sign in Sign.allCases { try shadows.run("DELETE FROM \(ShadowDatabase.shadow(sign, of: key))") }
    for stack in plan.stacks { try stack.clear() }
  }
}
