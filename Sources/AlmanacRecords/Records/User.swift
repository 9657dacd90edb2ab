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

extension User: BookRecord {
  public static let orders = [
    ListOrder("name", collation: "NOCASE", then: "id"), ListOrder("email", collation: "NOCASE", then: "id"),
    ListOrder("createdAt", then: "id", isDescending: true),
  ]
  public static let filters = [
    RecordFilter("active", column: "active", is: true), RecordFilter("inactive", column: "active", is: false),
  ]
  public static let searchIndex = SearchIndex(table: "users", columns: ["name", "email"])
  public static let editableColumns: [EditableColumn] = [.text("name"), .email("email"), .flag("active")]
}
