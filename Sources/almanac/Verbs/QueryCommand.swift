// Runs a query, and writes its rows to standard output.
import AlmanacRecords
import Databases
import LiveResults
import Locks
import Terminals

enum QueryCommand: Verb {
  static let name = "query"
  static let options =
    BookFile.readingArguments + [
      .flag("plan"), .utc, .parameter,
    ] + DataFormat.options

  static let usage = ["query SQL [--param NAME=VALUE...] [\(DataFormat.usage) | --plan]"]

  static let help = """
    Runs one SELECT on any SQLite file and writes its rows. On a terminal it prints a table, in a pipe a line for each row,
    as list does. The query only reads this file: a statement that writes, ATTACH, and functions that load code or reach
    other files are refused. The read lasts until the last row is written, so a slow reader of a file without a log keeps
    writers waiting. A second column of one name gets the name with :1 behind it. watch --query follows a query.

      --json          print one array of objects, with real types
      --jsonl         print one object per line
      --csv, --tsv    print a line of headings first
      --markdown      print a table of Markdown
      --plan          do not run the query: print SQLite's plan as a tree, with the scans of whole tables of 10,000 rows or
                      more and the number of their rows, and then how Almanac keeps the result live
    \(Arguments.Option.helpOfParameter)
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing; leave an older book as it is
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard let sql = arguments.words.first else { throw UsageError("Write the query, in quotes.") }
    try arguments.refuseWords(from: 1)
    let choice = try arguments.exclusive(DataFormat.names + ["plan"])
    let format = RowFormat(named: choice, arguments.zone)
    let parameters = try arguments.parameters(of: sql)
    let file = try BookFile(arguments, acceptsAny: true)
    let task = Task {
      try await file.read { connection in
        do {
          let query = QueryRun(sql, with: parameters, on: connection)
          if choice == "plan" { try await writePlan(query) } else { try await write(query, as: format) }
        } catch let error as QueryError {
          throw error.failure
        }
      }
    }
    try StandardStreams.whenReaderGoes { task.cancel() }
    do {
      try await task.value
    } catch is CancellationError {
      throw OutputClosed()
    }
  }

  private static func writePlan(_ query: QueryRun) async throws {
    let lines = try await query.plan().text
    let isUnicode = !StandardStreams.isTerminal || Environment.isUnicode
    try StandardStreams.write { output in
      for line in lines { try output.write(SafeText.string(line, isUnicode: isUnicode) + "\n") }
    }
  }

  private static func write(_ query: QueryRun, as format: RowFormat) async throws {
    let (output, isTerminal) = (StandardStreams.output, StandardStreams.isTerminal)
    let text = Lock<RowsText?>(nil)
    try await query.run { columns, rows in
      try text.withLock { text in
        var output = OutputText(to: output)
        var present =
          text ?? RowsText(columns: RecordColumns(names: columns), format: format, isTerminal: isTerminal)
        try present.write(rows, to: &output)
        text = present
        try output.flush()
      }
    }
    guard let rows = text.withLock({ $0 }) else { return }
    try StandardStreams.write { try rows.writeEnd(to: &$0) }
    if rows.hiddenCount > 0 {
      StandardStreams.complain("\(rows.hiddenCount.counted("column")) more: --csv and --json print all.")
    }
  }
}

extension QueryError {
  /// The failure of a verb.
  var failure: CommandFailure {
    let place = place.map { ", at byte \($0 + 1) of the query" } ?? ""
    return CommandFailure("The query can't run: \(message)\(place).")
  }
}
