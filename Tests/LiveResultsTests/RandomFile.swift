// Random tables, rows and commits.

import Databases
import TestSupport

/// Random choices that can be repeated.
struct Choices {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension String {
  var inQuotes: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

/// Two to four tables with columns of every affinity and collation, and random changes of their rows.
struct RandomFile {
  struct Table {
    var name: String
    var columns: [String]
    /// The columns that statements write.
    var stored: [String]
    var key: String?
    var hasRowIDs: Bool
  }

  var choices: Choices
  private(set) var tables: [Table] = []
  private(set) var schema = ""
  private(set) var hasView = false

  private static let types = [
    "INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB", "", "TEXT COLLATE NOCASE", "COLLATE NOCASE", "TEXT COLLATE RTRIM",
    "INT",
    "VARCHAR(9)", "DECIMAL(5,2)",
  ]

  init(seed: UInt64) {
    choices = Choices(seed: seed)
    for index in 0..<choices.number(2...4) { addTable(index) }
    if choices.chance(50) {
      let table = choices.pick(tables)
      schema += "CREATE VIEW vv(p, q) AS SELECT \(table.columns[0].inQuotes), \(table.columns.last!.inQuotes) "
      schema += "FROM \(table.name.inQuotes) WHERE \(table.columns[0].inQuotes) IS NOT \(literal());\n"
      hasView = true
    }
  }

  private mutating func addTable(_ index: Int) {
    let name = choices.pick(["t\(index)", "T \(index)", "or\"d\(index)"])
    let names = choices.chance(70) ? ["a", "b", "c", "d"] : ["a", "x\(index)", "y\(index)", "B c"]
    var stored = Array(names.prefix(choices.number(2...4)))
    var definitions = stored.map { "\($0.inQuotes) \(choices.pick(Self.types))" }
    let kind = choices.pick(["rowid", "integer", "integer", "key", "two keys", "unique"])
    switch kind {
    case "integer": definitions.insert("id INTEGER PRIMARY KEY\(choices.pick(["", " AUTOINCREMENT"]))", at: 0)
    case "key":
      definitions.insert("id \(choices.pick(["INTEGER", "TEXT", "TEXT COLLATE NOCASE"])) PRIMARY KEY", at: 0)
    case "two keys": definitions = ["id INT", "k TEXT"] + definitions + ["PRIMARY KEY(id, k)"]
    case "unique": definitions.insert("id INTEGER UNIQUE", at: 0)
    default: break
    }
    if kind != "rowid" { stored.insert("id", at: 0) }
    if kind == "two keys" { stored.insert("k", at: 1) }
    var columns = stored
    if choices.chance(15) {
      definitions.insert(
        "g AS (coalesce(\(names[0].inQuotes), '') || 'g') \(choices.pick(["STORED", "VIRTUAL"]))", at: stored.count)
      columns.append("g")
    }
    let hasRowIDs = !kind.hasPrefix("key") && kind != "two keys"
    schema +=
      "CREATE TABLE \(name.inQuotes)(\(definitions.joined(separator: ", ")))\(hasRowIDs ? "" : " WITHOUT ROWID");\n"
    for column in columns where choices.chance(35) {
      schema += "CREATE INDEX \("i\(index)\(column)".inQuotes) ON \(name.inQuotes)(\(column.inQuotes));\n"
    }
    tables.append(
      Table(name: name, columns: columns, stored: stored, key: kind == "rowid" ? nil : "id", hasRowIDs: hasRowIDs))
  }

  /// Whether SQLite's automatic indexes may lose rows of a join: its Bloom filters ignore RTRIM.
  var needsNoAutomaticIndex: Bool { schema.contains("RTRIM") }

  mutating func value() -> String {
    switch choices.below(100) {
    case 0..<12: "NULL"
    case 12..<50: "\(choices.number(-1...6))"
    case 50..<65: choices.pick(["0.5", "1.5", "2.0", "-0.25", "3.75", "5.0", "0.1", "0.3"])
    case 65..<95:
      choices.pick([
        "'a'", "'A'", "'b'", "'B '", "'5'", "'5.0'", "'abc'", "''", "' '", "'é'", "'3x'", "'1e1'", "'Z'", "'ā'", "'～'",
        "'😀'",
      ])
    default: choices.pick(["x'61'", "x''", "x'35'"])
    }
  }

  mutating func literal() -> String {
    switch choices.below(100) {
    case 0..<5: "NULL"
    case 5..<50: "\(choices.number(-1...6))"
    case 50..<85: choices.pick(["'a'", "'A'", "'b'", "'5'", "'b '", "'abc'", "x'61'"])
    default: choices.pick(["0.5", "2.0", "5.0", "1.5"])
    }
  }

  /// A statement that changes a row or a few.
  mutating func change(_ table: Table, onlyInserts: Bool = false) -> String {
    let name = table.name.inQuotes
    let kind = onlyInserts ? "insert" : choices.pick(["insert", "insert", "update", "update", "delete", "replace"])
    switch kind {
    case "insert", "replace":
      let values = table.stored.map { $0 == "id" && choices.chance(90) ? "\(choices.number(0...30))" : value() }
      return "INSERT OR \(kind == "replace" ? "REPLACE" : "IGNORE") INTO \(name)"
        + "(\(table.stored.map(\.inQuotes).joined(separator: ", "))) VALUES(\(values.joined(separator: ", ")))"
    default:
      let column = choices.pick(table.stored)
      let key = choices.pick(table.stored).inQuotes
      let place = "FROM \(name) LIMIT 1 OFFSET \(choices.below(9))"
      let condition =
        table.hasRowIDs && choices.chance(80) ? "rowid = (SELECT rowid \(place))" : "\(key) IS (SELECT \(key) \(place))"
      if kind == "delete" { return "DELETE FROM \(name) WHERE \(condition)" }
      let value = column == "id" ? "\(choices.number(0...30))" : value()
      return "UPDATE OR IGNORE \(name) SET \(column.inQuotes) = \(value) WHERE \(condition)"
    }
  }

  /// The statements of a commit.
  mutating func commit() -> [String] {
    let first = choices.pick(tables)
    let changed = choices.chance(60) ? [first] : [first, choices.pick(tables)]
    var statements: [String] = []
    for _ in 0..<choices.pick([1, 1, 2, 3, 6, 12]) { statements.append(change(choices.pick(changed))) }
    if choices.chance(2) { statements.append("DELETE FROM \(first.name.inQuotes)") }
    return statements
  }
}
