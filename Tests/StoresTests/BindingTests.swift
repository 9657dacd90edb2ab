// Bindings through a store, in the spelling of views.
import Observing
import Stores
import TestSupport
import Testing

@Reducer
private struct Settings {
  @ObservableState
  struct State: Equatable {
    var text = ""
    var notificationsEnabled = false
    var count = 0
    var seen: [String] = []
    var form = Form()
    struct Form: Equatable { var name = "" }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case toggleNotifications
    case stepperChanged(Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.text):
        state.seen.append("text \(state.text)")
        return .none
      case .binding(\.form):
        state.seen.append("form \(state.form.name)")
        return .none
      case .binding:
        state.seen.append("other")
        return .none
      case .toggleNotifications:
        state.notificationsEnabled.toggle()
        return .none
      case .stepperChanged(let count):
        state.count = count
        return .none
      }
    }
  }
}

@MainActor
private struct SettingsView {
  @Bindable var store: StoreOf<Settings>

  var text: Binding<String> { $store.text }
  var isOn: Binding<Bool> { $store.notificationsEnabled.sending(\.toggleNotifications) }
  var value: Binding<Int> { $store.count.sending(\.stepperChanged) }
}

@MainActor
@Suite(.recordsIssues)
struct BindingTests {
  @Test("TCA-16: a written binding is in the state before the rest of the body runs, told apart by its key path")
  func binding() {
    let view = SettingsView(store: Store(initialState: Settings.State()) { Settings() })
    view.text.wrappedValue = "Hi"
    #expect(view.store.text == "Hi")
    view.$store.form.name.wrappedValue = "Ada"
    view.store.count = 4
    view.store.send(.binding(.set(\.count, 5)))
    #expect(view.store.seen == ["text Hi", "form Ada", "other", "other"])
    #expect(view.store.count == 5)
  }

  @Test("A binding that sends an action of its own writes nothing by itself")
  func sending() {
    let view = SettingsView(store: Store(initialState: Settings.State()) { Settings() })
    view.isOn.wrappedValue = true
    view.value.wrappedValue = 3
    #expect(view.isOn.wrappedValue)
    #expect(view.value.wrappedValue == 3)
    #expect(view.store.seen.isEmpty)
  }

  @Test("TCA-22: observe runs again after a difference in what it read, and sees the last state")
  func observing() async {
    let store = Store(initialState: Settings.State()) { Settings() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var seen: [String] = []
    let token = observe(scheduler: scheduler) { seen.append(store.text) }
    store.text = "a"
    store.text = "b"
    store.count = 1
    scheduler.flush()
    store.text = "b"
    scheduler.flush()
    #expect(seen == ["", "b"])
    token.cancel()
  }

  @Test("A transaction around a send reaches the closures that it wakes")
  func transaction() {
    let store = Store(initialState: Settings.State()) { Settings() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var seen: [String] = []
    let token = observe(scheduler: scheduler) {
      seen.append("\(store.count) \(Transaction.current.isAnimated)")
    }
    _ = withTransaction(\.isAnimated, true) { store.send(.stepperChanged(1)) }
    scheduler.flush()
    store.send(.stepperChanged(2))
    scheduler.flush()
    #expect(seen == ["0 false", "1 true", "2 false"])
    token.cancel()
  }
}
