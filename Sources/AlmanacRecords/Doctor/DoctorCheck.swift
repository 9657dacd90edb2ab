// The checks of a file, as queries of the query client.
public import Databases
import LiveResults
public import QueryClients

/// A check of a file. No check writes. The first ones tell why the others may have to wait.
public enum DoctorCheck: String, CaseIterable, Sendable {
  /// Which programs read or write the file, or have it open.
  case locks
  /// How SQLite keeps commits safe.
  case journal
  /// SQLite's own check for damage.
  case integrity
  /// References to missing records.
  case foreignKeys = "foreign-keys"
  /// Whether the search indexes of a book agree with its records.
  case searchIndex = "search-index"

  /// The title of the check.
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

/// Runs a check; on the way it yields the findings so far.
public struct DoctorQuery: QueryRequest {
  /// The check to run.
  public let check: DoctorCheck
  let connection: SQLiteConnection

  /// Makes a query that runs a check in a read of `connection`.
  public init(_ check: DoctorCheck, of connection: SQLiteConnection) {
    (self.check, self.connection) = (check, connection)
  }

  /// The path, unique for each connection and check.
  public var path: QueryPath { ["doctor", ObjectIdentifier(connection), check] }

  /// Runs the check. Throws `DatabaseError` if the file can't be read, and `CancellationError` if it is cancelled.
  public func fetch(
    in context: QueryContext, with continuation: QueryContinuation<DoctorReport>
  ) async throws -> DoctorReport {
    let progress: @Sendable (DoctorReport) -> Void = { continuation.yield($0) }
    let (check, path) = (check, connection.path)
    let (waiting, isFrozen) = (connection.status.waiting, connection.frozenBy != nil)
    if check == .locks, !isFrozen, let path, let report = DoctorReport(ofWriterTo: path) { return report }
    if check == .journal { try? await connection.lookForOutsideChanges() }
    let rowSource = connection.rowSource
    return try await connection.read { db in
      switch check {
      case .locks: try LockCheck.run(db, path: path, isWaiting: !waiting.isEmpty, isFrozen: isFrozen)
      case .journal: try JournalCheck.run(db, path: path, isFrozen: isFrozen, rowSource)
      case .integrity: try IntegrityCheck.run(db, progress).adding(corrections: LiveResult.allCorrections)
      case .foreignKeys: try ForeignKeyCheck.run(db, progress)
      case .searchIndex: try SearchIndexCheck().run(db, progress)
      }
    }
  }
}

extension DoctorReport {
  /// With the number of live results that a check has found wrong. A damaged index is a usual cause.
  func adding(corrections count: Int) -> DoctorReport {
    var report = self
    if count > 0 {
      report.add(
        .note,
        "Almanac has corrected \(count.counted("wrong result")) of live queries since it started: an index may be damaged, "
          + "or Almanac has a fault. Such queries run again after each commit now.")
    }
    return report
  }
}
