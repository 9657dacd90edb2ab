// The table macros in use: columns, keys, drafts, options.

public import StructuredQueries
import TestSupport
import Testing

/// Every option in one table.
@Table("all options") public struct Options: Hashable, Sendable {
  @Column("a key", primaryKey: true) public let key: String
  public var count = 3
  public var ratio = -1.5, name = "x"
  public var isOn = true { didSet { changes += 1 } }
  public var mood: Mood
  public var note: String?
  public var bytes: [UInt8]
  @Column(generated: true) public var total: Int
  var `default`: Int = 1
  @Ephemeral public var changes = 0
  public static let limit = 5
  public var twice: Int { count * 2 }
  lazy var later = 5
}

public enum Mood: String, QueryBindable, Sendable { case calm, merry }

/// A table without a key has no draft.
@Table struct Keyless {
  var left: Int
  var right: Int
}

@Table struct Composite {
  @Column(primaryKey: false) let id: Int
  let other: Int
}

@Suite(.recordsIssues) struct TableMacroTests {
  @Test func columnsAndKeys() {
    #expect(
      Options.TableColumns.columnNames
        == ["a key", "count", "ratio", "name", "isOn", "mood", "note", "bytes", "total", "default"])
    #expect(
      Options.TableColumns.writableColumnNames
        == ["a key", "count", "ratio", "name", "isOn", "mood", "note", "bytes", "default"])
    #expect(
      Options.TableColumns.writableColumnList
        == #""a key", "count", "ratio", "name", "isOn", "mood", "note", "bytes", "default""#)
    #expect(Options.primaryKeyName == "a key")
    #expect(Options.queryColumnCount == 10)
    #expect(
      Options.find("k").select(\.default).query.sql
        == #"SELECT "all options"."default" FROM "all options" WHERE "all options"."a key" = ?"#)
    #expect(
      Keyless.select { ($0.left, $0.right) }.query.sql
        == #"SELECT "keylesses"."left", "keylesses"."right" FROM "keylesses""#)
    #expect(
      Composite.insert { Composite(id: 1, other: 2) }.query.sql
        == #"INSERT INTO "composites" ("id", "other") VALUES (?, ?)"#)
  }

  @Test func draftsTakeDefaults() {
    let draft = Options.Draft(mood: .merry, bytes: [1])
    #expect(draft.key == nil && draft.count == 3 && draft.ratio == -1.5 && draft.name == "x" && draft.isOn)
    let insert = Options.insert { draft }
    #expect(
      insert.query
        == QueryFragment(
          """
          INSERT INTO "all options" ("count", "ratio", "name", "isOn", "mood", "note", "bytes", "default") \
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            .integer(3), .real(-1.5), .text("x"), .integer(1), .text("merry"), .null, .blob([1]), .integer(1),
          ]))
    #expect(Options.where { $0.mood == .calm }.query.bindings == [.text("calm")])
  }
}

/// All public: its decoder is inlinable.
@Table public struct Open: Hashable {
  public let id: Int
  public var title: String
}

@Selection public struct OpenSelection {
  public let open: Open?
  public let count: Int
}
