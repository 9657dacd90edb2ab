// Queries in the state of a feature.
import Activities
import Containers
import Observing
import QueryClients
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct SharedQueryTests {
  @Test("QRY-02: two screens that declare one query are two subscribers of one run and see one state")
  func twoScreens() async throws {
    let (runs, gate, activity) = (Counter(), Gate(), Activity())
    let client = QueryClient(activity: activity)
    Container.shared.queryClient.register(value: client)
    let query = TestQuery {
      runs.add()
      try await gate.pass()
      return "profile"
    }
    struct Screen {
      @SharedQuery<QueryState<String?, String>> var value: String?
    }
    let parent = Screen(value: SharedQuery(query))
    let child = Screen(value: SharedQuery(query))
    #expect(parent.$value.store.subscriberCount == 2)
    #expect(parent.$value.isLoading && child.$value.isLoading)
    gate.open()
    await activity.settled()
    #expect(runs.count == 1)
    #expect((parent.value, child.value) == ("profile", "profile"))
    child.value = "by hand"
    #expect(parent.value == "by hand")
  }

  @Test("The subscription ends with the last copy of the wrapper")
  func lifetime() {
    let store = QueryStore(for: TestQuery { 1 })
    var first: SharedQuery? = SharedQuery(store: store)
    var copy = first
    #expect(store.subscriberCount == 1)
    first = nil
    #expect(store.subscriberCount == 1)
    copy = nil
    _ = (first, copy)
    #expect(store.subscriberCount == 0)
  }

  @Test("observe follows the value and the status")
  func observed() async throws {
    let (gate, activity) = (Gate(), Activity())
    let client = QueryClient(activity: activity)
    let query = SharedQuery(
      TestQuery {
        try await gate.pass()
        return 7
      }, client: client)
    let log = Log<String>()
    let token = observe(activity: activity) {
      log.add("\(query.wrappedValue.map(String.init) ?? "-") \(query.projectedValue.isLoading)")
    }
    gate.open()
    await activity.settled()
    #expect(log.entries.first == "- true")
    #expect(log.entries.last == "7 false")
    withExtendedLifetime(token) {}
  }
}
