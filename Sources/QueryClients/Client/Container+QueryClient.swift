// The client of the application.

public import Containers

extension Container {
  /// The client of queries that name none. In tests its queries are not tried again.
  public var queryClient: Factory<QueryClient> {
    self {
      var context = QueryContext()
      if Composition.current.isTest { context.retryLimit = 0 }
      return QueryClient(defaultContext: context)
    }.cached
  }
}
