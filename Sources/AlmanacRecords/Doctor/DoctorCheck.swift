// The checks of a file, each as a query of the client.
public import Databases
public import QueryClients

/// A check of a file. None of them writes. The first ones tell why others may have to wait.
public enum DoctorCheck: String, CaseIterable, Sendable {
  case locks
  case journal
  case integrity
  case foreignKeys = "foreign-keys"
  case searchIndex = "search-index"

  /// What it looks at, for a person.
  public var title: String {
    switch self {
    case .locks: "Locks"
    case .journal: "Journal"
    case .integrity: "Integrity"
    case .foreignKeys: "Foreign keys"
    case .searchIndex: "Search index"
    }
  }
}

/// The state of a check.
public typealias DoctorState = QueryState<DoctorReport?, DoctorReport>

/// Makes a check, with what is known before its end.
public struct DoctorQuery: QueryRequest {
  public let check: DoctorCheck
  let connection: SQLiteConnection

  public init(_ check: DoctorCheck, of connection: SQLiteConnection) {
    (self.check, self.connection) = (check, connection)
  }

  public var path: QueryPath { ["doctor", ObjectIdentifier(connection), check] }

  /// A file that can't be checked is to be said so, and not tried again.
  public func setup(context: inout QueryContext) { context.retryLimit = 0 }

  public func fetch(
    in context: QueryContext, with continuation: QueryContinuation<DoctorReport>
  ) async throws -> DoctorReport {
    let progress: @Sendable (DoctorReport) -> Void = { continuation.yield($0) }
    let (check, path) = (check, connection.path)
    let (waiting, isFrozen) = (connection.status.waiting, connection.frozenBy != nil)
    if check == .locks, !isFrozen, let path, let report = DoctorReport(ofWriterTo: path) { return report }
    return try await connection.read { db in
      switch check {
      case .locks: try LockCheck.run(db, path: path, isWaiting: !waiting.isEmpty, isFrozen: isFrozen)
      case .journal: try JournalCheck.run(db, path: path, isFrozen: isFrozen)
      case .integrity: try IntegrityCheck.run(db, progress)
      case .foreignKeys: try ForeignKeyCheck.run(db, progress)
      case .searchIndex: try SearchIndexCheck().run(db, progress)
      }
    }
  }
}
