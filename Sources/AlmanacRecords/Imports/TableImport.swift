// The import of a source into a table, as a mutation of the query client.
public import Databases
public import QueryClients

/// The input of an import.
public struct ImportOrder: Sendable {
  /// The file; nil for standard input.
  public var path: String?
  /// How the source is to be read.
  public var form: SourceForm
  /// Whether the import is only rehearsed: all is rolled back at the end.
  public var isRehearsed: Bool
  /// The limit of the recorded change for undo, in bytes; nil for an import without undo.
  public var byteLimit: Int?
  /// The table to make for the records; nil to add them to one that is there.
  public var creation: NewTable?
  /// The copy of a stream, to be read instead of the path.
  var spool: SourceSpool?
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
    path: String?, _ form: SourceForm, isRehearsed: Bool = false, undoLimit byteLimit: Int? = nil,
    endedBy interruption: WriteInterruption = WriteInterruption()
  ) {
    (self.path, self.form, self.isRehearsed) = (path, form, isRehearsed)
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

  /// The report of a beginning.
  public static let begun = ImportReport(count: 0)

  /// The name of the step of an import into a new table.
  public func label(intoNew table: String) -> String {
    "Imported \(count.counted("record")) into the new table \(table)"
  }
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
    let file = try order.spool?.file() ?? SourceFile(order.path)
    // A stream may never end, and an interruption does not end the wait for it.
    if order.byteLimit != nil, file.length == nil {
      throw SourceProblem.notOrdinary
    }
    do {
      return try await withTaskCancellationHandler {
        try await connection.write(keptBy: order.keeper, endedBy: order.interruption) { [table] db in
          let work = { try Self.add(file, order, to: table, db, pause: context.importPause) { continuation.yield($0) } }
          if let creation = order.creation {
            try creation.make(db)
            var report = try work()
            // The error rolls the write back.
            if order.isRehearsed { throw Rehearsal(report: report) }
            let change = BookChange(try TableCreation.made(creation, db))
            report.change = change
            return (report, .made(KeptStep(label: order.label(report), table: table, change: change)))
          }
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
    let decoder = SourceDecoder(order.form.encoding, read: file.read)
    let bytes = SourceBytes(read: decoder.read)
    let source: any RecordSource =
      if let creation = order.creation {
        RenamedSource(order.form.source(bytes, takesEmptyNames: true), creation)
      } else {
        order.form.source(bytes)
      }
    let (count, remarks) = try db.withRoomForPages {
      try RecordImport(table: table, shape: shape, db: db, pause: pause).run(source) { count in
        let percent = file.length.map { min(99, decoder.count * 100 / max(1, $0)) }
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
