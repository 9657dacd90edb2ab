// Reading CREATE TABLE statements, and small decisions that need no file.

import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct DeclarationTests {
  @Test(
    "CHG-10: how many columns a primary key has",
    arguments: [
      ("CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID", 1),
      ("CREATE TABLE t(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID", 2),
      ("CREATE TABLE t(a, b, CONSTRAINT k PRIMARY KEY (\"a\" DESC, [b] COLLATE nocase)) WITHOUT ROWID", 2),
      ("CREATE TABLE t(a, b, PRIMARY KEY(a, A, b ASC)) WITHOUT ROWID", 2),
      ("CREATE TABLE t(\"primary\" TEXT DEFAULT 'PRIMARY KEY(a, b)', k INT NOT NULL PRIMARY KEY) WITHOUT ROWID", 1),
      ("CREATE TABLE t /* (PRIMARY KEY */ (a, -- , PRIMARY KEY(a)\n b CHECK (b IN (1, 2)), PRIMARY KEY(b, a))", 2),
      ("CREATE TABLE t(a, b, UNIQUE(a) PRIMARY KEY(a, b)) WITHOUT ROWID", 2),
      ("CREATE TABLE t(a, b, CHECK (a > (b)) CONSTRAINT k PRIMARY KEY(b) UNIQUE(a, b)) WITHOUT ROWID", 1),
      ("CREATE TABLE t(a, key, CHECK (key > 1))", nil),
      ("CREATE TABLE t(a, b)", nil),
    ] as [(String, Int?)])
  func primaryKeys(sql: String, count: Int?) { #expect(TableDeclaration(sql).primaryKeyCount == count) }

  @Test("CHG-03: a renamed table has the same declaration but for its name")
  func renamed() {
    let old = TableDeclaration("CREATE TABLE t(a, b)")
    #expect(old.isAlikeButForName(TableDeclaration("CREATE TABLE \"u, v\"(a, b)")))
    #expect(!old.isAlikeButForName(TableDeclaration("CREATE TABLE u(a, c)")))
    #expect(!old.isAlikeButForName(TableDeclaration("CREATE TABLE u(a, b, c)")))
  }

  @Test("CHG-02: groups of commits keep the counter, also where it begins again")
  func groups() {
    let groups = CommitGroups(count: 5, startCounter: .max - 1, limit: 2) { $0 != 0 }
    #expect(groups.wanted == [true, false, true, true, true])
    #expect(groups.size == 2)
    #expect([0, 1, 2, 4].map(groups.end) == [1, 2, 4, 5])
    #expect(groups.counter(after: 3) == 1)
  }

  @Test("CHG-10: values are equal when their bytes are")
  func equality() {
    #expect(RecordValue.real(0.0) != .real(-0.0))
    #expect(RecordValue.real(1) != .integer(1))
    #expect(RecordValue.text([]) != .blob([]))
    #expect(Set<RecordValue>([.null, .integer(0), .real(0), .real(-0.0), .text([]), .blob([])]).count == 6)
  }

  @Test("CHG-08: a map of pages has room for any number")
  func pageMap() {
    let map = PageMap()
    map[.max] = 7
    map[0] = 1
    map[5_000_000] = 0
    #expect([map[.max], map[0], map[.max - 1], map[5_000_000], map[1 << 20]] == [7, 1, 0, 0, 0])
    map.removeAll()
    #expect(map[.max] == 0)
  }

  /// Each chunk of pages stores each number only once: numbers are added, shared by several pages and removed many
  /// times.
  @Test("CHG-08: a map of pages has what was put into it last", arguments: [3, 40, 100_000] as [UInt32])
  func pageMapOracle(mostNumbers: UInt32) {
    var generator = SeededGenerator(seed: UInt64(mostNumbers))
    let map = PageMap()
    var known: [UInt32: UInt32] = [:]
    for _ in 0..<20_000 {
      let page = UInt32.random(in: 0..<400, using: &generator)
      known[page] = .random(in: 0...mostNumbers, using: &generator)
      map[page] = known[page]!
    }
    #expect((0..<400).allSatisfy { map[$0] == known[$0] ?? 0 })
  }
}
