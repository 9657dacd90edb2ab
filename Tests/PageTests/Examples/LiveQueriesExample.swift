import Activities
import Databases
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

final class Facts {
  @FetchAll(Fact.order { $0.id.desc() }) var facts
  @FetchOne(Fact.count()) var count = 0
}

@MainActor
@Test(.container) func liveQueries() async throws {
  try await withFacts { connection in
    let facts = Facts()
    await connection.activity.settled()
    #expect(facts.facts.map(\.id) == [2, 1])
    try await connection.write { db in try db.execute("DELETE FROM facts WHERE id = 1") }
    await connection.activity.settled()
    #expect(facts.facts.map(\.id) == [2])
    #expect(facts.count == 1)
  }
}
