// The profile of a column, as a query of the client.
public import Databases
public import QueryClients

/// The state of a column's profile.
public typealias ColumnProfileState = QueryState<ColumnProfile?, ColumnProfile>

/// Makes the profile of a column of the records that a list shows, with what is known before.
public struct ColumnProfileQuery: QueryRequest {
  /// The list with the records.
  public let list: ListQuery
  /// The column, by its name.
  public let column: String
  let connection: SQLiteConnection
  /// How many different values are counted.
  var mostValues = 100_000

  /// A query for the profile of a column of a list.
  public init(_ column: String, of list: ListQuery, in connection: SQLiteConnection) {
    // The same in any order.
    self.list = list.with { $0.order = ListOrder($0.table.identity) }
    self.column = column
    self.connection = connection
  }

  public var path: QueryPath { ["profile", ObjectIdentifier(connection), list, column] }

  public func setup(context: inout QueryContext) {
    context.commitWatch = CommitWatch(connection)
  }

  /// This, to be made again once the database has changed.
  public var request: some QueryRequest<ColumnProfile, ColumnProfileState> {
    staleWhen { state, context in state.currentValue.map { !$0.isWhole || $0.isOutdated(in: context) } ?? true }
  }

  public func fetch(
    in context: QueryContext, with continuation: QueryContinuation<ColumnProfile>
  ) async throws -> ColumnProfile {
    // What has been committed before is in what is read, and makes it no older.
    await connection.ownCommitsPublished()
    try await connection.lookForOutsideChanges()
    let watch = context.commitWatch
    let commits = watch?.count ?? 0
    let (list, column, mostValues) = (list, column, mostValues)
    let (profile, reads) = try await connection.read { db in
      try db.recordingReads {
        try ProfileScan(list: list, column: column, db: db, mostValues: mostValues).run { continuation.yield($0) }
      }
    }
    watch?.noteReads(reads)
    var whole = profile
    whole.commits = commits
    return whole
  }
}

extension ColumnProfile {
  /// Whether what it was made of has changed since. Tracked.
  public func isOutdated(in context: QueryContext) -> Bool { context.commitWatch.map { $0.count != commits } ?? false }
}
