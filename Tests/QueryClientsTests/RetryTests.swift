// Retries after an error.
import Activities
import QueryClients
import TestSupport
import Testing

@Suite(.recordsIssues)
struct RetryTests {
  @Test("QRY-08: a query that always fails is tried again as often as allowed, and its error is stored once")
  func limit() async throws {
    let indices = Log<Int?>()
    let store = QueryStore(
      for: TestQuery<Int> { context, _ in
        indices.add(context.retryIndex)
        throw Failure()
      }.retry(limit: 3).backoff(.none))
    await #expect(throws: Failure()) { try await store.fetch() }
    #expect(indices.entries == [nil, 0, 1, 2])
    #expect(store.state.errorUpdateCount == 1)
    #expect(store.state.error as? Failure == Failure())
  }

  @Test("A later attempt that succeeds is a value like any other")
  func success() async throws {
    let runs = Counter()
    let store = QueryStore(
      for: TestQuery {
        let run = runs.add()
        if run < 3 { throw Failure() }
        return run
      }.retry(limit: 5).backoff(.none))
    #expect(try await store.fetch() == 3)
    #expect((store.state.valueUpdateCount, store.state.errorUpdateCount) == (1, 0))
  }

  @Test("QRY-09: the pauses grow as the backoff says")
  func pauses() async throws {
    let clock = TestClock()
    let attempts = Log<Duration>()
    let now = QueryClock(clock)
    let store = QueryStore(
      for: TestQuery<Int> {
        attempts.add(now.now())
        throw Failure()
      }.retry(limit: 5).backoff(.linear(.seconds(1))).context(now, for: \.clock))
    let task = store.fetchTask()
    for pause in 1...5 {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(pause * 1000 - 1))
      #expect(attempts.entries.count == pause)
      clock.advance(by: .milliseconds(1))
    }
    await #expect(throws: Failure()) { try await task.value }
    #expect(attempts.entries == [0, 1, 3, 6, 10, 15].map { .seconds($0) })
  }

  @Test("QRY-09: the tables of pauses")
  func tables() {
    func seconds(_ backoff: QueryBackoff, _ range: ClosedRange<Int>) -> [Duration] { range.map { backoff($0) } }
    #expect(seconds(.linear(.seconds(1)), 1...5) == [1, 2, 3, 4, 5].map { .seconds($0) })
    #expect(seconds(.fibonacci(.seconds(1)), 0...5) == [0, 1, 1, 2, 3, 5].map { .seconds($0) })
    #expect(QueryBackoff.fibonacci(.seconds(1))(1_000) == .seconds(1_134_903_170))
    #expect(seconds(.exponential(.seconds(1)), 1...5) == [1, 2, 4, 8, 16].map { .seconds($0) })
    #expect(seconds(.constant(.seconds(2)), 1...3) == [2, 2, 2].map { .seconds($0) })
    #expect(seconds(.none, 1...3) == [0, 0, 0].map { .seconds($0) })
  }

  @Test("QRY-10: what is cancelled between two attempts is not tried again")
  func cancelledBetweenAttempts() async {
    let (runs, clock) = (Counter(), TestClock())
    let store = QueryStore(
      for: TestQuery<Int> {
        runs.add()
        throw Failure()
      }.retry(limit: 3).context(QueryClock(clock), for: \.clock))
    let task = store.fetchTask()
    await clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(runs.count == 1)
    #expect(store.state.status.isCancelled)
  }
}
