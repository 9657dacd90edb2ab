// A copy that another program keeps current by writing pages, without SQLite's count of commits.
import AlmanacFeatures
import Databases
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct CopiedPagesScenes {
  private static let schema = """
    CREATE TABLE _litestream_seq(id INTEGER PRIMARY KEY, seq INTEGER); INSERT INTO _litestream_seq VALUES (1, 5);
    CREATE VIEW late AS SELECT name FROM zebra; CREATE VIEW _late AS SELECT name FROM zebra;
    CREATE TABLE zebra(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO zebra VALUES (1, 'Ann'), (2, 'Bob');
    """

  private func copy(_ sql: String, _ scene: Scene) async throws {
    try await PageCopy(sql, into: scene.path).write()
    await scene.run.settle()
  }

  @Test(
    "REAL-50: the list, its count, a record and a search follow pages that are copied past the count of commits",
    arguments: ["delete", "wal"])
  func followed(_ journal: String) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 8), journal: journal) { scene in
      try await copy("UPDATE zebra SET name = 'Anna' WHERE id = 1; INSERT INTO zebra VALUES (3, 'Cid')", scene)
      #expect(scene.line(0).contains("zebra 3") && scene.line(0).hasSuffix(" live"), "\(scene.lines)")
      let names = ["Anna", "Bob", "Cid"]
      #expect(scene.list.prefix(3).map { line in names.first(where: line.contains) } == names, "\(scene.lines)")
      try await scene.press("/,type:Ann,Enter")
      try await copy("UPDATE zebra SET name = 'Ann Lee' WHERE id = 2", scene)
      let found = ["Anna", "Ann Lee"]
      #expect(scene.list.prefix(2).map { line in found.first(where: line.contains) } == found, "\(scene.lines)")
    }
  }

  @Test("LRG-12: C and Changes seen have the rows that were copied past the count of commits, as one commit each time")
  func changes() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 12), journal: "delete") { scene in
      try await copy("UPDATE zebra SET name = 'Anna' WHERE id = 1", scene)
      try await copy("DELETE FROM zebra WHERE id = 2; INSERT INTO zebra VALUES (3, 'Cid')", scene)
      try await scene.press("C")
      let found = scene.list.prefix(4).map { line in
        line.split(separator: " ").filter { !["▌", "now", "+", "·", "another"].contains($0) }.joined(separator: " ")
      }
      #expect(
        found == [
          "▾ 12:00:00 1 added, 1 deleted in zebra", "zebra 3 Cid", "zebra 2 - Bob", "zebra 1 ~ name Ann → Anna",
        ], "\(scene.lines)")
      try await scene.press("Esc,g,Enter")
      #expect(scene.lines.contains { $0.contains("now  ~ name Ann → Anna  another program") }, "\(scene.lines)")
    }
  }

  @Test("REAL-50: a copy that Litestream keeps in WAL mode is not live, and the doctor says what to do")
  func kept() async throws {
    func beginning(_ journal: String) async throws -> (state: String, doctor: [String]) {
      var found: (String, [String]) = ("", [])
      try await fileScene(
        Self.schema, size: Size(width: 140, height: 12), journal: journal,
        beforeOpening: { try Data().write(to: URL(filePath: $0 + "-txid")) }
      ) { scene in
        let state = scene.line(0).split(separator: " ").suffix(2).joined(separator: " ")
        try await scene.press(":,type:doctor,Enter")
        found = (state, scene.lines)
      }
      return found
    }
    let kept = try await beginning("wal")
    #expect(kept.state == "not live", "\(kept)")
    #expect(
      kept.doctor.contains { $0.contains("End the programs that have it open, this one too; then run sqlite3 FILE") },
      "\(kept.doctor)")
    #expect(try await beginning("delete").state.hasSuffix(" live"))
  }

  @Test("REAL-50: tables and views whose names begin with a low line come last in the tabs")
  func tabs() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 8)) { scene in
      let words = scene.line(0).split(separator: " ").filter {
        ["zebra", "late", "_late", "_litestream_seq"].contains($0)
      }
      #expect(words == ["zebra", "late", "_late", "_litestream_seq"], "\(scene.lines)")
    }
  }
}
