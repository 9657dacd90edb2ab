// From record to record without going back to the list.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct NeighbourScenes {
  @Test(
    "CIT-26: Ctrl-N and Ctrl-P go to the next and the previous record of the list, in its order, and stop at its ends")
  func neighbours() async throws {
    try await fileScene(
      "CREATE TABLE Town(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO Town VALUES (1, 'Ulm'), (2, 'Ahlen'), (3, 'Bonn')"
    ) { scene in
      try await scene.press("L,s,g,l")
      #expect(scene.line(0).contains("› Town 2"), "\(scene.lines)")
      try await scene.press("C-n")
      #expect(scene.line(0).contains("› Town 3"), "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("name  Bonn") }, "\(scene.lines)")
      try await scene.press("C-n,C-n,C-n")
      #expect(scene.line(0).contains("› Town 1"), "\(scene.lines)")
      try await scene.press("C-p,Esc")
      #expect(scene.cursorRow == "3  Bonn")
    }
  }

  @Test("CIT-26: at the end of the loaded rows the next record opens when its row has come: none is passed over")
  func unloadedRows() async throws {
    let sql =
      "CREATE TABLE N(id INTEGER PRIMARY KEY); "
      + "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) INSERT INTO N SELECT i FROM n"
    try await fileScene(sql) { scene in
      try await scene.press("l")
      for id in 2...90 {
        try await scene.press("C-n")
        #expect(scene.line(0).contains("› N \(id) "), "\(scene.lines)")
      }
      try await scene.pressAtOnce(Array(repeating: "C-n", count: 150).joined(separator: ","))
      #expect(scene.line(0).contains("› N 240 "), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.cursorRow == "240")
    }
  }

  @Test("CIT-26: behind a record that another program has deleted, the next one is the one after it")
  func goneRecord() async throws {
    try await fileScene("CREATE TABLE N(id INTEGER PRIMARY KEY); INSERT INTO N VALUES (1), (2), (3), (4)") { scene in
      try await scene.press("j,l")
      try await scene.outside("DELETE FROM N WHERE id = 2")
      try await scene.press("C-n")
      #expect(scene.line(0).contains("› N 3 "), "\(scene.lines)")
    }
  }

  @Test("CIT-26: in an open row of a query's result too, where Ctrl-N names the query otherwise")
  func rowsOfResults() async throws {
    try await fileScene("CREATE TABLE N(id INTEGER PRIMARY KEY); INSERT INTO N VALUES (1), (2)") { scene in
      try await scene.press("!,type:SELECT id * 10 AS ten FROM N ORDER BY 1,Enter,l")
      #expect(scene.lines.contains { $0.contains("ten  10") }, "\(scene.lines)")
      try await scene.press("C-n")
      #expect(scene.lines.contains { $0.contains("ten  20") }, "\(scene.lines)")
    }
  }
}
