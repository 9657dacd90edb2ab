public import StructuredQueries

/// A fact of the book.
@Table public struct Fact: Identifiable, Hashable, Sendable {
  public let id: Int
  public var body: String
  /// Written by the database.
  @Column(generated: true) public var createdAt: Timestamp

  public init(id: Int, body: String, createdAt: Timestamp) {
    self.id = id
    self.body = body
    self.createdAt = createdAt
  }
}
