// A list that has only a window of its rows loaded, against a plain array of all rows.
import AlmanacRecords
import Foundation
import Terminals
import TestSupport
import Testing

/// A list that has all its rows loaded.
struct PlainList {
  var ids: [Int]
  var height: Int
  var cursor = 0
  var top = 0

  mutating func press(_ key: String) {
    switch key {
    case "Down": cursor = min(cursor + 1, ids.count - 1)
    case "Up": cursor = max(cursor - 1, 0)
    case "Home": (cursor, top) = (0, 0)
    case "End": (cursor, top) = (ids.count - 1, ids.count)
    case "PgDn": page(height)
    case "PgUp": page(-height)
    case "C-d": page(height / 2)
    case "C-u": page(-(height / 2))
    default: fatalError("\(key)")
    }
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    top = max(0, min(top, ids.count - height))
  }

  private mutating func page(_ lines: Int) {
    cursor = max(0, min(cursor + lines, ids.count - 1))
    top = max(0, min(top + lines, ids.count - height))
  }

  /// Another program deletes a record: its neighbour takes its line.
  mutating func delete(_ id: Int) {
    guard let index = ids.firstIndex(of: id) else { return }
    let line = cursor - top
    ids.remove(at: index)
    if index < cursor { cursor -= 1 }
    cursor = max(0, min(cursor, ids.count - 1))
    top = max(0, min(cursor - line, ids.count - height))
  }

  /// Another program adds a record at the top: the cursor stays on its record and its line.
  mutating func add(_ id: Int) {
    let line = cursor - top
    ids.insert(id, at: 0)
    cursor += 1
    top = max(0, min(cursor - line, ids.count - height))
  }

  var visible: [Int] { Array(ids[top..<min(top + height, ids.count)]) }
}

@Suite(.recordsIssues, .container)
@MainActor
struct NavigationOracleTests {
  nonisolated static let seeds: [UInt64] = {
    let count = ProcessInfo.processInfo.environment["ALMANAC_SEEDS"].flatMap(Int.init) ?? 4
    return (1...UInt64(count)).map { $0 }
  }()
  nonisolated static let keys = ["Down", "Up", "PgDn", "PgUp", "C-d", "C-u", "PgDn", "PgUp", "Home", "End"]

  /// The IDs on the screen, and the one under the cursor.
  private func shown(_ scene: Scene) -> (ids: [Int], cursor: Int?) {
    func id(_ row: String) -> Int? {
      row.split(whereSeparator: { " ▌+~".contains($0) }).first.flatMap { Int($0) }
    }
    return (scene.list.compactMap(id), scene.list.first { $0.hasPrefix(" ▌") }.flatMap(id))
  }

  /// Whether the search line shows the true place of the cursor, or no place.
  private func isPlaceTrue(_ scene: Scene, _ plain: PlainList) -> Bool {
    let text = scene.line(1).split(separator: " ").last ?? ""
    guard text.contains("/"), text != "search" else { return true }
    return text.filter { $0 != "," } == "\(plain.cursor + 1)/\(plain.ids.count)"
  }

  @Test(arguments: seeds) func randomKeys(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    try await scene(Content.facts(3000)) { scene in
      try await expect(PlainList(ids: (1...3000).reversed(), height: 19), 120, &random, on: scene)
    }
  }

  @Test(arguments: seeds) func randomKeysFasterThanRows(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed &* 77)
    try await scene(Content.facts(3000)) { scene in
      var plain = PlainList(ids: (1...3000).reversed(), height: 19)
      for step in 0..<25 {
        let keys = (0..<Int.random(in: 1...20, using: &random)).map { _ in Self.keys.randomElement(using: &random)! }
        try await scene.pressAtOnce(keys.joined(separator: ","))
        for key in keys { plain.press(key) }
        let shown = shown(scene)
        guard shown.ids == plain.visible, shown.cursor == plain.ids[plain.cursor], isPlaceTrue(scene, plain) else {
          Issue.record("step \(step), \(keys): \(shown) is not \(plain.visible) with \(plain.ids[plain.cursor])")
          return
        }
      }
    }
  }

  @Test(arguments: seeds) func randomKeysWhileOthersWrite(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed &* 991)
    try await scene(Content.facts(1000)) { scene in
      var plain = PlainList(ids: (1...1000).reversed(), height: 19)
      var next = 1001
      for step in 0..<80 {
        let what: String
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let id = plain.visible.randomElement(using: &random)!
          what = "DELETE FROM facts WHERE id = \(id)"
          try await scene.outside(what)
          plain.delete(id)
        case 1 where plain.top > 0:
          what = "INSERT INTO facts(id, body) VALUES (\(next), 'Fact \(next)')"
          try await scene.outside(what)
          plain.add(next)
          next += 1
        default:
          what = Self.keys.randomElement(using: &random)!
          try await scene.press(what)
          plain.press(what)
        }
        let shown = shown(scene)
        guard shown.ids == plain.visible, shown.cursor == plain.ids[plain.cursor], isPlaceTrue(scene, plain) else {
          Issue.record("step \(step), \(what): \(shown) is not \(plain.visible) with \(plain.ids[plain.cursor])")
          return
        }
      }
    }
  }

  /// Tables whose first column on the screen is a number, and the order of their lists in SQL.
  nonisolated static let kindsOfKey: [(columns: String, order: String)] = [
    ("m INTEGER PRIMARY KEY, a)", "m"),
    ("m, a)", "rowid"),
    ("m TEXT PRIMARY KEY, a)", "rowid"),
    ("m INTEGER PRIMARY KEY DESC, a)", "rowid"),
    ("m, rowid)", "_rowid_"),
    ("m TEXT PRIMARY KEY, a) WITHOUT ROWID", "m"),
    ("m, a, PRIMARY KEY (a, m DESC)) WITHOUT ROWID", "a, m"),
    // The list has the order of the table.
    ("m, rowid, _rowid_ DEFAULT 1, oid DEFAULT 1)", ""),
    ("m NOT NULL, rowid NOT NULL, _rowid_ DEFAULT 1, oid DEFAULT 1, PRIMARY KEY (rowid, m))", "`rowid`, m"),
  ]

  @Test("ANY-02: each kind of key, Home, End and pages in both directions and orders", arguments: kindsOfKey)
  func everyKindOfKey(columns: String, order: String) async throws {
    var random = SeededGenerator(seed: UInt64(columns.utf8.count))
    let table = """
      CREATE TABLE t(\(columns);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO t SELECT i * 37 % 301, i % 7\(columns.contains("oid") ? ", 1, 1" : "") FROM n
      """
    try await fileScene(table) { scene in
      let sorted = try scene.rows("SELECT m FROM t\(order.isEmpty ? "" : " ORDER BY \(order)")").compactMap { Int($0) }
      for (turn, ids) in [("Home", sorted), ("S,Home", order.isEmpty ? sorted : sorted.reversed())] {
        try await scene.press(turn)
        try await expect(PlainList(ids: ids, height: 19), 60, &random, on: scene)
      }
    }
  }

  @Test("ANY-02: of records that nothing tells apart, each is passed once, also where they are equal")
  func equalRecords() async throws {
    var random = SeededGenerator(seed: 9)
    let table = """
      CREATE TABLE t(m, rowid, _rowid_, oid);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO t SELECT CASE WHEN i BETWEEN 100 AND 400 THEN 100 ELSE i END, NULL, 1, 1 FROM n
      """
    try await fileScene(table) { scene in
      try await expect(
        PlainList(ids: (1...600).map { (100...400).contains($0) ? 100 : $0 }, height: 19), 120, &random, on: scene)
    }
  }

  /// Presses `count` keys, and compares the screen with a plain list after each.
  private func expect(
    _ list: PlainList, _ count: Int, _ random: inout SeededGenerator, on scene: Scene
  ) async throws {
    var plain = list
    for step in 0..<count {
      let key = Self.keys.randomElement(using: &random)!
      try await scene.press(key)
      plain.press(key)
      let shown = shown(scene)
      guard shown.ids == plain.visible, shown.cursor == plain.ids[plain.cursor], isPlaceTrue(scene, plain) else {
        Issue.record(
          """
          step \(step), \(key): \(shown) is not \(plain.visible) with \(plain.ids[plain.cursor]), \(plain.cursor + 1):           \(scene.line(1))
          """)
        return
      }
    }
  }
}
