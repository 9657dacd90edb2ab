import QueryClients
import Testing

struct UserName: QueryRequest, Hashable {
  let id: Int

  func fetch(in context: QueryContext, with continuation: QueryContinuation<String>) async throws -> String {
    "User \(id)"
  }
}

@Test func queryClients() async throws {
  let client = QueryClient()
  let store = client.store(for: UserName(id: 1))
  let name = try await store.fetch()
  #expect(name == "User 1")
}
