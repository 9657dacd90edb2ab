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

  @Test("CIT-26: held down, it passes the rows that are loaded, each record once, also if typed at once")
  func held() async throws {
    try await fileScene(
      "CREATE TABLE N(id INTEGER PRIMARY KEY); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) INSERT INTO N SELECT i FROM n"
    ) { scene in
      try await scene.press("l")
      try await scene.pressAtOnce(Array(repeating: "C-n", count: 321).joined(separator: ","))
      #expect(scene.line(0).contains("› N 322"), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.cursorRow == "322")
    }
  }
}
