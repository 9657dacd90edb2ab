// Document 004 runs.

import Observing
import Stores
import TestSupport
import Testing

@MainActor
@Suite(.recordsIssues, .timeLimit(.minutes(10)))
struct StoreViewTests {
  @Test("Basic Store-Driven View: a view shows and changes what its store holds")
  func counter() async {
    let view = CounterView(store: Store(initialState: Counter.State()) { Counter() })
    let animated = AnimatedCounterView(store: view.store)
    view.press("plus")
    view.press("plus")
    view.press("minus")
    #expect((view.text, animated.text) == ("1", "1"))
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
  }

  @Test("TCA-16: @Bindable: controls write through bindings into the state")
  func bindings() async {
    let view = BindingFormView(store: Store(initialState: BindingForm.State()) { BindingForm() })
    view.text.wrappedValue = "Blob"
    view.toggleIsOn.wrappedValue.toggle()
    view.stepCount.wrappedValue += 1
    view.sliderValue.wrappedValue = 2.5
    #expect(
      view.store.state == BindingForm.State(text: "Blob", toggleIsOn: true, stepCount: 11, sliderValue: 2.5))
    #expect(view.label == "Max slider value: 11")
    let store = TestStore(initialState: BindingForm.State()) { BindingForm() }
    await store.send(.binding(.set(\.text, "Hi"))) { $0.text = "Hi" }
  }

  @Test("@Bindable with Actions: a control sends an action of its own")
  func sending() async {
    let view = SettingsView(store: Store(initialState: Settings.State()) { Settings() })
    view.controls.0.value = true
    view.controls.1.value = 5
    #expect(view.store.state == Settings.State(notificationsEnabled: true, count: 1))
    #expect(view.controls.1.title == "1")
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(.toggleNotifications)
    await store.receive(\.requestNotificationPermission) { $0.notificationsEnabled = true }
    await store.send(.stepperChanged)
    await store.receive(\.trackCountChange) { $0.count = 1 }
  }

  @Test("TCA-10: IdentifiedArray Pattern: each row has a store, and its action reaches its element alone")
  func todos() async {
    typealias Todos = IdentifiedArrayPattern.Todos
    let state = Todos.State(todos: [Todo.State(id: 1), Todo.State(id: 2)])
    let view = IdentifiedArrayPattern.TodosView(store: Store(initialState: state) { Todos() })
    view.rows[1].store.send(.toggled)
    #expect(view.rows.map(\.text) == ["1 open", "2 done"])
    let store = TestStore(initialState: state) { Todos() }
    await store.send(.todos(.element(id: 1, action: .toggled))) { $0.todos[id: 1]?.isComplete = true }
  }

  @Test("Filtered Collections: a computed property of the state is scoped, and its rows change the whole")
  func filteredTodos() {
    typealias Todos = FilteredCollections.Todos
    let state = Todos.State(todos: [Todo.State(id: 1), Todo.State(id: 2, isComplete: true), Todo.State(id: 3)])
    let view = FilteredCollections.TodosView(store: Store(initialState: state) { Todos() })
    #expect(view.rows.map(\.text) == ["1 open", "2 done", "3 open"])
    view.store.send(.filterPicked(.active))
    #expect(view.rows.map(\.text) == ["1 open", "3 open"])
    view.rows[0].store.send(.toggled)
    #expect(view.rows.map(\.text) == ["3 open"])
    view.store.send(.filterPicked(.completed))
    #expect(view.rows.map(\.text) == ["1 done", "2 done"])
  }

  @Test("Single Child Feature: two children of one kind, apart")
  func twoCounters() async {
    let view = TwoCountersView(store: Store(initialState: TwoCounters.State()) { TwoCounters() })
    view.counters[1].press("plus")
    #expect(view.counters.map(\.text) == ["0", "1"])
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(.counter1(.decrementButtonTapped)) { $0.counter1.count = -1 }
  }

  @Test("TCA-23: Using ifLet: an optional child comes and goes")
  func optionalCounter() async {
    let view = OptionalCounterView(store: Store(initialState: OptionalCounter.State()) { OptionalCounter() })
    let scheduler = FrameScheduler()
    var texts: [String] = []
    let token = observe(scheduler: scheduler) { texts.append(view.text) }
    view.press()
    scheduler.flush()
    view.store.send(.counter(.incrementButtonTapped))
    scheduler.flush()
    view.press()
    scheduler.flush()
    #expect(texts == ["Counter not loaded", "0", "1", "Counter not loaded"])
    withExtendedLifetime(token) {}
    let store = TestStore(initialState: OptionalCounter.State()) { OptionalCounter() }
    await store.send(.toggleCounterButtonTapped) { $0.counter = Counter.State() }
    await store.send(.counter(.incrementButtonTapped)) { $0.counter?.count = 1 }
    await store.send(.toggleCounterButtonTapped) { $0.counter = nil }
  }

  @Test("TCA-22: Direct State Access: a view is woken by what it reads")
  func status() {
    let view = StatusView(store: Store(initialState: Status.State()) { Status() })
    let scheduler = FrameScheduler()
    var texts: [String] = []
    let token = observe(scheduler: scheduler) { texts.append(view.text) }
    view.store.send(.loaded("data"))
    scheduler.flush()
    view.store.send(.failed("trouble"))
    scheduler.flush()
    #expect(texts == ["Loading", "data", "trouble"])
    withExtendedLifetime(token) {}
  }

  @Test("task Pattern for View Lifetime: cancelling the view's task ends the effect that it waits for")
  func viewActions() async {
    let news = AsyncStream<String>.makeStream()
    let view = FeatureView(store: Store(initialState: Feature.State()) { Feature(stream: news.stream) })
    let ended = AsyncStream<Void>.makeStream()
    news.continuation.onTermination = { _ in ended.continuation.finish() }
    let task = Task { await view.work() }
    view.appear()
    news.continuation.yield("one")
    await until { view.store.news == ["one"] }
    task.cancel()
    await task.value
    for await _ in ended.stream {}
    news.continuation.yield("two")
    #expect(view.store.state == Feature.State(appearances: 1, news: ["one"]))
  }
}
