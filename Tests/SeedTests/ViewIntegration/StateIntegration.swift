// Document 000, "TCA Integration".

import Containers
import Databases
import LiveQueries
import Stores
import StructuredQueries

@Reducer
struct Bundles {
  @ObservableState
  struct State: Equatable {
    @Fetch(ItemsRequest()) var items: [Item] = []
    @FetchOne(Bundle.where { $0.isActive }) var activeBundle: Bundle?
  }

  enum Action {}

  var body: some ReducerOf<Self> { EmptyReducer() }
}

struct ItemsRequest: FetchKeyRequest {
  typealias Value = [Item]

  func fetch(_ db: Database) throws -> [Item] {
    try Item
      .where { $0.isArchived == false }
      .order { $0.createdAt.desc() }
      .join(ItemDetail.all) { $1.id.eq($0.id) }
      .select {
        Item.Columns(
          id: $0.id,
          title: $1.title,
          createdAt: $0.createdAt
        )
      }
      .fetchAll(db)
  }
}

/// The document's "Anti-Pattern: Imperative Fetch Functions".
@Reducer
struct ImperativeItems {
  @ObservableState
  struct State: Equatable {
    var items: [Item] = []
  }

  enum Action {
    case view(View)
    case itemsLoaded([Item])

    @CasePathable
    enum View {
      case onAppear
      case onItemDeleted(Int)
    }
  }

  @Dependency(\.defaultDatabase) var database

  // WRONG - Creates unnecessary Effect/Action boilerplate
  // Requires manual refetch after every mutation
  private func fetchItems() -> Effect<Action> {
    .run { send in
      let items = try await database.read { db in try ItemsRequest().fetch(db) }
      await send(.itemsLoaded(items))
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.onAppear):
        return fetchItems()  // Must call on appear

      case .view(.onItemDeleted(let id)):
        return .run { send in
          try await database.deleteItem(id)
          // Must manually refetch after mutation!
          let items = try await database.read { try ItemsRequest().fetch($0) }
          await send(.itemsLoaded(items))
        }

      case .itemsLoaded(let items):
        state.items = items
        return .none
      }
    }
  }
}

/// The document's way instead.
@Reducer
struct LiveItems {
  // RIGHT - Use @Fetch, mutations auto-refresh
  @ObservableState
  struct State: Equatable {
    @Fetch(ItemsRequest()) var items: [Item] = []
  }

  enum Action {
    case view(View)

    @CasePathable
    enum View {
      case onAppear
      case onItemDeleted(Int)
    }
  }

  @Dependency(\.defaultDatabase) var database

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .view(.onAppear):
        return .none  // Nothing needed - @Fetch observes automatically

      case .view(.onItemDeleted(let id)):
        return .run { _ in
          try await database.deleteItem(id)
          // No refetch needed - @Fetch updates automatically
        }
      }
    }
  }
}
