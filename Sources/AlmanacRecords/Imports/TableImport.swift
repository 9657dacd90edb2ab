// The import of a source into a table, as a mutation of the query client.
public import Databases
public import QueryClients

/// The input of an import.
public struct ImportOrder: Sendable {
  /// The file; nil for standard input.
  public var path: String?
  /// The format of the source.
  public var format: SourceFormat
  /// Whether the import is only rehearsed: all is rolled back at the end.
  public var isRehearsed: Bool
  /// The limit of the recorded change for undo, in bytes; nil for an import without undo.
  public var byteLimit: Int?
  /// Interrupts the import of a file; the import of a stream ends when its task is cancelled.
  public var interruption: WriteInterruption
  private(set) var keeper: StepKeeper?
  private(set) var label: @Sendable (ImportReport) -> String = { _ in "" }

  /// The order with a change that is kept as a step with a label.
  public func kept(by keeper: StepKeeper?, as label: @escaping @Sendable (ImportReport) -> String) -> ImportOrder {
    var order = self
    (order.keeper, order.label) = (keeper, label)
    return order
  }

  /// Makes an order for a file or for standard input.
  public init(
    path: String?, format: SourceFormat, isRehearsed: Bool = false, undoLimit byteLimit: Int? = nil,
    endedBy interruption: WriteInterruption = WriteInterruption()
  ) {
    (self.path, self.format, self.isRehearsed) = (path, format, isRehearsed)
    (self.byteLimit, self.interruption) = (byteLimit, interruption)
  }
}

/// The progress or the result of an import.
public struct ImportReport: Hashable, Sendable {
  /// The number of records added, or to be added.
  public var count: Int
  /// The part of the source that was read, in percent; nil if its length is unknown.
  public var percent: Int?
  /// The further effects of a rehearsed import on other records.
  public var others: [OtherRecords] = []
  /// The records that disappeared with the additions, in an import without undo or a rehearsal.
  public var gone: [GoneRecords] = []
  /// The remarks about the values.
  public var remarks = ImportRemarks()
  /// The change, if it can be undone.
  public var change: BookChange?
  /// Whether the import has ended.
  public var isWhole = false
}

/// Adds the records of a source to a table, all of them or none, in one transaction.
public struct TableImport: MutationRequest {
  /// The name of the table.
  public let table: String
  let connection: SQLiteConnection

  /// Makes an import into a table of `connection`.
  public init(into table: String, of connection: SQLiteConnection) {
    (self.table, self.connection) = (table, connection)
  }

  public var path: QueryPath { ["import", ObjectIdentifier(connection), table] }

  /// Imports a source. Throws `LineFailure`, `SystemCallError` if the source can't be read, `DatabaseError`, and
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
        try await connection.write(keptBy: order.keeper, endedBy: order.interruption) { [table] db in
          let work = { try Self.add(file, order, to: table, db, pause: context.importPause) { continuation.yield($0) } }
          if let limit = order.byteLimit {
            var (report, change) = try BookChange.recordingAdditions(to: table, byteLimit: limit, db, work)
            try change.requireLastingUndo(db)
            report.change = change
            if change.rows.isEmpty { return (report, nil) }
            return (report, .made(KeptStep(label: order.label(report), table: table, change: change)))
          }
          guard order.isRehearsed else {
            var (report, touched) = try db.countingGoneRows(work)
            report.gone = touched.gone
            return (report, nil)
          }
          var (report, touched) = try db.countingRows(work)
          report.gone = touched.gone
          if db.hasUnmendedForeignKeys { throw DatabaseError.foreignKey }
          report.others = touched.others(besides: report.count, addedTo: table)
          // The error rolls the write back.
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
  /// The least time between two reports of an import's progress.
  public var importPause: Duration {
    get { self[ImportPauseKey.self] }
    set { self[ImportPauseKey.self] = newValue }
  }

  private enum ImportPauseKey: Key { static var defaultValue: Duration { .milliseconds(100) } }
}
