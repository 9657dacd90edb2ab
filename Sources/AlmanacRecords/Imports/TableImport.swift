// The import of a source into a table, as a mutation of the query client.
public import Databases
public import QueryClients

/// What is to be imported.
public struct ImportOrder: Hashable, Sendable {
  /// The file; `nil` is standard input.
  public var path: String?
  public var format: SourceFormat
  /// Whether all is taken back in the end.
  public var isRehearsed: Bool

  /// An import of a file, or of standard input.
  public init(path: String?, format: SourceFormat, isRehearsed: Bool = false) {
    (self.path, self.format, self.isRehearsed) = (path, format, isRehearsed)
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
    let interruption = WriteInterruption()
    do {
      return try await withTaskCancellationHandler {
        try await connection.write(endedBy: interruption) { [table] db in
          let work = { try Self.add(file, order, to: table, db) { continuation.yield($0) } }
          guard order.isRehearsed else { return try work() }
          var (report, touched) = try db.countingRows(work)
          if db.hasUnmendedForeignKeys { throw DatabaseError.foreignKey }
          report.others = touched.others(besides: report.count, addedTo: table)
          // Takes it back.
          throw Rehearsal(report: report)
        }
      } onCancel: {
        interruption.interrupt()
        file.cancel()
      }
    } catch let rehearsal as Rehearsal {
      return rehearsal.report
    } catch let error as DatabaseError where error.isInterrupted {
      throw CancellationError()
    }
  }

  private struct Rehearsal: Error {
    let report: ImportReport
  }

  /// Adds the records of a file, inside a write.
  private static func add(
    _ file: SourceFile, _ order: ImportOrder, to name: String, _ db: Database, _ progress: (ImportReport) -> Void
  ) throws -> ImportReport {
    guard let shape = try TableShape(named: name, db), let table = try ListedTable.named(name, db) else {
      throw SourceProblem(description: "There is no table \(name) any more.")
    }
    let bytes = SourceBytes(read: file.read)
    let count = try db.withRoomForPages {
      try RecordImport(table: table, shape: shape, db: db).run(order.format.source(bytes)) { count in
        let percent = file.length.map { min(99, bytes.count * 100 / max(1, $0)) }
        progress(ImportReport(count: count, percent: percent))
      }
    }
    return ImportReport(count: count, percent: 100, isWhole: true)
  }
}
