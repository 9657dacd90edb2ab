// Document 002: what its code speaks of and doesn't show.

import QueryClients

/// A query whose runs the tests count and hold up.
enum SomeData {
  static let query = Query()

  struct Query: QueryRequest, Hashable {
    func fetch(
      in context: QueryContext,
      with continuation: QueryContinuation<String>
    ) async throws -> String {
      try await context.loadSomeData()
    }
  }
}

extension QueryContext {
  var loadSomeData: @Sendable () async throws -> String {
    get { self[LoadSomeDataKey.self] }
    set { self[LoadSomeDataKey.self] = newValue }
  }

  private enum LoadSomeDataKey: Key {
    static var defaultValue: @Sendable () async throws -> String { { "some data" } }
  }
}

struct UserID: Hashable, Sendable {
  var number: Int
}

struct User: Equatable, Sendable {
  let id: UserID
  var name: String
}
