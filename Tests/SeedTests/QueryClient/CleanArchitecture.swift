// Document 002, "Clean Architecture".

import QueryClients

protocol LoadUserUseCase: Sendable {
  func execute(id: UserID) async throws -> User
}

struct LoadUserUseCaseImpl: LoadUserUseCase {
  func execute(id: UserID) async throws -> User {
    User(id: id, name: "User \(id.number)")
  }
}

extension QueryContext {
  var loadUserUseCase: any LoadUserUseCase {
    get { self[LoadUserUseCaseKey.self] }
    set { self[LoadUserUseCaseKey.self] = newValue }
  }

  private enum LoadUserUseCaseKey: Key {
    static var defaultValue: any LoadUserUseCase {
      LoadUserUseCaseImpl()
    }
  }
}

extension User {
  static func query(for id: UserID) -> some QueryRequest<Self, Query.State> {
    Query(id: id)
  }

  struct Query: QueryRequest, Hashable {
    let id: UserID

    func fetch(
      in context: QueryContext,
      with continuation: QueryContinuation<User>
    ) async throws -> User {
      let user = try await context.loadUserUseCase.execute(id: id)

      guard let client = context.queryClient else { return user }
      // Update the state of any queries here using the QueryClient...
      client.store(for: SomeData.query).currentValue = user.name
      return user
    }
  }
}
