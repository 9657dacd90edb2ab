// Document 000: types that its code uses and does not show.

import Databases
import LiveQueries
import StructuredQueries

enum Section { case facts }

@Table struct Fact: Hashable, Identifiable, Sendable {
  let id: Int
  var body: String
}

@Table struct Item: Hashable, Identifiable, Sendable {
  let id: Int
  var title: String
  var createdAt: Int
  var isArchived = false
}

@Table struct ItemDetail: Sendable {
  let id: Int
  var title: String
}

@Table struct Bundle: Hashable, Sendable {
  let id: Int
  var isActive: Bool
}

struct SearchResults: Equatable {
  var facts: [Fact] = []
}

struct SearchRequest: FetchKeyRequest {
  var text: String

  func fetch(_ db: Database) throws -> SearchResults {
    try SearchResults(facts: Fact.where { $0.body.hasPrefix(text) }.fetchAll(db))
  }
}

extension SQLiteConnection {
  func deleteItem(_ id: Int) async throws {
    try await write { db in try Item.find(id).delete().execute(db) }
  }
}
