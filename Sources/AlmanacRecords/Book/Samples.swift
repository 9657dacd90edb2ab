// The samples for a new book, from the files in `Resources`.
import Databases
import LiveQueries
import StructuredQueries

/// The sample facts and the made-up users for a new book.
public enum Samples {
  /// A sample fact and its source: work, year.
  public struct SampleFact: Hashable, Sendable {
    /// The fact.
    public let body: String
    /// The source.
    public let source: String
  }

  /// A made-up user with an address that is reserved for examples.
  public struct SampleUser: Hashable, Sendable {
    /// The name of the user.
    public let name: String
    /// The address, unique among the users.
    public let email: String
    /// Whether the user is active.
    public let active: Bool
  }

  /// The facts, in the order of their addition.
  public static let facts: [SampleFact] = rows(of: EmbeddedResources.facts, columns: 2).map {
    SampleFact(body: $0[0], source: $0[1])
  }

  /// The users, in the order of their addition.
  public static let users: [SampleUser] = rows(of: EmbeddedResources.users, columns: 3).map {
    SampleUser(name: $0[0], email: $0[1], active: $0[2] == "1")
  }

  /// Writes all samples. Call inside a write.
  static func insert(_ db: Database) throws {
    try Fact.insert { for fact in facts { Fact.Draft(body: fact.body) } }.execute(db)
    try User.insert {
      for user in users { User.Draft(name: user.name, email: user.email, active: user.active) }
    }.execute(db)
  }

  /// The fields of tab-separated lines after a line of headings.
  private static func rows(of text: String, columns: Int) -> [[String]] {
    text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == columns else { fatalError("A sample has \(fields.count) fields, not \(columns): \(line)") }
      return fields
    }
  }
}
