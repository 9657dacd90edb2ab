// Fetched values and stores, observed while other threads write: no change is lost.

import Activities
import Databases
import Observing
import Stores
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable { var count = 0 }

  enum Action { case incremented }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@MainActor
@Suite(.recordsIssues, .container)
struct LostChangeTests {
  private static func counted(plus number: Int) -> SQLQuery<Int> {
    SQLQuery("SELECT count(*) + \(bind: number) FROM records", as: Int.self)
  }

  @Test("NAV-05: eight tasks write to a fetched value and a store, 300 rounds, and the last values are always seen")
  func nothingIsLost() async throws {
    try await Fixture.run { @MainActor fixture in
      let fetched = FetchOne(wrappedValue: -1, Self.counted(plus: 0), connection: fixture.connection)
      let store = Store(initialState: Counter.State()) { Counter() }
      for round in 1...300 {
        var (seen, seenCount, drawn) = (-1, -1, 0)
        let token = observe(activity: fixture.activity) {
          seen = fetched.wrappedValue
          // A closure that draws takes some time after the read. A fetched value arrives on the main actor, so never
          // during that time.
          for cell in 0..<2_000 { drawn &+= cell ^ seen }
          seenCount = store.count
        }
        try await withThrowingTaskGroup { group in
          for _ in 0..<8 {
            group.addTask {
              try await fixture.connection.write { try $0.execute("INSERT INTO records DEFAULT VALUES") }
              await store.send(.incremented).finish()
            }
          }
          try await group.waitForAll()
        }
        await fixture.activity.settled()
        #expect(seen == 3 + 8 * round)
        #expect(seenCount == 8 * round)
        withExtendedLifetime(token) {}
      }
    }
  }

  @Test("NAV-15: a thousand times another query is loaded and tokens are dropped and made, and the runs never stop")
  func tokensComeAndGo() async throws {
    try await Fixture.run { @MainActor fixture in
      let fetched = FetchOne(wrappedValue: -1, database: fixture.connection)
      var seen = -1
      var tokens: [ObserveToken] = []
      var subscriptions: [FetchSubscription] = []
      for round in 1...1000 {
        tokens = [observe(activity: fixture.activity) { seen = fetched.wrappedValue }]
        subscriptions = [try await fetched.projectedValue.load(Self.counted(plus: 10_000 * round))]
        await fixture.activity.settled()
        #expect(seen == 10_000 * round + 2 + round)
        try await fixture.write("INSERT INTO records DEFAULT VALUES")
        #expect(seen == 10_000 * round + 3 + round)
      }
      withExtendedLifetime((tokens, subscriptions)) {}
    }
  }
}
