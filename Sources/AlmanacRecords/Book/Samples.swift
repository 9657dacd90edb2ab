// The samples that a new book may begin with, from the files in `Resources`.
import Databases
import LiveQueries
import StructuredQueries

/// The facts and the made-up users that a book may begin with.
public enum Samples {
  /// A sample fact and where it can be read: work, year.
  public struct SampleFact: Hashable, Sendable {
    /// The fact.
    public let body: String
    /// Where it can be read.
    public let source: String
  }

  /// A made-up user, at an address that is reserved for examples.
  public struct SampleUser: Hashable, Sendable {
    /// The name of the user.
    public let name: String
    /// The address, another one for each user.
    public let email: String
    /// Whether the user is active.
    public let active: Bool
  }

  /// The facts, in the order in which they are added.
  public static let facts: [SampleFact] = rows(of: EmbeddedResources.facts, columns: 2).map {
    SampleFact(body: $0[0], source: $0[1])
  }

  /// The users, in the order in which they are added.
  public static let users: [SampleUser] = rows(of: EmbeddedResources.users, columns: 3).map {
    SampleUser(name: $0[0], email: $0[1], active: $0[2] == "1")
  }

  /// Writes all samples. Inside a write.
  static func insert(_ db: Database) throws {
    try Fact.insert { for fact in facts { Fact.Draft(body: fact.body) } }.execute(db)
    try User.insert {
      for user in users { User.Draft(name: user.name, email: user.email, active: user.active) }
    }.execute(db)
  }

  /// The fields of a file of tab-separated lines under a line of headings.
  private static func rows(of text: String, columns: Int) -> [[String]] {
    text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == columns else { fatalError("A sample has \(fields.count) fields, not \(columns): \(line)") }
      return fields
    }
  }
}
