// A read that takes long, on one snapshot after the other.
//
// With a rollback journal a read keeps others from committing, and beside a write-ahead log from emptying it: a long one
// lets them in between its parts.

extension Database {
  /// Ends the snapshot of this read, and begins another: of the file as it is now. No statement may be under way.
  ///
  /// If others have committed meanwhile, `isMixed` says from then on that the read has seen more than one moment.
  package func renewSnapshot() throws {
    let version = try snapshotVersion()
    try commit()
    try begin("BEGIN DEFERRED")
    if try snapshotVersion() != version { isMixed = true }
  }

  /// Moves with each commit of another connection.
  private func snapshotVersion() throws -> Int? { try internalInteger("PRAGMA data_version") }
}
