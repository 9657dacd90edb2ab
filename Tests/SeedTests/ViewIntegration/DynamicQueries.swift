// Document 000, "Dynamic Query Loading" and "Manual Refresh".

import Databases
import IssueReporting
import LiveQueries
import Observation
import Observing
import Stores
import StructuredQueries

@MainActor
struct DynamicQueryDemo {
  @Fetch(Facts(), animation: .default)
  private var facts = Facts.Value()

  @Tracked var query = ""

  private let task = ScreenTask<String>()

  /// The values that `body` shows, and the work that it starts for each new text.
  func draw() -> [String] {
    task(id: query) {
      await withErrorReporting {
        try await $facts.load(Facts(query: query), animation: .default)
      }
    }
    return facts.facts.map(\.body)
  }

  private struct Facts: FetchKeyRequest {
    var query = ""
    struct Value {
      var facts: [Fact] = []
    }
    func fetch(_ db: Database) throws -> Value {
      try Value(
        facts: Fact.where { $0.body.contains(query) }.fetchAll(db)
      )
    }
  }
}

@MainActor
@Observable
class SearchModel {
  @ObservationIgnored
  @Fetch(SearchRequest(text: ""), animation: .default)
  var results = SearchResults()

  var searchText = "" {
    didSet {
      Task {
        try await $results.load(
          SearchRequest(text: searchText),
          animation: .default
        )
      }
    }
  }
}
