// Another program writes at full speed: no key is lost or late, frames are few, and the list is up to date.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct BurstScenes {
  @Test("1,000 commits of another process while a search is typed")
  func searchInABurst() async throws {
    try await scene(Content.facts(500), watches: true, frameClock: .real) { scene in
      try await scene.press("/")
      let keys = try Key.parse(script: "type:burst 777,BSpace,BSpace,BSpace,type:123,BSpace,BSpace,BSpace,type:99")
      var typed = ""
      let framesBefore = scene.terminal.frameCount
      let begin = ContinuousClock.now
      let burst = try ShellBurst(
        (0..<1000).map { "INSERT INTO facts(id, body) VALUES (\(1000 + $0), 'Burst \($0)')" },
        stride: 1000 / keys.count,
        on: scene.path)
      var rest = keys[...]
      for try await _ in burst.progress {
        guard let event = rest.popFirst() else { continue }
        scene.terminal.send(event)
        // The key acts in the same turn, even if much else is to be done.
        if case .key(.character(let character)) = event { typed.append(character) } else { typed.removeLast() }
        #expect(scene.line(1).hasPrefix(" / \(typed)"), "\(scene.line(1))")
      }
      #expect(rest.isEmpty)
      await scene.run.settle()
      let frames = scene.terminal.frameCount - framesBefore
      let ticks = Int((ContinuousClock.now - begin) / .milliseconds(16))
      #expect(frames <= keys.count + ticks + 1, "\(frames) frames in \(ticks) ticks")

      #expect(typed == "burst 99")
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 1,500  2 Users 0 "), "\(scene.line(0))")
      #expect(scene.line(1).hasPrefix(" / burst 99 ") && scene.line(1).hasSuffix(" 19 of 1,500"), "\(scene.line(1))")
      let found = scene.list.compactMap { row in
        row.firstRange(of: "Burst ").flatMap { Int(row[$0.upperBound...].prefix { $0.isNumber }) }
      }
      #expect(found == (990...999).reversed() + (0..<9).reversed().map { $0 * 100 + 99 })
    }
  }

  @Test("2,000 keys at once while another process writes above: the cursor is on the record that so many lines lead to")
  func heldKeyInABurst() async throws {
    try await scene(Content.facts(3000), watches: true, frameClock: .real) { scene in
      let burst = try ShellBurst(
        (0..<300).map { "INSERT INTO facts(id, body) VALUES (\(5000 + $0), 'Above \($0)')" }, stride: 10, on: scene.path
      )
      for try await number in burst.progress where number <= 200 {
        for _ in 0..<100 { scene.terminal.send(.key(.down)) }
      }
      await scene.run.settle()
      #expect(scene.cursorRow?.hasPrefix("1000 ") == true, "\(scene.cursorRow ?? "")")
      // No key is still waiting: the next one acts in its own turn.
      scene.terminal.send(.key(.up))
      #expect(scene.cursorRow?.hasPrefix("1001 ") == true, "\(scene.cursorRow ?? "")")
    }
  }

  @Test("the records around the cursor go, after a search among them was cleared: the list shows those that are left")
  func aClearedSearch() async throws {
    try await scene(Content.facts(494)) { scene in
      try await scene.outside(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
        INSERT INTO facts(body) SELECT 'bulk fact number ' || n FROM numbers
        """)
      try await scene.press("/,type:number 500,Esc")
      #expect(scene.lines.contains { $0.contains("bulk fact number 500") })
      try await scene.outside("DELETE FROM facts WHERE body LIKE 'bulk%'")
      #expect(!scene.lines.contains { $0.contains("bulk") }, "\(scene.lines)")
    }
  }
}
