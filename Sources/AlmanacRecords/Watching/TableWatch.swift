// Reports every record of a table that is added, changed or deleted.
//
//   began ──> a batch is published ──> a look, no sooner than the pace allows ──> the changes ──> the next batch
//
// A batch only reports that there was a commit. A look compares the table with its last seen state. Several commits
// between two looks are one change, and a record that was both added and deleted between them is not reported.
public import Databases
import LiveQueries

/// A watch over the records of a table.
///
/// It is for views and for the tables of modules, whose changes the pages of the file do not show. It holds about 250
/// bytes and the key of each record. It also holds the values of up to 64 MiB of records, the last changed ones first;
/// for other records the old values are unknown. Without an identity, as in a view, it must hold all values, and ends
/// if they exceed 64 MiB. It reports the changes of one look in portions of 4 MiB.
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

  /// Observes the table until the task is cancelled, `body` throws, or the file can't be read any more.
  ///
  /// Calls `began` once it is certain to see all later commits. `body` receives the changes since the last call, never
  /// none. While `body` runs it reads nothing and holds no lock. If another program holds the lock, it waits.
  public func run(
    began: () -> Void = {}, _ body: @Sendable ([RecordEvent]) async throws -> Void
  ) async throws {
    let (commits, commit) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Subscribed before the first look: a commit that the look does not see arrives here.
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
      // One look may have covered several batches.
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

  /// The result of a look.
  private struct Look: Sendable {
    var table: any SeenContents
    /// The version of the schema.
    var version: Int
    /// Whether the table has other columns than the watched ones.
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
        // A view that can't be read has no columns.
        look.isAltered = !table.columns.isEmpty && table.columns != last.table.table.columns
      }
      do {
        look.events = try look.table.look(db)
      } catch let error as DatabaseError where look.isAltered && error.primaryCode == 1 {
        // One of the watched columns has gone.
        throw TableAltered(table: look.table.table.name)
      }
      look.work = ThreadTime.now - start
      return look
    }
  }
}

extension Database {
  /// The version of the schema, which changes with each change of the schema.
  var schemaVersion: Int {
    get throws {
      var version = 0
      try internalRows("PRAGMA schema_version") { version = $0.integer(0) }
      return version
    }
  }
}

/// The error that the columns of a watched table have changed: its last seen state has the old ones.
public struct TableAltered: SentenceError {
  /// The watched table.
  public let table: String

  public var description: String {
    "\(table) has other columns now, and changes in those are not known. The watch ends: start it again."
  }
}
