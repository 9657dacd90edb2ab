// The client of the application.

public import Containers

extension Container {
  /// The initial context of `queryClient`'s stores.
  public var queryContext: Factory<QueryContext> { self { QueryContext() } }

  /// The client of queries that do not name one.
  public var queryClient: Factory<QueryClient> {
    self { QueryClient(defaultContext: Container.shared.queryContext()) }.cached
  }
}
