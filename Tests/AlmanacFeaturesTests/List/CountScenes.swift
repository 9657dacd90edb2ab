// The count on the tab and the rows below it, while other programs write.
import Activities
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct CountScenes {
  /// The first lines of a frame whose count of facts differs from the greatest ID in its rows; `nil` if they agree.
  /// Facts are numbered from 1 on and none is deleted, so the newest one on the screen shows how many there were.
  private func disagreement(_ screen: [String]) -> String? {
    let title = screen[0].split(separator: " ").map(String.init)
    guard let place = title.firstIndex(of: "Facts"), let count = Int(title[place + 1].filter { $0 != "," }) else {
      return nil
    }
    let newest = screen[3...].lazy.compactMap { line in
      line.split(whereSeparator: { " ▌+".contains($0) }).first.flatMap { Int($0) }
    }.first
    return newest == count ? nil : screen[0] + screen[3]
  }

  @Test("in each frame the count matches the rows, even if there are writes between the reads")
  func countsAgree() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(500), trace: gate.trace) { scene in
      var wrong: [String] = []
      scene.terminal.onFrame = { [terminal = scene.terminal] in
        if let difference = disagreement(terminal.screen) { wrong.append(difference) }
      }
      for id in stride(from: 501, to: 516, by: 3) {
        // Our own commit is known at once; its rows are held back, and another program commits meanwhile.
        gate.close("DESC LIMIT")
        try await scene.connection.write { db in try db.execute("INSERT INTO facts(id, body) VALUES (\(id), 'own')") }
        await gate.arrival()
        await scene.frames.settled()
        try RawConnection.run("INSERT INTO facts(id, body) VALUES (\(id + 1), 'outside')", on: scene.path)
        gate.open()
        // The count of another tab changes in the same frame.
        try await scene.outside(
          """
          BEGIN; INSERT INTO facts(id, body) VALUES (\(id + 2), 'outside');
          INSERT INTO users(name, email) VALUES ('User \(id)', '\(id)@example.org'); COMMIT
          """)
        #expect(scene.line(0).contains(" 1 Facts \(id + 2) "))
      }
      #expect(wrong == [])
    }
  }

  @Test("the hits of a search are counted with its rows if all rows are loaded")
  func hitsAgree() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(500), trace: gate.trace) { scene in
      try await scene.press("/,type:fact 49,Enter")
      #expect(scene.line(1).hasSuffix(" 15 of 500"))
      var wrong: [String] = []
      scene.terminal.onFrame = { [terminal = scene.terminal] in
        let rows = terminal.screen[3..<22].count { !$0.isEmpty }
        if !terminal.screen[1].contains(" \(rows) of ") { wrong.append(terminal.screen[1]) }
      }
      for id in 501...503 {
        try await scene.outside("INSERT INTO facts(id, body) VALUES (\(id), 'Fact 49')")
        #expect(scene.line(1).hasSuffix(" \(id - 485) of \(id)"))
      }
      #expect(wrong == [])
    }
  }
}
