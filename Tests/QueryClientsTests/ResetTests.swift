// A store whose state is reset, and a store that gets an error from outside.
import QueryClients
import TestSupport
import Testing

@Suite(.recordsIssues)
struct ResetTests {
  @Test("LIB-06: those that wait for a run are told at once that the store was reset")
  func waiting() async throws {
    let (started, held) = (Gate(), Gate())
    started.open()
    let store = QueryStore(
      for: TestQuery {
        try await started.pass()
        // This work ignores its cancellation.
        await Task { try? await held.pass() }.value
        return 7
      })
    let task = store.fetchTask()
    await started.arrivals()
    store.reset()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(store.currentValue == nil)
    guard case .idle = store.state.status else { Issue.record("the status is \(store.state.status)"); return }
    held.open()
    #expect(try await store.fetch() == 7)
    #expect((store.state.valueUpdateCount, store.state.errorUpdateCount) == (1, 0))
  }

  @Test("LIB-15: a reset is heard as the state at first, and then as the end of the run")
  func order() async throws {
    let gate = Gate()
    let log = Log<String>()
    let store = QueryStore(
      for: TestQuery {
        try await gate.pass()
        return 7
      }.handleEvents(with: .logging(log)))
    let task = store.fetchTask()
    await gate.arrivals()
    store.reset()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.entries == ["state, loading", "started", "state", "ended"])
  }

  @Test("LIB-15: when the end is heard, the store shows what was heard before")
  func endIsLast() async throws {
    let log = Log<String>()
    let store = QueryStore(for: TestQuery { 7 })
    try await store.fetch(
      handler: QueryEventHandler(
        onStateChanged: { state, _ in log.add("\(state.currentValue.map(String.init) ?? "none")") },
        onFetchingEnded: { [weak store] _ in log.add("ended with \(store?.currentValue ?? 0)") }))
    #expect(log.entries == ["none", "7", "ended with 7"])
  }

  @Test("LIB-14: an error from outside keeps the value, and a value from outside ends the error")
  func resultFromOutside() async throws {
    let log = Log<String>()
    let store = QueryStore(for: TestQuery { 7 }.handleEvents(with: .logging(log)))
    try await store.fetch()
    store.setResult(.failure(Failure(number: 3)))
    #expect(store.currentValue == 7)
    #expect(store.state.error as? Failure == Failure(number: 3))
    #expect((store.state.valueUpdateCount, store.state.errorUpdateCount) == (1, 1))
    store.setResult(.success(8))
    #expect(store.currentValue == 8)
    #expect(store.state.error == nil)
    #expect(log.entries == ["state, loading", "started", "result 7", "state", "ended", "state", "state"])
  }
}
