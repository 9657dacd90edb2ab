// Lists the records of a table on standard output.
import AlmanacRecords
import Databases
import Glibc

enum ListCommand: Verb {
  static let name = "list"
  static let options =
    BookFile.arguments + [.value("search"), .value("limit"), .flag("json"), .flag("csv"), .flag("tsv")]

  static let help = """
    usage: almanac list facts|users [--search TEXT] [--limit N] [--json | --csv | --tsv]

    Lists records in the order of the screen: a table on a terminal, a line of tab-separated values for each in a pipe.

      --search TEXT   only what the search finds: every word somewhere, "two words" together, !without
      --limit N       at most so many
      --json          one array of objects
      --csv, --tsv    with a line of headings
      --file FILE     the book; else what ALMANAC_FILE names, else your own
      --create        make the file where it isn't there
      --sample        fill an empty book with samples first
      --empty         begin your own book without samples
      --read-only     change nothing
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count == 1 else { throw UsageError("Say which table: facts or users.") }
    var limit: Int?
    if let text = arguments.value("limit") {
      guard let number = Int(text), number >= 0 else { throw UsageError("--limit takes a number, not '\(text)'.") }
      limit = number
    }
    let search = SearchQuery(arguments.value("search") ?? "")
    switch arguments.words[0] {
    case Fact.tableName: try await list(RecordListing<Fact>(search: search, limit: limit), arguments)
    case User.tableName: try await list(RecordListing<User>(search: search, limit: limit), arguments)
    case let table: throw UsageError("There is no table '\(table)'; there are facts and users.")
    }
  }

  private static func list<Record>(_ listing: RecordListing<Record>, _ arguments: Arguments) async throws {
    let columns = RecordListing<Record>.columns
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let format: RowFormat =
      switch try arguments.exclusive("json", "csv", "tsv") {
      case "json": .json
      case "csv": .csv
      case "tsv": .tsv
      default: isTerminal ? .table(width: terminalWidth) : .plain
      }
    try await BookFile(arguments).use { connection in
      try await connection.read { db in
        var writer = RowWriter(columns: columns, format: format, isTerminal: isTerminal)
        try listing.forEach(db) { try writer.write($0) }
        try writer.finish()
      }
    }
  }

  private static var terminalWidth: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
