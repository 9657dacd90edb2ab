// The stores of a client.
import Activities
import Containers
import QueryClients
import TestSupport
import Testing

private extension QueryContext {
  var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }

  private enum WordKey: Key {
    static var defaultValue: String { "default" }
  }
}

@TaskLocal private var local = "none"

@Suite(.recordsIssues, .container)
struct ClientTests {
  @Test("QRY-28: a path of one element is that element; depth tells paths apart")
  func paths() {
    #expect(QueryPath("foo") == ["foo"])
    #expect(QueryPath("foo").hashValue == (["foo"] as QueryPath).hashValue)
    #expect(QueryPath([["a"]]) != QueryPath(["a"]))
    #expect(([1, "x"] as QueryPath).begins(with: [1]))
    #expect(!([1, "x"] as QueryPath).begins(with: [1, "x", 2]))
    #expect(QueryPath("a").appending(2).description == "a/2")
  }

  @Test("QRY-16: the stores of all paths that begin alike are found and dropped together")
  func matching() {
    let client = QueryClient()
    for path in [[1, 2], ["blob"], [1, "x"]] as [QueryPath] { _ = client.store(for: TestQuery(path) { 0 }) }
    #expect(client.stores(matching: [1]).count == 2)
    #expect(client.stores(matching: [1], of: QueryState<Int?, Int>.self).count == 2)
    #expect(client.stores(matching: [1], of: QueryState<String?, String>.self).count == 0)
    client.clearStores(matching: [1])
    #expect(client.stores().map(\.path) == [["blob"]])
  }

  @Test("One path has one store")
  func oneStore() {
    let client = QueryClient()
    #expect(client.store(for: TestQuery { 0 }) === client.store(for: TestQuery { 0 }))
  }

  @Test("QRY-17: another kind of state at a path is an issue, and the first store is unharmed")
  func otherKind() async throws {
    let client = QueryClient()
    let first = client.store(for: TestQuery { 1 })
    try await first.fetch()
    await withKnownIssue {
      let second = client.store(for: TestQuery { "text" })
      let value = try? await second.fetch()
      #expect(value == "text")
    } matching: {
      "\($0)".contains("The path test belongs to a query whose state is QueryState<Optional<Int>, Int>")
    }
    #expect(client.store(for: TestQuery { 2 }) === first)
    #expect(first.currentValue == 1)
  }

  @Test("QRY-26: of the contexts of key, client, store and call, the innermost wins")
  func contexts() async throws {
    func query(_ path: QueryPath) -> TestQuery<String> { TestQuery(path) { context, _ in context.word } }
    #expect(try await QueryClient().store(for: query("a")).fetch() == "default")
    var context = QueryContext()
    context.word = "client"
    let client = QueryClient(defaultContext: context)
    #expect(try await client.store(for: query("a")).fetch() == "client")
    let store = client.store(for: query("b").context("store", for: \.word))
    #expect(try await store.fetch() == "store")
    var call = store.context
    call.word = "call"
    #expect(try await store.fetch(using: call) == "call")
    #expect(try await store.fetch() == "store")
  }

  @Test("QRY-26: the query sees the task-local values of its caller, and the client")
  func surroundings() async throws {
    let client = QueryClient()
    let store = client.store(for: TestQuery { context, _ in "\(local) \(context.queryClient === client)" })
    let value = try await $local.withValue("caller") { try await store.fetch() }
    #expect(value == "caller true")
  }

  @Test("Stores that nothing uses go when they are too many; the oldest first")
  func tooMany() async {
    let activity = Activity()
    let client = QueryClient(eviction: QueryEviction(count: 2), activity: activity)
    let kept = client.store(for: TestQuery("kept") { 0 })
    let subscription = kept.subscribe(with: QueryEventHandler())
    for path in 1...4 { _ = client.store(for: TestQuery(QueryPath(path)) { 0 }) }
    #expect(Set(client.stores().map(\.path)) == ["kept", QueryPath(3), QueryPath(4)])
    subscription.cancel()
    await activity.settled()
    #expect(client.stores().count == 2)
  }

  @Test("Stores that nothing uses go when they are too old")
  func tooOld() async throws {
    let clock = TestClock()
    var context = QueryContext()
    context.clock = QueryClock(clock)
    let client = QueryClient(defaultContext: context, eviction: QueryEviction(age: .seconds(10)))
    let used = client.store(for: TestQuery("used") { 0 })
    let subscription = used.subscribe(with: QueryEventHandler())
    _ = client.store(for: TestQuery("old") { 0 })
    // This query has a clock of its own, which is far ahead.
    let ahead = TestClock()
    let own = QueryClock(ahead)
    ahead.advance(by: .seconds(100))
    _ = client.store(for: TestQuery("own clock") { 0 }.context(own, for: \.clock))
    clock.advance(by: .seconds(11))
    _ = client.store(for: TestQuery("new") { 0 })
    #expect(Set(client.stores().map(\.path)) == ["used", "new"])
    subscription.cancel()
  }

  @Test("What a request handles it hears in every store, without being a subscriber")
  func ownEvents() async throws {
    let log = Log<String>()
    let store = QueryClient().store(for: TestQuery { 7 }.handleEvents(with: .logging(log)))
    try await store.fetch()
    #expect(log.entries == ["state, loading", "started", "result 7", "state", "ended"])
    #expect(store.subscriberCount == 0)
  }

  @Test("LIB-05: a query that asks for no retry gives its error at once, whoever made its store")
  func noRetry() async throws {
    let runs = Counter()
    let query = TestQuery<Int> {
      runs.add()
      throw Failure()
    }
    let stores = [
      Container.shared.queryClient().store(for: query), QueryClient().store(for: query), QueryStore(for: query),
      QueryStore(for: query, context: QueryContext()),
    ]
    for (index, store) in stores.enumerated() {
      await #expect(throws: Failure()) { try await store.fetch() }
      #expect(runs.count == index + 1)
      #expect(store.context.retryLimit == 0)
    }
  }

  @Test("LIB-14: a store of unknown kind is run, and shows its value")
  func unknownKind() async throws {
    let client = QueryClient()
    let kept = client.store(for: TestQuery("a") { 7 })
    let store = try #require(client.stores(matching: "a").first)
    #expect(store.value as? Int == nil)
    #expect(try await store.fetch() as? Int == 7)
    #expect(store.value as? Int == 7)
    #expect(store.state.valueUpdateCount == 1)
    #expect(kept.value == 7)
  }

  @Test("LIB-01: a path put behind a path gives one path, which its beginnings match")
  func joinedPaths() {
    let path: QueryPath = ["a", 1, "b", 2]
    let (first, second): (QueryPath, QueryPath) = (["a", 1], ["b", 2])
    #expect(first.appending(second) == path)
    #expect(first + second == path)
    #expect(["a", 1] + ["b", 2] == path)
    #expect(first.appending("b").appending(2) == path)
    #expect(QueryPath([first, second]) == path)
    #expect(QueryPath(path) == path)
    #expect([first, "b", 2] as QueryPath == path)
    var built = QueryPath()
    built += first
    built += second
    #expect(built == path)
    #expect(first.appending(second).begins(with: ["a", 1, "b"]))
    #expect(!first.appending(second).begins(with: second))
    let client = QueryClient()
    let kept = client.store(for: TestQuery(first.appending(second)) { 0 })
    #expect(client.stores(matching: ["a", 1]).map(\.path) == [path])
    withExtendedLifetime(kept) {}
  }
}
