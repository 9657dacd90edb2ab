public import StructuredQueries

/// A user of the book.
@Table public struct User: Identifiable, Hashable, Sendable {
  public let id: Int
  public var name: String
  public var email: String
  public var active: Bool
  /// Written by the database.
  @Column(generated: true) public var createdAt: Timestamp

  public init(id: Int, name: String, email: String, active: Bool, createdAt: Timestamp) {
    self.id = id
    self.name = name
    self.email = email
    self.active = active
    self.createdAt = createdAt
  }
}
