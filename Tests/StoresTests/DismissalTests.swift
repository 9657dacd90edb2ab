// Children that dismiss themselves: at once, after other effects, and through other operators.
import IdentifiedCollections
import Stores
import TestSupport
import Testing

/// A form that saves and then dismisses itself.
@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var isSaving = false
  }

  enum Action: Equatable {
    case save(TestClock)
    case saved
    case timer(TestClock)

    static func == (left: Self, right: Self) -> Bool { "\(left)" == "\(right)" }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .save(let clock):
        state.isSaving = true
        return .concatenate(
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.saved)
          }, .dismiss)
      case .saved:
        state.isSaving = false
        return .none
      case .timer(let clock):
        return .run { _ in try await clock.sleep(for: .seconds(100)) }
      }
    }
  }
}

/// A screen that is one of several.
@Reducer
private struct Screen {
  @CasePathable @dynamicMemberLookup
  enum State: Equatable {
    case form(Form.State)
    case counter(Counter.State)
  }

  enum Action {
    case form(Form.Action)
    case counter(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifCaseLet(\.form, action: \.form) { Form() }
      .ifCaseLet(\.counter, action: \.counter) { Counter() }
  }
}

@Reducer
private struct Root {
  @ObservableState
  struct State: Equatable {
    var screen: Screen.State?
    var forms: IdentifiedArrayOf<Form.State> = []
  }

  enum Action {
    case screen(Screen.Action)
    case forms(IdentifiedActionOf<Form>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.screen, action: \.screen) { Screen() }
      .forEach(\.forms, action: \.forms) { Form() }
  }
}

@Suite(.recordsIssues)
@MainActor
struct DismissalTests {
  @Test("A dismissal behind a save waits for the save, and ends what else the child does")
  func afterOtherEffects() async {
    let clock = TestClock()
    let store = TestStore(initialState: Root.State(forms: [Form.State(id: 1), Form.State(id: 2)])) { Root() }
    await store.send(.forms(.element(id: 1, action: .timer(clock))))
    await store.send(.forms(.element(id: 2, action: .timer(clock))))
    await store.send(.forms(.element(id: 1, action: .save(clock)))) { $0.forms[id: 1]?.isSaving = true }
    await clock.sleepers(3)
    clock.advance(by: .seconds(1))
    await store.receive(\.forms) { $0.forms[id: 1]?.isSaving = false }
    await store.receiveDismissal { $0.forms = [Form.State(id: 2)] }
    // The timer of the dismissed form has ended, and that of the other one has not.
    await clock.sleepers(1)
    clock.advance(by: .seconds(99))
    await store.finish()
  }

  @Test("A child of a case dismisses the feature that has the cases: at once")
  func throughACase() async {
    let store = TestStore(initialState: Root.State(screen: .counter(Counter.State()))) { Root() }
    await store.send(.screen(.counter(.closeButtonTapped))) { $0.screen = nil }
    await store.finish()
  }

  @Test("A child of a case dismisses the feature that has the cases: after other effects")
  func throughACaseLater() async {
    let clock = TestClock()
    let store = TestStore(initialState: Root.State(screen: .form(Form.State()))) { Root() }
    await store.send(.screen(.form(.save(clock)))) { $0.screen = .form(Form.State(isSaving: true)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await store.receive(\.screen) { $0.screen = .form(Form.State()) }
    await store.receiveDismissal { $0.screen = nil }
    await store.finish()
  }

  @Test("A child that has gone meanwhile is not dismissed again")
  func goneMeanwhile() async {
    let clock = TestClock()
    let store = Store(initialState: Root.State(screen: .form(Form.State()))) {
      Root()
    }
    let task = store.send(.screen(.form(.save(clock))))
    await clock.sleepers(1)
    task.cancel()
    #expect(store.screen == .form(Form.State(isSaving: true)))
  }
}
