import Activities
import Databases
import LiveQueries
import Observing
import StructuredQueries
import TestSupport
import Testing

final class FactsScreen: ObservingObject {
  @FetchAll(Fact.order { $0.id.desc() }) private var facts

  func appear() {
    observe { [weak self] in
      guard let self else { return }
      draw(facts)
    }
  }
}

extension FactsScreen {
  static var lines: [String] = []

  func draw(_ facts: [Fact]) { Self.lines = facts.map(\.body) }
}

@MainActor
@Test(.container) func observing() async throws {
  try await withFacts { connection in
    let screen = FactsScreen()
    await connection.activity.settled()
    screen.appear()
    #expect(FactsScreen.lines == ["A cat sleeps.", "Honey keeps."])
  }
}
