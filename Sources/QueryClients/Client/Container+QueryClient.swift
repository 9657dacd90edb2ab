// The client of the application.

public import Containers

extension Container {
  /// What the stores of `queryClient` begin with.
  public var queryContext: Factory<QueryContext> { self { QueryContext() } }

  /// The client of queries that name none.
  public var queryClient: Factory<QueryClient> {
    self { QueryClient(defaultContext: Container.shared.queryContext()) }.cached
  }
}
