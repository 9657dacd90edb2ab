// An import into a table that it makes: what it will make is shown first.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Glibc

extension ImportCommand {
  /// Reads the whole source, prints the statement that makes its table, and asks on a terminal. Returns the order with
  /// the table. Throws `UsageError` and `CommandFailure`.
  static func orderWithTable(
    _ order: ImportOrder, named given: String?, _ file: BookFile
  ) async throws -> ImportOrder {
    guard let name = given ?? order.path.map(NewTable.name) else {
      throw UsageError("Name the table to be made: --into TABLE.")
    }
    let isTaken = try await file.use { connection in
      try await connection.read { db in try NewTable.isTaken(name, db) }
    }
    if isTaken {
      let advice =
        given == nil ? "--into TABLE gives the new one another name." : "without --create they are added to it."
      throw UsageError("There is already a table '\(name)'; \(advice)")
    }
    var order = order
    let survey = try await explaining(order.path) {
      let notice = ImportNotice()
      defer { notice.clear() }
      return try await order.survey(streamsIn: Environment.path("TMPDIR") ?? "/tmp") { notice.tell($0) }
    }
    let table = NewTable(name, survey.columns)
    if let problem = table.problem { throw CommandFailure("Nothing was imported: \(sentence(problem)).") }
    try StandardStreams.write(table.statement.map { WatchOutput.shown($0) + "\n" }.joined())
    if order.path != nil, !order.isRehearsed, isatty(STDIN_FILENO) == 1, isatty(StandardStreams.errors) == 1 {
      let question = "Make this table and add \(survey.count.counted("record")) to it? [y/N] "
      try StandardStreams.write(question, to: StandardStreams.errors)
      guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
        throw CommandFailure("Nothing was imported.")
      }
    }
    order.creation = table
    return order
  }

  private static func sentence(_ problem: String) -> String {
    problem.prefix(1).lowercased() + problem.dropFirst().dropLast()
  }

  /// Says what has become of the order.
  static func tell(_ report: ImportReport, of table: NewTable, isRehearsed: Bool) {
    let records = report.count.counted("record")
    StandardStreams.complain(
      isRehearsed
        ? "Dry run: \(table.name) would be made, and \(records) would be added to it. Nothing was written."
        : "Made \(table.name), and added \(records) to it.")
  }

  /// Runs `body`; a failure says that nothing was imported, and why.
  static func explaining<R>(_ path: String?, _ body: () async throws -> R) async throws -> R {
    let source = path ?? "standard input"
    do {
      return try await body()
    } catch let error where error is UsageError || error is CommandFailure || error is CancellationError {
      throw error
    } catch let failure as LineFailure {
      throw CommandFailure("Nothing was imported: \(failure.clause(of: source)).")
    } catch let error as SystemCallError {
      throw CommandFailure("Nothing was imported: \(source) can't be read: \(error.reason).")
    } catch {
      throw CommandFailure("Nothing was imported: \(AlmanacFeatures.sentence(error)).")
    }
  }
}
