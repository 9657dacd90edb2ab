public import StructuredQueries

/// A user of the book.
@Table public struct User: Identifiable, Hashable, Sendable {
  public let id: Int
  /// The name.
  public var name: String
  /// The e-mail address, unique among users, ignoring the case of A to Z.
  public var email: String
  /// Whether the user is active.
  public var active: Bool
  /// The moment of creation, written by the database.
  @Column(generated: true) public var createdAt: Timestamp

  /// Makes a user.
  public init(id: Int, name: String, email: String, active: Bool, createdAt: Timestamp) {
    self.id = id
    self.name = name
    self.email = email
    self.active = active
    self.createdAt = createdAt
  }
}
