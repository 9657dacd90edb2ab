// The profile of a column, as a query of the query client.
public import Databases
public import QueryClients

/// The state of a column's profile.
public typealias ColumnProfileState = QueryState<ColumnProfile?, ColumnProfile>

/// Makes the profile of a column over the records of a list; on the way it yields the profile so far.
public struct ColumnProfileQuery: QueryRequest {
  /// The list with the records.
  public let list: ListQuery
  /// The column's name.
  public let column: String
  let connection: SQLiteConnection
  /// The most different values that are counted.
  var mostValues = 100_000

  /// Makes a query for the profile of a column of a list.
  public init(_ column: String, of list: ListQuery, in connection: SQLiteConnection) {
    // The result does not depend on the order.
    self.list = list.with { $0.order = ListOrder($0.table.identity) }
    self.column = column
    self.connection = connection
  }

  public var path: QueryPath { ["profile", ObjectIdentifier(connection), list, column] }

  public func setup(context: inout QueryContext) {
    context.commitWatch = CommitWatch(connection)
  }

  /// The query, repeated once the database has changed.
  public var request: some QueryRequest<ColumnProfile, ColumnProfileState> {
    staleWhen { state, context in state.currentValue.map { !$0.isWhole || $0.isOutdated(in: context) } ?? true }
  }

  public func fetch(
    in context: QueryContext, with continuation: QueryContinuation<ColumnProfile>
  ) async throws -> ColumnProfile {
    // The read sees earlier commits, so they must not make the result outdated.
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
  /// Whether the read data has changed since. Tracked.
  public func isOutdated(in context: QueryContext) -> Bool { context.commitWatch.map { $0.count != commits } ?? false }
}
