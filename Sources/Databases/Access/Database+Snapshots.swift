// One read: on one snapshot of the file, or, where it takes long, on one after the other.
//
// With a rollback journal a read keeps others from committing, and beside a write-ahead log from emptying it: a long one
// lets them in between its parts.
import CSQLite

/// What is known of the read that is under way.
struct PresentRead {
  /// Whether others have committed between two of its snapshots.
  var spansCommits = false
}

extension Database {
  /// Runs `body` in a transaction that reads, until it ends or the flag is set.
  func read<R>(_ flag: CancellationFlag, _ body: (Database) throws -> R) throws -> R {
    defer { presentRead = nil }
    do {
      let result = try withCancellation(flag) {
        try begin("BEGIN DEFERRED")
        presentRead = PresentRead()
        return try body(self)
      }
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Whether this read has gone from one snapshot to another, and others had committed in between: what it has found is
  /// that of several moments.
  package var spansCommits: Bool { presentRead?.spansCommits == true }

  /// Ends the snapshot of this read, and begins another: of the file as it is now.
  ///
  /// Traps in a write, since it would commit a part of that, and while a statement is under way, which would keep the old
  /// snapshot.
  package func renewSnapshot() throws {
    precondition(presentRead != nil, "renewSnapshot() is for a read: a write must stay whole.")
    precondition(!isAnyStatementUnderWay, "renewSnapshot() between two steps of a statement: end that one first.")
    let version = try snapshotVersion()
    try commit()
    try begin("BEGIN DEFERRED")
    if try snapshotVersion() != version { presentRead?.spansCommits = true }
  }

  /// The file's count of commits in the snapshot of this read; `nil` where that can't be known. To be called before the
  /// first statement of the read: it begins the snapshot.
  package func snapshotCommit() throws -> UInt32? {
    let pages = ConnectionPages(handle: handle)
    for _ in 0..<3 {
      let before = CommitCount(pages)
      _ = try snapshotVersion()
      // The first read of a connection opens the log, where there is one.
      if let before, before == CommitCount(pages) { return before.number }
      guard presentRead != nil else { return nil }
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

  /// Moves with each commit of another connection.
  private func snapshotVersion() throws -> Int? { try internalInteger("PRAGMA data_version") }
}
