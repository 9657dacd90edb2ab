// Tells of every record of a table that appears, changes or goes.
//
//   began ──> a batch is out ──> not sooner than the pace allows: a look ──> what has changed ──> the next batch
//
// A batch only says that there was a commit. A look compares the table with what the watch saw before: several commits
// between two looks are one change, and a record that came and went between them was never there.
public import Databases
import LiveQueries

/// A watch over the records of a table.
///
/// It is for what no page of the file tells: views, and the tables of modules. It holds some 250 bytes and the key of each
/// record, and of at most 64 MiB of records, those that have changed last before others, what they hold: for other records
/// the old values are unknown. Where nothing identifies a record, as in a view, it must hold everything in the records, and
/// ends when that is more than 64 MiB. It gives what one look has found in portions of 4 MiB.
public struct TableWatch: Sendable {
  private let connection: SQLiteConnection
  private let table: any SeenContents

  /// Watches a table of a file.
  public init(_ table: ListedTable, in connection: SQLiteConnection) {
    self.init(connection, SeenRecords(table))
  }

  init(_ connection: SQLiteConnection, _ table: any SeenContents) {
    self.connection = connection
    self.table = table
  }

  /// Follows the table until the task is cancelled, or `body` throws, or the file can't be read any more.
  ///
  /// Calls `began` when it will see all later commits; `body` gets what has changed since, by identity, never nothing.
  /// While `body` runs it reads nothing and holds no lock. If another program holds the lock, it waits.
  public func run(
    began: () -> Void = {}, _ body: @Sendable ([RecordEvent]) async throws -> Void
  ) async throws {
    let (commits, commit) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Before the first look: a commit that the look does not see comes here.
    let subscription = connection.subscribe { _ in commit.yield() }
    defer { subscription.cancel() }
    var generation = connection.generation
    var pace = LookPace()
    var look = try await connection.read { [table] db in
      var look = Look(table: table, version: try db.schemaVersion)
      try look.table.begin(db)
      return look
    }
    began()
    for await _ in commits {
      // One look may have answered several batches.
      while connection.generation != generation || !look.table.isWhole {
        try await pace.wait()
        generation = connection.generation
        pace.lookBegins()
        look = try await next(after: look)
        pace.lookEnded(after: look.work)
        if !look.events.isEmpty { try await body(look.events) }
        if look.isAltered, look.table.isWhole { throw TableAltered(table: look.table.table.name) }
      }
    }
    try Task.checkCancellation()
  }

  /// What a look has left behind.
  private struct Look: Sendable {
    var table: any SeenContents
    /// The schema's.
    var version: Int
    /// Whether the table has other columns than those that are watched.
    var isAltered = false
    var events: [RecordEvent] = []
    var work = Duration.zero
  }

  private func next(after last: Look) async throws -> Look {
    try await connection.readPatiently { db in
      let start = ThreadTime.now
      var look = last
      look.version = try db.schemaVersion
      if look.version != last.version, let table = try ListedTable.named(last.table.table.name, db) {
        // A view that can't be read has none.
        look.isAltered = !table.columns.isEmpty && table.columns != last.table.table.columns
      }
      do {
        look.events = try look.table.look(db)
      } catch let error as DatabaseError where look.isAltered && error.primaryCode == 1 {
        // One of the columns that are watched has gone.
        throw TableAltered(table: look.table.table.name)
      }
      look.work = ThreadTime.now - start
      return look
    }
  }
}

extension Database {
  /// The number of the schema, another one after each change of it.
  var schemaVersion: Int {
    get throws {
      var version = 0
      try internalRows("PRAGMA schema_version") { version = $0.integer(0) }
      return version
    }
  }
}

/// A watch can't follow a table whose columns have changed: what it has seen is of the old ones.
public struct TableAltered: SentenceError {
  /// The table that is watched.
  public let table: String

  public var description: String {
    "\(table) has other columns now, and changes in those are not known. The watch ends: start it again."
  }
}
