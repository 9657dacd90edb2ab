// The import of a source into a table, as a mutation of the query client.
public import Databases
public import QueryClients

/// What is to be imported.
public struct ImportOrder: Sendable {
  /// The file; `nil` is standard input.
  public var path: String?
  /// What the source is written in.
  public var format: SourceFormat
  /// Whether all is taken back in the end.
  public var isRehearsed: Bool
  /// What can be taken back afterwards is limited by this; `nil`: it is done for good.
  public var byteLimit: Int?
  /// Ends the import of a file; that of a stream ends when its task is cancelled.
  public var interruption: WriteInterruption

  /// An import of a file, or of standard input.
  public init(
    path: String?, format: SourceFormat, isRehearsed: Bool = false, undoLimit byteLimit: Int? = nil,
    endedBy interruption: WriteInterruption = WriteInterruption()
  ) {
    (self.path, self.format, self.isRehearsed) = (path, format, isRehearsed)
    (self.byteLimit, self.interruption) = (byteLimit, interruption)
  }
}

/// How far an import has come, or what it has done.
public struct ImportReport: Hashable, Sendable {
  /// How many records were added, or would be.
  public var count: Int
  /// How much of the source was read; `nil` where its length is not known.
  public var percent: Int?
  /// What a rehearsed import would do besides to other records.
  public var others: [OtherRecords] = []
  /// Records that went with those that were added, where it is done for good or rehearsed.
  public var gone: [GoneRecords] = []
  /// What is to be said of the values.
  public var remarks = ImportRemarks()
  /// What was done, where it can be taken back.
  public var change: BookChange?
  /// Whether it has ended.
  public var isWhole = false
}

/// Adds the records of a source to a table, all of them or none, in one transaction.
public struct TableImport: MutationRequest {
  /// The name of the table.
  public let table: String
  let connection: SQLiteConnection

  /// An import into a table of `connection`.
  public init(into table: String, of connection: SQLiteConnection) {
    (self.table, self.connection) = (table, connection)
  }

  public var path: QueryPath { ["import", ObjectIdentifier(connection), table] }

  /// Imports a source. Throws `LineFailure`, `SystemCallError` where the source can't be read, `DatabaseError`, and
  /// `CancellationError`.
  public func mutate(
    with order: ImportOrder, in context: QueryContext, with continuation: QueryContinuation<ImportReport>
  ) async throws -> ImportReport {
    let file = try SourceFile(order.path)
    // A stream may never end, and an interruption does not end the wait for it.
    if order.byteLimit != nil, file.length == nil {
      throw SourceProblem(description: "Only an ordinary file can be imported here.")
    }
    do {
      return try await withTaskCancellationHandler {
        try await connection.write(endedBy: order.interruption) { [table] db in
          let work = { try Self.add(file, order, to: table, db, pause: context.importPause) { continuation.yield($0) } }
          if let limit = order.byteLimit {
            var (report, change) = try BookChange.recordingAdditions(to: table, byteLimit: limit, db, work)
            try change.requireLastingUndo(db)
            report.change = change
            return report
          }
          guard order.isRehearsed else {
            var (report, touched) = try db.countingGoneRows(work)
            report.gone = touched.gone
            return report
          }
          var (report, touched) = try db.countingRows(work)
          report.gone = touched.gone
          if db.hasUnmendedForeignKeys { throw DatabaseError.foreignKey }
          report.others = touched.others(besides: report.count, addedTo: table)
          // Takes it back.
          throw Rehearsal(report: report)
        }
      } onCancel: {
        order.interruption.interrupt()
        file.cancel()
      }
    } catch let rehearsal as Rehearsal {
      return rehearsal.report
    } catch let error as DatabaseError where error.isInterrupted && Task.isCancelled {
      throw CancellationError()
    }
  }

  private struct Rehearsal: Error {
    let report: ImportReport
  }

  /// Adds the records of a file, inside a write.
  private static func add(
    _ file: SourceFile, _ order: ImportOrder, to name: String, _ db: Database, pause: Duration,
    _ progress: (ImportReport) -> Void
  ) throws -> ImportReport {
    guard let shape = try TableShape(named: name, db), let table = try ListedTable.named(name, db) else {
      throw SourceProblem(description: "There is no table \(name) any more.")
    }
    let bytes = SourceBytes(read: file.read)
    let (count, remarks) = try db.withRoomForPages {
      try RecordImport(table: table, shape: shape, db: db, pause: pause).run(order.format.source(bytes)) { count in
        let percent = file.length.map { min(99, bytes.count * 100 / max(1, $0)) }
        progress(ImportReport(count: count, percent: percent))
      }
    }
    return ImportReport(count: count, percent: 100, remarks: remarks, isWhole: true)
  }
}

extension QueryContext {
  /// How far an import has come is told no more often.
  public var importPause: Duration {
    get { self[ImportPauseKey.self] }
    set { self[ImportPauseKey.self] = newValue }
  }

  private enum ImportPauseKey: Key { static var defaultValue: Duration { .milliseconds(100) } }
}
