// A read runs on one snapshot of the file, or, if it takes long, on several in turn.
//
// With a rollback journal a read keeps others from committing; with a write-ahead log it keeps others from resetting
// the log. A long read lets them in between its parts.
import CSQLite

/// The state of the current read.
struct PresentRead {
  /// Whether others have committed between two of its snapshots.
  var spansCommits = false
}

extension Database {
  /// Runs `body` in a read transaction, until it ends or the flag is set.
  func read<R>(_ flag: CancellationFlag, _ body: (Database) throws -> R) throws -> R {
    defer { transaction.read = nil }
    do {
      let result = try withCancellation(flag) {
        try begin("BEGIN DEFERRED")
        transaction.read = PresentRead()
        return try body(self)
      }
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Whether this read has moved to another snapshot after others had committed: its results are then of several
  /// moments.
  package var spansCommits: Bool { transaction.read?.spansCommits == true }

  /// Ends the snapshot of this read and begins another one, of the file as it is now.
  ///
  /// Traps in a write, because it would commit a part of it, and while a statement is running, which would keep the old
  /// snapshot.
  package func renewSnapshot() throws {
    guard transaction.read != nil else { fatalError("renewSnapshot() is for a read: a write must stay whole.") }
    guard !isAnyStatementUnderWay else {
      fatalError("renewSnapshot() between two steps of a statement: end that one first.")
    }
    let version = try snapshotVersion()
    try commit()
    try begin("BEGIN DEFERRED")
    if try snapshotVersion() != version { transaction.read?.spansCommits = true }
  }

  /// The file's commit count in the snapshot of this read; nil if it can't be known. Must be called before the first
  /// statement of the read, because it begins the snapshot.
  package func snapshotCommit() throws -> UInt32? {
    let pages = ConnectionPages(handle: handle)
    for _ in 0..<3 {
      let before = CommitCount(pages)
      _ = try snapshotVersion()
      // The first read of a connection opens the log, if there is one.
      if let before, before == CommitCount(pages) { return before.number }
      guard transaction.read != nil else { return nil }
      try commit()
      try begin("BEGIN DEFERRED")
    }
    return nil
  }

  private var isAnyStatementUnderWay: Bool {
    var statement = sqlite3_next_stmt(handle, nil)
    while let present = statement {
      if sqlite3_stmt_busy(present) != 0 { return true }
      statement = sqlite3_next_stmt(handle, present)
    }
    return false
  }

  /// Changes with each commit of another connection.
  private func snapshotVersion() throws -> Int? { try internalInteger("PRAGMA data_version") }
}
