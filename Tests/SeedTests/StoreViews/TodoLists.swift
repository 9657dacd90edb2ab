// Document 004, "ForEach with Scoped Stores".

import IdentifiedCollections
import Stores

@Reducer
struct Todo {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isComplete = false
  }

  enum Action { case toggled }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.isComplete.toggle()
      return .none
    }
  }
}

@MainActor
struct TodoRowView {
  let store: StoreOf<Todo>

  var text: String { "\(store.id) \(store.isComplete ? "done" : "open")" }
}

enum IdentifiedArrayPattern {
  @MainActor
  struct TodosView {
    let store: StoreOf<Todos>

    /// The values that `body` shows.
    var rows: [TodoRowView] {
      let stores =
        store.scope(state: \.todos, action: \.todos)
      return stores.map { store in
        TodoRowView(store: store)
      }
    }
  }

  @Reducer
  struct Todos {
    @ObservableState
    struct State: Equatable {
      var todos: IdentifiedArrayOf<Todo.State> = []
    }

    enum Action {
      case todos(IdentifiedActionOf<Todo>)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        // Parent-level logic
        return .none
      }
      .forEach(\.todos, action: \.todos) {
        Todo()
      }
    }
  }
}

enum FilteredCollections {
  @MainActor
  struct TodosView {
    let store: StoreOf<Todos>

    /// The values that `body` shows.
    var rows: [TodoRowView] {
      let stores =
        store.scope(state: \.filteredTodos, action: \.todos)
      return stores.map { store in
        TodoRowView(store: store)
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
        case .all:
          return todos
        case .active:
          return todos.filter { !$0.isComplete }
        case .completed:
          return todos.filter { $0.isComplete }
        }
      }
    }

    enum Action {
      case todos(IdentifiedActionOf<Todo>)
      case filterPicked(State.Filter)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .filterPicked(let filter) = action { state.filter = filter }
        return .none
      }
      .forEach(\.todos, action: \.todos) {
        Todo()
      }
    }
  }
}
