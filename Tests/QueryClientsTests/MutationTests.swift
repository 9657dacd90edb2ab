// Work with arguments and a history.
import QueryClients
import TestSupport
import Testing

/// Runs the closure in its arguments.
private struct Perform: MutationRequest {
  struct Work: Sendable {
    let name: String
    let body: @Sendable () async throws -> String
  }

  var path: QueryPath { "perform" }

  func mutate(
    with work: Work, in context: QueryContext, with continuation: QueryContinuation<String>
  ) async throws -> String {
    try await work.body()
  }
}

@Suite(.recordsIssues)
struct MutationTests {
  @Test("QRY-23: a run that has been overtaken changes the history and not the state")
  func overtaken() async throws {
    let store = QueryStore(for: Perform())
    let (first, second) = (Gate(), Gate())
    let a = Task {
      try await store.mutate(
        with: .init(name: "A") {
          try await first.pass()
          return "a"
        })
    }
    await first.arrivals()
    let b = Task {
      try await store.mutate(
        with: .init(name: "B") {
          try await second.pass()
          return "b"
        })
    }
    await second.arrivals()
    first.open()
    #expect(try await a.value == "a")
    #expect(store.currentValue == nil)
    #expect(store.state.valueUpdateCount == 0)
    #expect(store.state.isLoading)
    second.open()
    #expect(try await b.value == "b")
    #expect(store.currentValue == "b")
    #expect(store.state.valueUpdateCount == 1)
    #expect(store.state.history.map(\.arguments.name) == ["A", "B"])
    #expect(store.state.history.map { try? $0.result?.get() } == ["a", "b"])
    #expect(store.state.history.map(\.isRunning) == [false, false])
  }

  @Test("QRY-23: a full history drops the oldest run, and what that still gives is ignored")
  func fullHistory() async throws {
    let store = QueryStore(for: Perform().history(length: 2))
    let gate = Gate()
    let dropped = Task {
      try await store.mutate(
        with: .init(name: "A") {
          try await gate.pass()
          throw Failure()
        })
    }
    await gate.arrivals()
    for name in ["B", "C"] { try await store.mutate(with: .init(name: name) { name }) }
    gate.open()
    let result = await dropped.result
    #expect(throws: Failure()) { try result.get() }
    #expect(store.state.history.map(\.arguments.name) == ["B", "C"])
    #expect(store.currentValue == "C")
    #expect(store.state.errorUpdateCount == 0)
    #expect(store.state.error == nil)
    #expect(!store.state.isLoading)
  }

  @Test("QRY-24: the latest run is repeated with its arguments; without one that is an issue")
  func latestAgain() async throws {
    let store = QueryStore(for: Perform())
    await withKnownIssue {
      await #expect(throws: MutationWithoutArguments.self) { try await store.retryLatest() }
    } matching: {
      "\($0)".contains("retryLatest() found no run of perform to repeat.")
    }
    let runs = Counter()
    try await store.mutate(with: .init(name: "A") { "a" })
    try await store.mutate(with: .init(name: "B") { "b\(runs.add())" })
    #expect(try await store.retryLatest() == "b2")
    #expect(store.state.history.map(\.arguments.name) == ["A", "B", "B"])
  }

  @Test("A mutation doesn't run by itself, and is tried again only if it asks for that")
  func onlyOnDemand() async throws {
    let store = QueryStore(for: Perform())
    let log = Log<String>()
    let subscription = store.subscribe(with: .logging(log))
    #expect(log.entries == ["state"])
    let runs = Counter()
    @Sendable func fail() async throws -> String {
      runs.add()
      throw Failure()
    }
    await #expect(throws: Failure()) { try await store.mutate(with: .init(name: "A", body: fail)) }
    #expect(runs.count == 1)
    let again = QueryStore(for: Perform().retry(limit: 1).backoff(.none))
    await #expect(throws: Failure()) { try await again.mutate(with: .init(name: "A", body: fail)) }
    #expect(runs.count == 3)
    await withKnownIssue {
      await #expect(throws: MutationWithoutArguments.self) { try await store.fetch() }
    } matching: {
      "\($0)".contains("The mutation perform was fetched.")
    }
    subscription.cancel()
  }
}
