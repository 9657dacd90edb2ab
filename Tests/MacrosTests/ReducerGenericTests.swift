// The macros of reducers, used as in applications, and their hand-written forms.
public import Stores
import TestSupport
import Testing

private protocol Record: Hashable, Sendable, Identifiable where ID: Sendable {
  static var name: String { get }
}

private struct User: Record {
  static let name = "users"
  var id: Int
}

@Reducer
private struct RecordList<Row: Record> {
  @ObservableState
  struct State: Equatable {
    var selected: Row.ID?
    var rows: [Row] = []
    var title: String { Row.name }
  }

  enum Action {
    case loaded([Row])
    case selected(Row.ID)
    case moved(from: Int, to: Int)
    case closed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loaded(let rows): state.rows = rows
      case .selected(let id): state.selected = id
      case .moved(let from, let to): state.rows.swapAt(from, to)
      case .closed: state.selected = nil
      }
      return .none
    }
  }
}

@Reducer
private struct Users {
  @ObservableState
  struct State: Equatable {
    var list = RecordList<User>.State()
  }

  enum Action {
    case list(RecordList<User>.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { RecordList<User>() }
  }
}

/// A feature that another module may use; its macros' members are public too.
@Reducer
public struct PublicFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var text = ""
    public init() {}
  }

  public enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case view(ViewAction)

    @CasePathable
    public enum ViewAction: Sendable {
      case onAppear
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .view(.onAppear): state.text = "appeared"
      case .binding: break
      }
      return .none
    }
  }
}

/// The members that the macros write, by hand.
private struct ByHand: Reducer {
  struct State: Equatable, ObservableState {
    var count = 0
  }

  enum Action: CasePathable {
    case stepped(Int)

    struct AllCasePaths: Sendable {
      var stepped: CasePath<Action, Int> {
        CasePath(embed: { .stepped($0) }, extract: { if case .stepped(let value) = $0 { value } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .stepped(let step) = action { state.count += step }
      return .none
    }
  }
}

@MainActor
@Suite(.recordsIssues)
struct ReducerGenericTests {
  @Test("A generic feature is written like any other, and scoped")
  func generic() {
    let store = Store(initialState: Users.State()) { Users() }
    let list = store.scope(state: \.list, action: \.list)
    list.send(.loaded([User(id: 1), User(id: 2)]))
    list.send(.selected(2))
    list.send(.moved(from: 0, to: 1))
    #expect(store.list.selected == 2)
    #expect(list.rows.map(\.id) == [2, 1])
    #expect(list.title == "users")
  }

  @Test("Case paths of cases without, with one, with several values go in and out")
  func casePaths() {
    typealias Action = RecordList<User>.Action
    #expect(Action.closed[case: \.closed] != nil)
    #expect(Action.closed[case: \.selected] == nil)
    #expect(Action.selected(7)[case: \.selected] == 7)
    let moved = Action.moved(from: 1, to: 2)[case: \.moved]
    #expect(moved?.from == 1 && moved?.to == 2)
    guard case .moved(let from, let to) = Action.allCasePaths.moved.embed((from: 3, to: 4)) else {
      Issue.record("another case")
      return
    }
    #expect((from, to) == (3, 4))
    #expect(Action.selected(7).is(\.selected))
  }

  @Test("A public feature has public members, and nested view actions")
  func publicFeature() {
    let store = Store(initialState: PublicFeature.State()) { PublicFeature() }
    store.send(.view(.onAppear))
    #expect(store.text == "appeared")
    #expect(PublicFeature.Action.view(.onAppear)[case: \.view] != nil)
  }

  @Test("The hand-written form works like that of the macros")
  func byHand() {
    let store = Store(initialState: ByHand.State()) { ByHand() }
    store.send(.stepped(3))
    #expect(store.count == 3)
  }
}
