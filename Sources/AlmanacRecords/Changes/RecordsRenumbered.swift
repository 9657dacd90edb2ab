// VACUUM may change rowids that no column holds: then an identity that was read before may belong to another record.
// VACUUM counts as a change of the schema.
public import Databases

/// The error that records may have other rowids than when they were read: nothing was changed.
public struct RecordsRenumbered: SentenceError, Hashable, Sendable {
  public var description: String { "another program has just rebuilt the file, so this may be another record now" }
}

extension ListedTable {
  /// The version of the schema, if the rowids are valid only while it stays the same; nil if they are permanent. Call
  /// inside a read.
  public func rowIDVersion(_ db: Database) throws -> Int? { hasLooseRowIDs ? try db.schemaVersion : nil }
}
