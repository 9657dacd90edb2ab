// The client of the application.

public import Containers

extension Container {
  /// What the stores of `queryClient` begin with. In tests queries are not tried again.
  public var queryContext: Factory<QueryContext> {
    self {
      var context = QueryContext()
      if Composition.current.isTest { context.retryLimit = 0 }
      return context
    }
  }

  /// The client of queries that name none.
  public var queryClient: Factory<QueryClient> {
    self { QueryClient(defaultContext: Container.shared.queryContext()) }.cached
  }
}
