// Adds the records of a file to a table.
import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import QueryClients

enum ImportCommand: Verb {
  static let name = "import"
  static let options =
    BookFile.changingArguments
    + [.value("into"), .value("delimiter"), .value("quote"), .value("encoding"), .flag("create"), .flag("dry-run")]
    + SourceFormat.allCases.map { .flag($0.rawValue) }

  static let usage = [
    """
    import SOURCE --into TABLE [--csv | --tsv | --json | --jsonl] [--delimiter CHAR] [--quote CHAR]
                  [--encoding NAME] [--create] [--dry-run]
    """
  ]

  static let help = """
    Adds the records of a file to a table of any SQLite file: all of them or none, in one transaction. It takes what
    export writes. SOURCE is a file, whose name tells the format (.csv, .tsv, .tab, .json, .jsonl, .ndjson), or - for
    standard input. While it runs, other programs wait with their changes; Ctrl-C stops it, and nothing is kept.

      --into TABLE    the table, or a view with an INSTEAD OF INSERT trigger
      --create        make the table, which otherwise has the name of the source. All records are read first: a column
                      is INTEGER or REAL if no value loses anything by it, and TEXT otherwise; in JSON a column with
                      several kinds of values has no type. The statement is printed first, and on a terminal almanac
                      asks. almanac undo drops the table again, and redo makes it again if it has at most 64 MB
      --csv           CSV: the first line names columns; a value is text, which the column converts, as in add
                      COLUMN=TEXT; an empty one is NULL, in quotes it is empty text; a column of texts that takes no
                      NULL takes empty text; x'00ff' stays a text: use JSON for bytes
      --delimiter CHAR, --quote CHAR
                      CSV with another character between values (tab is one too), and around them (none: no quotes)
      --encoding NAME utf8 (the usual one), utf16, utf16le, utf16be, latin1 or windows1252; a byte order mark at the
                      beginning of the file says more than this
      --tsv           tab-separated values with \\t, \\n, \\r and \\\\ written so; otherwise as CSV, without quotes
      --json, --jsonl an array of objects, or an object on each line, with real types; a text like x'00ff' is bytes,
                      unless its x is written \\u0078; an array or an object is stored as its text
      --dry-run       add nothing, but try all; say what would be added, and what triggers would do
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --help, --version

    A column that the source doesn't name takes its default. One that the file computes is passed over. In a book, texts
    are taken as in add. If a record can't be added, almanac names its line and says why, and adds none.

    """

  static func run(_ arguments: Arguments) async throws {
    guard let path = arguments.words.first else {
      throw UsageError("Name the file whose records are to be added, or - for standard input.")
    }
    try arguments.refuseWords(from: 1)
    let table = arguments.value("into")
    let makesTable = arguments.has("create")
    guard makesTable || table != nil else {
      throw UsageError("Name the table that the records are to be added to: --into TABLE.")
    }
    var order = ImportOrder(
      path: path == "-" ? nil : path, try form(of: path, arguments), isRehearsed: arguments.has("dry-run"))
    let file = try BookFile(arguments, acceptsAny: true, makesFile: false)
    if makesTable { order = try await orderWithTable(order, named: table, file) }
    let signal = FirstValue<Int32>()
    let signals = EndingSignals(signal.give)
    defer { signals.cancel() }
    let work = Task { [order] in try await report(of: order, into: order.creation?.name ?? table ?? "", file) }
    let stopping = Task {
      let number = await signal.value
      work.cancel()
      return number
    }
    do {
      let (name, report) = try await work.value
      let records = report.count.counted("record")
      if let table = order.creation {
        tell(report, of: table, isRehearsed: order.isRehearsed)
      } else if order.isRehearsed {
        report.others.tellRehearsal("\(records) would be added to \(name)", report.gone)
      } else {
        report.gone.tell()
        StandardStreams.complain("Added \(records) to \(name).")
      }
      if let remark = report.remarks.sentence { StandardStreams.complain(remark) }
    } catch is CancellationError {
      StandardStreams.complain("almanac import: It was stopped. Nothing was imported.")
      EndingSignals.pass(on: await stopping.value)
    }
  }

  /// How the source is to be read, from the options and the name of the file.
  private static func form(of path: String, _ arguments: Arguments) throws -> SourceForm {
    var encoding = SourceEncoding.utf8
    if let name = arguments.value("encoding") {
      guard let known = SourceEncoding(named: name) else {
        let names = SourceEncoding.allCases.map(\.rawValue)
        throw UsageError("There is no encoding '\(name)'; there are \(names.inWords).")
      }
      encoding = known
    }
    let (delimiter, quote) = (arguments.value("delimiter"), arguments.value("quote"))
    guard delimiter != nil || quote != nil else {
      return SourceForm(try format(of: path, arguments), DelimitedSigns(), encoding)
    }
    let given = try arguments.exclusive("csv", "tsv", "json", "jsonl")
    let named = given == nil ? SourceFormat(nameOf: path) : given.flatMap { SourceFormat(rawValue: $0) }
    let isTabbed = given == nil && named == .tsv
    guard named == nil || named == .csv || isTabbed else {
      throw UsageError("--delimiter and --quote are for CSV: add --csv, and no other format.")
    }
    do {
      // Tabs with quotes are no TSV, which has escapes.
      let signs = try DelimitedSigns(delimiter: delimiter ?? (isTabbed ? "tab" : nil), quote: quote)
      return SourceForm(.csv, signs, encoding)
    } catch let error as any SentenceError {
      throw UsageError("\(error)")
    }
  }

  private static func format(of path: String, _ arguments: Arguments) throws -> SourceFormat {
    if let given = try arguments.exclusive("csv", "tsv", "json", "jsonl") { return SourceFormat(rawValue: given)! }
    if let format = SourceFormat(nameOf: path) { return format }
    let what = path == "-" ? "standard input is" : "'\(path)' is: its name doesn't tell"
    throw UsageError("Say what \(what); there are --csv, --tsv, --json and --jsonl.")
  }

  /// Imports the records. Returns the table's name as spelled in the file, and the report.
  private static func report(
    of order: ImportOrder, into name: String, _ file: BookFile
  ) async throws -> (table: String, report: ImportReport) {
    try await file.use { connection in
      try await explaining(order.path) {
        let table = try await connection.read { db in
          if let creation = order.creation { return creation.name }
          let table = try FileTable(name, db)
          try table.requireChangeable(.add)
          return table.table.name
        }
        let notice = ImportNotice()
        defer { notice.clear() }
        let keeper = order.creation == nil || order.isRehearsed ? nil : StepKeeper.file(of: file.path)
        defer { keeper?.tellTrouble() }
        let store = Container.shared.queryClient().store(for: TableImport(into: table, of: connection))
        let report = try await store.mutate(
          with: order.kept(by: keeper) { $0.label(intoNew: table) },
          handler: QueryEventHandler(onResultReceived: { result, _ in
            if let report = try? result.get(), !report.isWhole { notice.tell(report) }
          }))
        return (table, report)
      }
    }
  }
}
