// The private connection of a query, with the shadow tables in addition to the file's tables.

import CSQLite
import Databases

/// A connection that reads the file, and answers questions about SQL.
///
/// A *shadow* of a table is a temporary table with the same declaration, so with the same affinities and collations. A
/// table has two: `temp."-t"` for rows that are gone, and `temp."+t"` for rows that have come.
final class ShadowDatabase {
  let database: Database
  let policy: QueryPolicy
  private var tables: [String: BaseTable] = [:]
  private var definitions: [String: (name: String, sql: String, isWithoutRowID: Bool)] = [:]
  /// The names of all tables, in lower case.
  private(set) var tableNames: Set<String> = []
  /// The definitions of the views, by name in lower case.
  private(set) var views: [String: String] = [:]
  /// How BINARY compares the file's texts if they are UTF-16; nil for UTF-8.
  private(set) var binaryOfFile: Collation?
  /// Functions that return one value for many rows.
  private(set) var aggregates: Set<String> = []
  /// Functions whose value may differ at each call.
  private(set) var volatileFunctions: Set<String> = []
  private var shadowed: Set<String> = []
  private var serial = 0
  /// Is called with the number of rows read so far, now and then.
  var progress: (@Sendable (Int) -> Void)?
  private var readCount = 0
  /// The operations of SQLite's virtual machine so far, in queries and in writing shadows.
  private(set) var work = 0
  /// The most that `work` may become; nil: any.
  var workLimit: Int?

  /// Takes a connection of its own, and reads the schema. Call inside a transaction.
  init(_ database: Database, _ policy: QueryPolicy) throws {
    (self.database, self.policy) = (database, policy)
    try database.internalRows("PRAGMA main.encoding") { row in
      binaryOfFile = ["UTF-16le": .binaryUTF16LE, "UTF-16be": .binaryUTF16BE][row.text(0)]
    }
    try readFunctions()
    try readSchema()
  }

  /// Settings that SQLite takes only outside of transactions, and statistics for the shadows.
  static func prepare(_ database: Database) throws {
    for setting in ["foreign_keys=OFF", "ignore_check_constraints=ON"] { try database.runOnce("PRAGMA \(setting)") }
    // ANALYZE makes the table of statistics. Without a line in it the planner takes a shadow for a large table.
    try database.runOnce("CREATE TEMP TABLE almanac_live_probe(x, t TEXT, b BLOB)")
    try database.runOnce("INSERT INTO temp.almanac_live_probe VALUES(1, 1, 1)")
    try database.runOnce("ANALYZE temp.almanac_live_probe")
  }

  private func readFunctions() throws {
    try database.internalRows("SELECT lower(name), type, flags & 2048 FROM pragma_function_list") { row in
      if row.text(1) == "s" {
        if row.integer(2) == 0 { volatileFunctions.insert(row.text(0)) }
      } else {
        aggregates.insert(row.text(0))
      }
    }
    volatileFunctions.subtract([
      "sqlite_version", "sqlite_source_id", "sqlite_compileoption_get", "sqlite_compileoption_used",
    ])
  }

  private func readSchema() throws {
    var isWithoutRowID: [String: Bool] = [:]
    try database.internalRows("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'") {
      isWithoutRowID[$0.text(0)] = $0.integer(1) != 0
    }
    var hasTrimmingCollation = false
    try database.internalRows("SELECT type, name, sql FROM main.sqlite_schema WHERE type IN ('table', 'view')") { row in
      let (name, key, sql) = (row.text(1), row.text(1).lowercasedASCII, row.text(2))
      if row.text(0) == "view" {
        views[key] = sql
      } else {
        tableNames.insert(key)
        if let isWithoutRowID = isWithoutRowID[name], !key.hasPrefix("sqlite_") {
          definitions[key] = (name, sql, isWithoutRowID)
        }
      }
      if sql.uppercasedASCII.holds("RTRIM") { hasTrimmingCollation = true }
    }
    // A Bloom filter of SQLite 3.40 loses rows of a join under this collation.
    if hasTrimmingCollation { try database.runOnce("PRAGMA automatic_index=OFF") }
  }

  /// The table of a name in lower case; nil if it has no shadows, because a module or SQLite keeps it.
  func table(_ key: String) -> BaseTable? {
    if let known = tables[key] { return known }
    guard let (name, sql, isWithoutRowID) = definitions[key] else { return nil }
    let table = try? BaseTable(name, definition: sql, isWithoutRowID: isWithoutRowID, database)
    tables[key] = table
    return table
  }

  // MARK: Statements

  /// A number that no other call gets.
  func nextSerial() -> Int {
    repeat {
      serial += 1
    } while ["stack", "groups", "columns"].contains { tableNames.contains("live_\($0)_\(serial)") }
    return serial
  }

  /// The number of rows between two reports of progress.
  private static let progressStep = 1_000

  /// Runs a query and calls `body` with each row, as long as it returns true. Throws `TooMuchWork` beyond the limit.
  func eachWhile(_ sql: String, _ values: [ExactValue] = [], _ body: (Tuple) throws -> Bool) throws {
    try database.withStatement(sql) { statement in
      defer { work += statement.takeWork() }
      for (index, value) in values.enumerated() { try statement.bind(exactly: value, at: index + 1) }
      while try statement.step() {
        readCount += 1
        if readCount % Self.progressStep == 0 {
          progress?(readCount)
          work += statement.takeWork()
        }
        try checkWork()
        guard try body((0..<statement.columnCount).map(statement.exactValue)) else { return }
      }
    }
  }

  /// Runs a query and calls `body` with each row.
  func each(_ sql: String, _ values: [ExactValue] = [], _ body: (Tuple) throws -> Void) throws {
    try eachWhile(sql, values) { row in
      try body(row)
      return true
    }
  }

  /// The rows of a query.
  func rows(_ sql: String, _ values: [ExactValue] = []) throws -> [Tuple] {
    var rows: [Tuple] = []
    try each(sql, values) { rows.append($0) }
    return rows
  }

  /// Runs a statement of this module.
  func run(_ sql: String, _ values: [ExactValue] = []) throws {
    try database.internalRows(sql, exactly: values) { _ in }
  }

  /// Runs a statement of this module with the values of each row.
  func run(_ sql: String, rows: some Sequence<Tuple>) throws {
    try database.withStatement(sql) { statement in
      defer { work += statement.takeWork() }
      for row in rows {
        for (index, value) in row.enumerated() { try statement.bind(exactly: value, at: index + 1) }
        while try statement.step() {}
      }
    }
    try checkWork()
  }

  private func checkWork() throws {
    if let workLimit, work > workLimit { throw TooMuchWork() }
  }

  /// Whether SQLite compiles a statement.
  func compiles(_ sql: String) -> Bool { (try? database.problem(compiling: sql)) == .some(nil) }

  /// The number of columns of a query.
  func width(_ sql: String) throws -> Int {
    try database.withStatement("SELECT * FROM (\(sql)) LIMIT 0") { $0.columnCount }
  }

  /// The value of an expression, as SQL writes it.
  func quotedValue(_ expression: String) throws -> String {
    var text = ""
    try database.runOnce("SELECT quote(\(expression))") { text = $0.text(0) }
    return text
  }

  // MARK: Shadows

  /// The name of a table's shadow, in SQL.
  static func shadow(_ sign: Sign, of name: String) -> String { "temp." + (sign.rawValue + name).quotedName }

  /// Makes the shadows of a table, once. Throws `NotKept` if SQLite alone can't make them.
  func makeShadows(of table: BaseTable) throws {
    guard !shadowed.contains(table.key) else { return }
    guard Sign.allCases.allSatisfy({ !tableNames.contains($0.rawValue + table.key) }) else {
      throw NotKept("a table with the name of a shadow")
    }
    do {
      for sign in Sign.allCases {
        let rest = table.declaration
        try database.runOnce("CREATE TEMP TABLE \((sign.rawValue + table.name).quotedName) \(rest)")
        try noteSmall(sign.rawValue + table.name, hasRowIDs: !table.isWithoutRowID)
      }
    } catch let error as DatabaseError where error.primaryCode == SQLITE_ERROR {
      throw NotKept("the definition of the table \(table.name)")
    }
    shadowed.insert(table.key)
    try loadStatistics()
  }

  /// Tells the planner that a temporary table has one row.
  func noteSmall(_ name: String, hasRowIDs: Bool = true) throws {
    try run("INSERT INTO temp.sqlite_stat1 VALUES(?, NULL, '1')", [.text(name)])
    if !hasRowIDs { try run("INSERT INTO temp.sqlite_stat1 VALUES(?1, ?1, '1 1')", [.text(name)]) }
  }

  /// Makes the planner read the statistics.
  func loadStatistics() throws { try database.runOnce("ANALYZE temp.sqlite_schema") }

  /// Puts the net change of the shadowed tables into the shadows. Returns which have rows.
  func fillShadows(_ change: NetChange) throws -> ChangedTables {
    var changed: ChangedTables = [:]
    for (key, net) in change.tables where shadowed.contains(key) {
      guard let table = tables[key] else { continue }
      let rowIDName = net.table.hasLooseRowIDs ? table.rowIDName : nil
      let places = net.table.columns.indices.filter {
        let column = net.table.columns[$0]
        return !net.table.generated.contains(column) && !net.table.dropped.contains(column)
      }
      let names = [rowIDName].compactMap(\.self) + places.map { net.table.columns[$0].quotedName }
      let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
      for sign in Sign.allCases {
        let sql =
          "INSERT INTO \(Self.shadow(sign, of: table.name))(\(names.joined(separator: ", "))) VALUES(\(marks))"
        let rows = net.rows.lazy.filter { $0.old != $0.new }.compactMap { row -> Tuple? in
          guard let values = sign == .minus ? row.old : row.new else { return nil }
          return (rowIDName == nil ? [] : [.integer(row.rowID ?? 0)]) + places.map { values[$0] }
        }
        if rows.isEmpty { continue }
        try run(sql, rows: rows)
        changed[key, default: []].insert(sign)
      }
    }
    return changed
  }

  /// Empties the shadows.
  func clearShadows(_ changed: ChangedTables) throws {
    for (key, signs) in changed {
      guard let table = tables[key] else { continue }
      for sign in signs { try run("DELETE FROM \(Self.shadow(sign, of: table.name))") }
    }
  }
}

/// The values of a row.
typealias Tuple = [ExactValue]
