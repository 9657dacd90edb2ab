// A run, and the callers that share it.
import Activities
import QueryClients
import TestSupport
import Testing

@Suite(.recordsIssues)
struct RunTests {
  @Test("QRY-01: two fetches at a time share one run, and both get its value")
  func shared() async throws {
    let (runs, gate) = (Counter(), Gate())
    let store = QueryStore(
      for: TestQuery {
        runs.add()
        try await gate.pass()
        return 7
      })
    let first = store.fetchTask()
    await gate.arrivals()
    let second = store.fetchTask()
    #expect(first === second)
    gate.open()
    #expect(try await (first.value, second.value) == (7, 7))
    #expect(runs.count == 1)
    #expect(store.state.valueUpdateCount == 1)
    #expect(try await store.fetch() == 7)
    #expect(runs.count == 2)
  }

  @Test("Without deduplication each fetch runs by itself")
  func apart() async throws {
    let (runs, gate) = (Counter(), Gate())
    let store = QueryStore(
      for: TestQuery {
        let run = runs.add()
        try await gate.pass()
        return run
      }.deduplicated(false))
    let tasks = [store.fetchTask(), store.fetchTask()]
    await gate.arrivals(2)
    #expect(store.activeTasks.count == 2)
    gate.open()
    var values: Set<Int> = []
    for task in tasks { values.insert(try await task.value) }
    #expect(values == [1, 2])
  }

  @Test("QRY-03: when all subscribers leave, the run that began for them is cancelled")
  func abandoned() async {
    let (gate, activity) = (Gate(), Activity())
    let client = QueryClient(activity: activity)
    let store = client.store(
      for: TestQuery {
        try await gate.pass()
        return 7
      })
    var subscriptions: Set<QuerySubscription> = []
    for _ in 0..<3 { store.subscribe(with: QueryEventHandler()).store(in: &subscriptions) }
    #expect(store.subscriberCount == 3)
    await gate.arrivals()
    #expect(store.activeTasks.count == 1)
    subscriptions = []
    await activity.settled()
    #expect(store.state.status.isCancelled)
    #expect(store.currentValue == nil)
    #expect(store.subscriberCount == 0)
  }

  @Test("A run that something waits for goes on when the subscribers leave")
  func awaited() async throws {
    let gate = Gate()
    let store = QueryStore(
      for: TestQuery {
        try await gate.pass()
        return 7
      })
    let subscription = store.subscribe(with: QueryEventHandler())
    await gate.arrivals()
    let task = store.fetchTask()
    subscription.cancel()
    gate.open()
    #expect(try await task.value == 7)
  }

  @Test("QRY-04: others still get the value of a run whose first caller was cancelled")
  func othersGetTheValue() async throws {
    let gate = Gate()
    let store = QueryStore(
      for: TestQuery {
        try await gate.pass()
        return 7
      })
    let task = store.fetchTask()
    await gate.arrivals()
    let caller = Task { try await store.fetch() }
    caller.cancel()
    let result = await caller.result
    #expect(throws: CancellationError.self) { try result.get() }
    gate.open()
    #expect(try await task.value == 7)
    #expect(store.currentValue == 7)
  }

  @Test("QRY-04: the last caller that is cancelled cancels the run")
  func lastCaller() async {
    let gate = Gate()
    let store = QueryStore(
      for: TestQuery {
        try await gate.pass()
        return 7
      })
    let caller = Task { try await store.fetch() }
    await gate.arrivals()
    caller.cancel()
    let result = await caller.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(store.state.status.isCancelled)
  }

  @Test("QRY-05, LIB-15: a fetch is heard as state, started, result, state, ended")
  func events() async throws {
    let log = Log<String>()
    let store = QueryStore(for: TestQuery { 7 })
    try await store.fetch(handler: .logging(log))
    #expect(log.entries == ["state, loading", "started", "result 7", "state", "ended"])
  }

  @Test("QRY-06: values before the last one are heard in order, while the query is loading")
  func interimValues() async throws {
    let log = Log<String>()
    let store = QueryStore(
      for: TestQuery { _, continuation in
        for value in 1...3 { continuation.yield(value) }
        return 4
      })
    try await store.fetch(handler: .logging(log))
    #expect(
      log.entries == [
        "state, loading", "started", "result 1", "state, loading", "result 2", "state, loading", "result 3",
        "state, loading", "result 4", "state", "ended",
      ])
    #expect(store.currentValue == 4)
    #expect(store.state.valueUpdateCount == 4)
  }

  @Test("QRY-15: a value after the return is an issue, and changes nothing")
  func lateValue() async throws {
    let kept = Log<QueryContinuation<Int>>()
    let store = QueryStore(
      for: TestQuery { _, continuation in
        kept.add(continuation)
        return 1
      })
    try await store.fetch()
    withKnownIssue {
      kept.entries[0].yield(2)
    } matching: {
      "\($0)".contains("A query yielded after it had returned.")
    }
    #expect(store.currentValue == 1)
  }

  @Test("QRY-13: a failure keeps the value, and the next value clears the error")
  func failureBetweenValues() async throws {
    let runs = Counter()
    let store = QueryStore(
      for: TestQuery {
        let run = runs.add()
        if run == 2 { throw Failure(number: run) }
        return run
      }.retry(limit: 0))
    try await store.fetch()
    guard case .result(.success(1)) = store.state.status else {
      Issue.record("the status is \(store.state.status)"); return
    }
    await #expect(throws: Failure(number: 2)) { try await store.fetch() }
    #expect(store.currentValue == 1)
    #expect(store.state.error as? Failure == Failure(number: 2))
    guard case .result(.failure) = store.state.status else {
      Issue.record("the status is \(store.state.status)"); return
    }
    try await store.fetch()
    #expect(store.currentValue == 3)
    #expect(store.state.error == nil)
    #expect((store.state.valueUpdateCount, store.state.errorUpdateCount) == (2, 1))
  }

  @Test("A reset goes back to the start, cancels what runs, and drops what it still gives")
  func reset() async throws {
    let (gate, activity) = (Gate(), Activity())
    let store = QueryClient(activity: activity).store(
      for: TestQuery { () async throws -> Int in
        try? await gate.pass()
        return 7
      }.defaultValue(1))
    store.currentValue = 5
    #expect(store.state.status.value == 5)
    let task = store.fetchTask()
    await gate.arrivals()
    store.reset()
    #expect(store.currentValue == 1)
    #expect(!store.state.isLoading)
    await #expect(throws: CancellationError.self) { try await task.value }
    await activity.settled()
    #expect(store.currentValue == 1)
    guard case .idle = store.state.status else { Issue.record("the status is \(store.state.status)"); return }
  }

  @Test("Handlers below a default value hear of the state without it")
  func handlersBelowADefaultValue() async throws {
    let log = Log<String>()
    let store = QueryStore(
      for: TestQuery { 7 }
        .handleEvents(
          with: QueryEventHandler(
            onStateChanged: { state, _ in
              log.add("\(state.currentValue.map(String.init) ?? "none"), \(state.isLoading ? "loading" : "at rest")")
            },
            onFetchingStarted: { _ in log.add("started") },
            onResultReceived: { result, _ in log.add("result \((try? result.get()) ?? 0)") },
            onFetchingEnded: { _ in log.add("ended") })
        ).defaultValue(1))
    try await store.fetch()
    #expect(log.entries == ["none, loading", "started", "result 7", "7, at rest", "ended"])
  }

  @Test("The sequence of states begins with the one that is, and ends with the iteration")
  func states() async throws {
    let gate = Gate()
    let store = QueryStore(
      for: TestQuery {
        try await gate.pass()
        return 7
      })
    var isLoading: [Bool] = []
    for await state in store.states {
      isLoading.append(state.isLoading)
      if state.isLoading { gate.open() }
      if state.currentValue == 7 { break }
    }
    #expect(isLoading.last == false)
    #expect(store.currentValue == 7)
  }

  @Test("Events stay in order when handlers cause more of them")
  func nestedEvents() async throws {
    let log = Log<String>()
    let store = QueryStore(for: TestQuery { 7 }.defaultValue(0).neverByItself())
    let subscription = store.subscribe(
      with: QueryEventHandler { state, _ in
        log.add("\(state.currentValue)")
        if state.currentValue == 1 { store.currentValue = 2 }
        log.add("/\(state.currentValue)")
      })
    store.currentValue = 1
    subscription.cancel()
    store.currentValue = 3
    #expect(log.entries == ["0", "/0", "1", "/1", "2", "/2"])
  }
}

extension QueryRequest {
  /// The same request, but it never runs by itself.
  fileprivate func neverByItself() -> some QueryRequest<Value, State> {
    runsByItself(when: QuerySwitch(isOn: false))
  }
}

extension QueryStatus {
  /// The value of the last result.
  var value: Value? {
    if case .result(.success(let value)) = self { value } else { nil }
  }
}
