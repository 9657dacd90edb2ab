// Two random files. One may be a changed copy of the other.
import Foundation
import Harnesses
import TestSupport

/// Makes two files with random tables and rows.
struct RandomPair {
  private var random: SeededGenerator
  private var tables: [Table] = []
  private var isUTF8 = true
  private var isOneEncoding = true

  private struct Table {
    var name: String
    var columns: [String]
    var definition: String
  }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<T>(_ choices: [T]) -> T { choices.randomElement(using: &random)! }
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private static let values = [
    "NULL", "NULL", "0", "1", "2", "3", "1.0", "-1.5", "9223372036854775807", "1e300", "'a'", "'A'", "'a '", "'b'",
    "''",
    "'é'", "'it''s'", "'one' || char(10) || 'two'", "x'00ff'", "x''", "x'61'", "'🙂'", "char(0) || 'x'", "'10'",
    "printf('%.*c', 900, 'x')",
  ]

  private mutating func value() -> String {
    if chance(50) { return String(Int.random(in: 0..<40, using: &random)) }
    // SQLite itself replaces it in another encoding.
    if isOneEncoding, chance(3) { return "char(65535)" }
    if isUTF8, chance(3) { return "CAST(x'61ff' AS TEXT)" }
    return pick(Self.values)
  }

  private mutating func column(_ name: String) -> String {
    let type = pick(["", " TEXT", " INTEGER", " REAL", " BLOB", " NUMERIC"])
    return name + type + pick(["", "", " COLLATE NOCASE", " COLLATE RTRIM"])
  }

  private mutating func makeTable(_ number: Int) -> [String] {
    let name = pick(["t", "Table ", "s\"t"]) + String(number)
    let quoted = "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    let (a, b, c) = (column("a"), column("b"), column("c"))
    var columns = ["a", "b", "c"]
    var definition: String
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      definition = "(id INTEGER PRIMARY KEY, \(a), \(b), \(c))"
      columns.insert("id", at: 0)
    case 1:
      definition = "(id INTEGER PRIMARY KEY AUTOINCREMENT, \(a), \(b), \(c) UNIQUE)"
      columns.insert("id", at: 0)
    case 2: definition = "(\(a) PRIMARY KEY, \(b), \(c))"
    case 3: definition = "(\(a), \(b), \(c), PRIMARY KEY (b, a))"
    case 4: definition = "(\(a), \(b), \(c), PRIMARY KEY (c, a)) WITHOUT ROWID"
    case 5: definition = "(\(a) PRIMARY KEY, \(b), \(c), d AS (typeof(a)), e AS (coalesce(c, 0)) STORED) WITHOUT ROWID"
    case 6: definition = "(a INTEGER PRIMARY KEY, b TEXT COLLATE NOCASE, c ANY) STRICT"
    case 7: definition = "(\(a), \(b), \(c), UNIQUE (a))"
    default: definition = "(\(a), \(b), \(c))"
    }
    definition = "CREATE TABLE \(quoted)\(definition)"
    tables.append(Table(name: quoted, columns: columns, definition: definition))
    var schema = [definition]
    if chance(30) {
      let parts = pick(["(b)", "(b, c)", "(abs(b), a)", "(c)", "(b) WHERE a > 1", "(c) WHERE b IS NULL"])
      schema.append("CREATE UNIQUE INDEX i\(number) ON \(quoted)\(parts)")
    }
    if chance(30) {
      schema.append(
        """
        CREATE TRIGGER r\(number) AFTER \(pick(["INSERT", "DELETE", "UPDATE"])) ON \(quoted)
        BEGIN INSERT INTO log(text) VALUES ('\(number)'); END
        """)
    }
    if chance(20) { schema.append("CREATE VIEW v\(number) AS -- all\n SELECT a FROM \(quoted)") }
    return schema
  }

  private mutating func change() -> String {
    let table = pick(tables)
    if chance(60) {
      let values = table.columns.map { $0 == "id" && chance(60) ? "NULL" : value() }
      return
        "INSERT OR IGNORE INTO \(table.name)(\(table.columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }
    let condition = "\(pick(table.columns)) \(pick(["IS", ">", "<"])) \(value())"
    if chance(40) { return "DELETE FROM \(table.name) WHERE \(condition)" }
    return "UPDATE OR IGNORE \(table.name) SET \(pick(table.columns)) = \(value()) WHERE \(condition)"
  }

  private mutating func fill(_ connection: RawConnection, changes: Int) throws {
    // A change that breaks a rule changes nothing.
    for _ in 0..<changes { try? connection.run(change()) }
  }

  /// Makes the files.
  mutating func make(_ old: String, _ new: String) throws {
    let isCopy = chance(50)
    let encodings =
      isCopy
      ? [pick(["UTF-8", "UTF-8", "UTF-16le", "UTF-16be"])]
      : [pick(["UTF-8", "UTF-16le"]), pick(["UTF-8", "UTF-16be"])]
    isOneEncoding = Set(encodings).count == 1
    isUTF8 = encodings.allSatisfy { $0 == "UTF-8" }
    let settings =
      "PRAGMA page_size = \(pick([512, 1024, 4096])); PRAGMA auto_vacuum = \(pick([0, 0, 1])); PRAGMA synchronous = OFF"
    var schema = ["CREATE TABLE log(text)"]
    for number in 1...Int.random(in: 1...4, using: &random) { schema += makeTable(number) }
    if chance(25) { schema.append("CREATE VIRTUAL TABLE found USING fts5(body)") }
    try fill(old, encodings[0], settings, schema)
    if isCopy {
      if chance(70) {
        try FileManager.default.copyItem(atPath: old, toPath: new)
      } else {
        try RawConnection.run("VACUUM INTO '\(new)'", on: old)
      }
      let connection = try RawConnection(new)
      try connection.run("PRAGMA synchronous = OFF")
      try fill(connection, changes: Int.random(in: 0..<30, using: &random))
      if chance(20) {
        try? connection.run("CREATE TABLE more(x PRIMARY KEY, y); INSERT INTO more VALUES (1, 2), (NULL, 3)")
      }
      if chance(20) { try? connection.run("ALTER TABLE \(pick(tables).name) ADD COLUMN extra DEFAULT 7") }
      if chance(10) { try? connection.run("DROP TABLE \(pick(tables).name)") }
      if chance(20) { try? connection.run("INSERT INTO found VALUES ('one two')") }
      if chance(20) { try connection.run("VACUUM") }
    } else {
      if chance(30) { schema.remove(at: Int.random(in: 1..<schema.count, using: &random)) }
      try fill(new, encodings[encodings.count - 1], settings, schema)
    }
  }

  private mutating func fill(_ path: String, _ encoding: String, _ settings: String, _ schema: [String]) throws {
    let connection = try RawConnection(path)
    try connection.run("PRAGMA encoding = '\(encoding)'; \(settings); PRAGMA journal_mode = MEMORY")
    for statement in schema { try? connection.run(statement) }
    try fill(connection, changes: Int.random(in: 0..<80, using: &random))
    try? connection.run("INSERT INTO found VALUES ('three'), ('four')")
    try connection.run("PRAGMA journal_mode = \(pick(["DELETE", "WAL"]))")
  }
}
