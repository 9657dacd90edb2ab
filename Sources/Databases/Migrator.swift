// The migration steps of a database's schema.

/// Ordered, named steps, each applied once to a database.
///
/// A table of the database holds the names of the applied steps.
public struct Migrator: Sendable {
  private let table: String
  private var steps: [(name: String, body: @Sendable (Database) throws -> Void)] = []

  /// Makes a migrator without steps.
  /// - Parameter table: The table that holds the names of the applied steps. It must never change: under another name
  ///   the steps would be applied again. Only letters, digits and underscores, because it is used in SQL unquoted.
  public init(table: String) {
    guard table.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || 48...57 ~= $0 || $0 == 95 })
    else {
      fatalError("Migrator(table: \"\(table)\"): the name is not quoted in SQL. Use letters, digits and underscores.")
    }
    self.table = table
  }

  /// Adds a step after those registered before.
  public mutating func register(_ name: String, _ body: @escaping @Sendable (Database) throws -> Void) {
    guard !steps.contains(where: { $0.name == name }) else {
      fatalError(
        "Migrator.register(\"\(name)\"): a step of that name is registered already. Names are what a database remembers."
      )
    }
    steps.append((name, body))
  }

  /// Applies the steps that the database has not had yet, in one transaction. If the database has had unknown steps,
  /// throws `MigrationError` before anything is changed. If a step throws, all of them are rolled back.
  ///
  /// A step may rebuild a table as SQLite's documentation recommends it: foreign keys are off meanwhile, so the rows
  /// that reference the old table stay. If foreign keys are violated afterwards that were not violated before, throws a
  /// `DatabaseError` that names table and rows, and applies nothing.
  @export(interface)
  public func migrate(_ connection: SQLiteConnection) async throws {
    let pending = try await connection.read { db in try self.pending(db) }
    guard !pending.isEmpty else { return }
    // Another process may have been faster: ask again, now that no one else writes.
    try await connection.write { db in try migrate(db) }
  }

  /// The same inside a write.
  public func migrate(_ db: Database) throws {
    let pending = try pending(db)
    guard !pending.isEmpty else { return }
    let (_, _, violated) = try db.withoutForeignKeys {
      try db.execute(
        """
        CREATE TABLE IF NOT EXISTS \(table)(
          position INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE
        )
        """)
      for step in steps where pending.contains(step.name) {
        try step.body(db)
        try db.execute("INSERT INTO \(table)(name) VALUES(?)", [.text(step.name)])
      }
    }
    if let error = violated.error { throw error }
  }

  /// The names of the steps that the database has not had yet, inside a read. Throws `MigrationError` if it has had
  /// unknown steps.
  public func pending(_ db: Database) throws -> [String] {
    let applied = try applied(db)
    let names = steps.map(\.name)
    guard names.starts(with: applied) else {
      throw MigrationError(unknown: applied.filter { !names.contains($0) }, applied: applied)
    }
    return Array(names.dropFirst(applied.count))
  }

  private func applied(_ db: Database) throws -> [String] {
    let exists = try db.rows("SELECT 1 FROM sqlite_schema WHERE type='table' AND name='\(table)'")
    guard !exists.isEmpty else { return [] }
    return try db.withStatement("SELECT name FROM \(table) ORDER BY position") { statement in
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
  }
}

/// A database has had steps that this program does not know, or in another order: a later version made it.
public struct MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The names of the steps that this program does not know.
  public var unknown: [String]
  /// The names of all steps that the database has had.
  public var applied: [String]

  /// A sentence for a person.
  public var description: String {
    unknown.isEmpty
      ? "the database has gone through its migrations in another order: \(applied.joined(separator: ", "))"
      : "the database was made by a later version: it has the unknown migrations \(unknown.joined(separator: ", "))"
  }
}
