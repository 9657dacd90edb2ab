public import StructuredQueries

/// A fact of the book.
@Table public struct Fact: Identifiable, Hashable, Sendable {
  public let id: Int
  /// The fact.
  public var body: String
  /// The moment of creation, written by the database.
  @Column(generated: true) public var createdAt: Timestamp

  /// Makes a fact.
  public init(id: Int, body: String, createdAt: Timestamp) {
    self.id = id
    self.body = body
    self.createdAt = createdAt
  }
}
