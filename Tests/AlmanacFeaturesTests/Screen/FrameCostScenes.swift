// A frame costs as much as the changed part of the screen, however long the list is.
import Foundation
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct FrameCostScenes {
  /// The length of the longer list: short, unless `ALMANAC_ROWS` is set. The benchmarks M1 (memory) and F3 (pages) show
  /// that a million rows cost no more.
  private static let rows = ProcessInfo.processInfo.environment["ALMANAC_ROWS"].flatMap(Int.init) ?? 20_000

  @Test("SD-29: where one row in view is updated, a window is read, at the same steps whatever the length of the list")
  func oneRowInView() async throws {
    var costs: [[Int]] = []
    for rows in [3_000, Self.rows] {
      try await scene(Content.facts(rows)) { scene in
        try await scene.press("PgDn,PgDn,Down")
        let before = scene.statements.count
        let id = rows - 50
        let cost = try await scene.cost { try await scene.inside("UPDATE facts SET body = '!' WHERE id = \(id)") }
        #expect(scene.list.contains { $0.contains("\(id) ~!") })
        #expect(cost.frames == 1)
        let statements = scene.statements[before...].dropFirst()
        #expect(statements.count == 2)
        #expect(statements.first?.hasSuffix(" FROM main.`facts` ORDER BY `id` DESC LIMIT 101") == true, "\(statements)")
        #expect(statements.dropFirst() == ["SELECT max(`id`) FROM main.`facts`"])
        costs.append(try statements.map { try RawConnection(scene.path).steps(of: $0) })
      }
    }
    #expect(costs[0] == costs[1])
  }

  @Test func aMotionDrawsTheKeyLineNotAnew() async throws {
    try await scene(Content.users(300)) { scene in
      try await scene.press("2,Down")
      let count = scene.session.screen.keyLine.drawCount
      try await scene.press("Down,Down,Up,PgDn,C-d,PgDn,PgDn,PgDn,PgDn,PgUp,End,Home")
      #expect(scene.session.screen.keyLine.drawCount == count)
      try await scene.press("Space")
      #expect(scene.session.screen.keyLine.drawCount > count, "there is an undo now")
    }
  }
}
