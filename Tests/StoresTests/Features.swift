// The features that the tests compose, written as in applications.
import IdentifiedCollections
import Stores

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var name = ""
  }

  enum Action {
    case incrementButtonTapped
    case decrementButtonTapped
    case nameChanged(String)
    case closeButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .decrementButtonTapped:
        state.count -= 1
        return .none
      case .nameChanged(let name):
        state.name = name
        return .none
      case .closeButtonTapped:
        return .dismiss
      }
    }
  }
}

@Reducer
struct TwoCounters {
  @ObservableState
  struct State: Equatable {
    var counter1 = Counter.State()
    var counter2 = Counter.State()
  }

  enum Action {
    case counter1(Counter.Action)
    case counter2(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter1, action: \.counter1) {
      Counter()
    }
    Scope(state: \.counter2, action: \.counter2) {
      Counter()
    }
  }
}

@Reducer
struct OptionalCounter {
  @ObservableState
  struct State: Equatable {
    var counter: Counter.State?
    var count = 0
    var name = ""
  }

  enum Action {
    case counter(Counter.Action)
    case toggleCounterButtonTapped
    case counterReplaced(Counter.State)
    case stateReplaced(State)
    case countChanged(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .toggleCounterButtonTapped:
        state.counter = state.counter == nil ? Counter.State() : nil
        return .none
      case .counterReplaced(let counter):
        state.counter = counter
        return .none
      case .stateReplaced(let new):
        state = new
        return .none
      case .countChanged(let count):
        state.count = count
        return .none
      case .counter:
        return .none
      }
    }
    .ifLet(\.counter, action: \.counter) {
      Counter()
    }
  }
}

@Reducer
struct Todo {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
    var isComplete = false
  }

  enum Action {
    case textChanged(String)
    case toggled
    case removed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        return text.isEmpty ? .send(.textChanged("Empty")) : .none
      case .toggled:
        state.isComplete.toggle()
        return .none
      case .removed:
        return .dismiss
      }
    }
  }
}

@Reducer
struct Todos {
  @ObservableState
  struct State: Equatable {
    var todos: IdentifiedArrayOf<Todo.State> = []
    var filter: Filter = .all

    enum Filter { case all, active, completed }

    var filteredTodos: IdentifiedArrayOf<Todo.State> {
      switch filter {
      case .all: todos
      case .active: todos.filter { !$0.isComplete }
      case .completed: todos.filter { $0.isComplete }
      }
    }
  }

  enum Action {
    case todos(IdentifiedActionOf<Todo>)
    case filterChanged(State.Filter)
    case added(Todo.State)
    case rowCopiedOutAndBack(id: Int, text: String)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .filterChanged(let filter):
        state.filter = filter
      case .added(let todo):
        state.todos.append(todo)
      case .rowCopiedOutAndBack(let id, let text):
        var row = state.todos[id: id]!
        row.text = text
        state.todos[id: id] = row
      case .todos:
        break
      }
      return .none
    }
    .forEach(\.todos, action: \.todos) {
      Todo()
    }
  }
}
