// VACUUM may give records other rowids where these are no column: then an identity that was read before may be that of
// another record. VACUUM counts as a change of the schema.
public import Databases

/// Records may have other rowids than when they were read: nothing was changed.
public struct RecordsRenumbered: SentenceError, Hashable, Sendable {
  public var description: String { "another program has just rebuilt the file, so this may be another record now" }
}

extension ListedTable {
  /// The version of the schema, where rowids that are read now stand for the same records only as long as it stays; `nil`
  /// where they always do. Inside a read.
  public func rowIDVersion(_ db: Database) throws -> Int? { hasLooseRowIDs ? try db.schemaVersion : nil }
}
