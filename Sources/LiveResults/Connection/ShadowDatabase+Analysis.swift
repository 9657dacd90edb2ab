// Questions about SQL that SQLite answers: collations, affinities, plans.

import Databases

extension ShadowDatabase {
  private struct Operation {
    var opcode: String
    var keyInfo: String
    var flags: Int
  }

  /// The program that SQLite makes of a statement.
  private func program(of sql: String) throws -> [Operation] {
    var program: [Operation] = []
    try database.runOnce("EXPLAIN " + sql) {
      program.append(Operation(opcode: $0.text(1), keyInfo: $0.text(5), flags: $0.integer(6)))
    }
    return program
  }

  /// The collations of a key in a program, like `k(2,B,-NOCASE)`. Throws `NotKept` if one is not SQLite's own.
  private func collations(inKey key: String, count: Int) throws -> [Collation] {
    guard key.hasPrefix("k("), key.hasSuffix(")") else { throw NotKept("a collation that SQLite does not tell") }
    let parts = key.dropFirst(2).dropLast().split(separator: ",", omittingEmptySubsequences: false).dropFirst()
    guard parts.count >= count else { throw NotKept("a collation that SQLite does not tell") }
    return try parts.prefix(count).map { part in
      // A minus is for DESC, N. for NULLS LAST.
      var name = part.drop { $0 == "-" }
      if name.hasPrefix("N.") { name = name.dropFirst(2) }
      guard let collation = Collation(name: String(name)) else { throw NotKept("the collation \(name)") }
      guard let binaryOfFile else { return collation }
      // SQLite would convert texts to UTF-8 for another collation, and invalid ones in a way that depends on its version.
      guard collation == .binary else { throw NotKept("the collation \(name) of texts in UTF-16") }
      return binaryOfFile
    }
  }

  /// The collation by which an expression over a FROM clause is compared. One at a time: SQLite leaves a constant out of
  /// a key.
  func collation(of expression: String, from: String) throws -> Collation {
    let program = try program(of: "SELECT 1 FROM \(from) ORDER BY +(\(expression))")
    guard let sorter = program.first(where: { $0.opcode == "SorterOpen" }) else { return .binary }
    return try collations(inKey: sorter.keyInfo, count: 1)[0]
  }

  /// The collation of each column of a query.
  func outputCollations(_ sql: String, width: Int) throws -> [Collation] {
    let nulls = Array(repeating: "NULL", count: width).joined(separator: ", ")
    return try compoundCollations("SELECT * FROM (\(sql)) UNION SELECT \(nulls)", width: width)
  }

  /// The collation of each column of a compound: that of the first part that has one.
  func compoundCollations(_ sql: String, width: Int) throws -> [Collation] {
    for operation in try program(of: sql) where operation.opcode == "OpenEphemeral" {
      if operation.keyInfo.hasPrefix("k(\(width),") { return try collations(inKey: operation.keyInfo, count: width) }
    }
    throw NotKept("a collation that SQLite does not tell")
  }

  /// A column of a query, as a table that keeps its values must declare it.
  struct OutputColumn {
    var name: String
    /// The type that has the column's affinity; empty for none.
    var type: String
    /// How a table converts values that are stored in it.
    var affinity: Affinity { Affinity(declaredType: type, isStrict: false) }
    /// Whether it has an affinity, if only BLOB. A text is compared with a column without one as it is.
    var hasAffinity: Bool
  }

  /// The columns of a query.
  func outputColumns(_ sql: String) throws -> [OutputColumn] {
    let name = "live_columns_\(nextSerial())"
    try database.runOnce("CREATE TEMP TABLE \(name) AS SELECT * FROM (\(sql)) LIMIT 0")
    var columns: [(name: String, type: String)] = []
    try database.runOnce("PRAGMA temp.table_info(\(name))") { columns.append(($0.text(1), $0.text(2))) }
    try database.runOnce("DROP TABLE temp.\(name)")
    let names = columns.indices.map { "c\($0)" }.joined(separator: ", ")
    return try columns.enumerated().map { index, column in
      // Both kinds have no type. They differ in how SQLite compares them with a column of texts.
      let codes = try ["t", "b"].map { probe in
        let comparison =
          "WITH q(\(names)) AS (\(sql)) SELECT q.c\(index) < probe.\(probe) FROM q, temp.almanac_live_probe AS probe"
        return try program(of: comparison).filter { ["Lt", "Gt", "Le", "Ge", "Eq", "Ne"].contains($0.opcode) }
          .map { "\($0.opcode) \($0.flags)" }.sorted()
      }
      return OutputColumn(
        name: column.name, type: column.type, hasAffinity: !column.type.isEmpty || codes[0] == codes[1])
    }
  }

  /// Whether a statement's plan goes through all rows of one of these aliases.
  func scans(_ sql: String, anyOf aliases: [String]) throws -> Bool {
    let starts = aliases.map { "SCAN \($0) ".lowercasedASCII }
    var isScan = false
    try database.runOnce("EXPLAIN QUERY PLAN " + sql) { row in
      let step = row.text(3).lowercasedASCII + " "
      if starts.contains(where: step.hasPrefix) { isScan = true }
    }
    return isScan
  }

  /// The most keys of one change that are asked for one by one: for more of them, reading all costs less. `scans`: asking
  /// for one key reads a whole table.
  static func mostKeys(scans: Bool) -> Int { scans ? 20 : 20_000 }
}
