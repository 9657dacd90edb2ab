// Lists the records of a table on standard output.
import AlmanacRecords
import Databases

enum ListCommand: Verb {
  static let name = "list"
  static let options =
    BookFile.arguments + [
      .text("search"), .value("where"), .value("sort"), .value("limit"), .flag("json"), .flag("csv"), .flag("tsv"),
      .all, .utc,
    ]

  static let usage = [
    """
    list TABLE [--search TEXT] [--where COLUMN=VALUE]... [--sort COLUMN[:desc]] [--limit N]
               [--json | --csv | --tsv] [--all] [--utc]
    """
  ]

  static let help = """
    Lists the records of a table or a view of any SQLite file in the order of the screen. On a terminal it prints a table:
    flags as yes and no, times in your time zone to the minute, long texts cut. In a pipe it prints a line for each
    record: whole values as the file holds them, to the byte, with tabs between them. --tsv keeps lines apart.

      --search TEXT   list what the search finds: every word somewhere, "two words" together, !without
      --where COLUMN=VALUE
                      list the records with this value, compared as the column compares: active is yes or no, id a
                      number, email ignores case; COLUMN= is empty text; if you give several, all must hold.
                      COLUMN:=JSON is a value with its type, as edit takes it: COLUMN:=null
      --sort COLUMN   sort by a column, as it compares (in a book ignoring case), then by key; COLUMN:desc reverses
      --limit N       list at most N records
      --json          print one array of objects, with real types: active is true or false
      --csv, --tsv    print a line of headings first; active is 1 or 0
                      Bytes are x'00ff' in every form, infinity is 1e999, invalid UTF-8 is U+FFFD. NULL is empty; empty
                      text is "" in CSV and JSON, and otherwise empty too.
    \(Arguments.Option.helpOfAll)
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --create        make a book if the file does not exist
      --sample        fill an empty book with samples first, or begin your own with them
      --empty         begin your own book empty
      --read-only     change nothing
      --help, --version

    Almanac reads some records at a time, so a slow reader blocks no writer. If other programs write meanwhile, a record
    that they change comes as it was or as it is, and one that moves in the order may come twice or not at all.

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableName()
    try arguments.refuseWords(from: 1)
    for condition in arguments.values("where") where !condition.unicodeScalars.dropFirst().contains("=") {
      throw UsageError("--where takes COLUMN=VALUE, not '\(condition)'.")
    }
    let sort = try arguments.value("sort").map(sort)
    let limit = try arguments.value("limit").map(limit)
    let search = SearchQuery(arguments.value("search") ?? "")
    let format: RowFormat =
      switch try arguments.exclusive("json", "csv", "tsv") {
      case "json": .json
      case "csv": .csv
      case "tsv": .tsv
      default: StandardStreams.isTerminal ? .table(width: StandardStreams.width, zone: arguments.zone) : .plain
      }
    let showsAll = arguments.has("all")
    try await WrittenRecords.write(of: BookFile(arguments, acceptsAny: true), as: format) { db in
      let table = try FileTable(name, showsAll: showsAll, db)
      let sorted = try sort.map(table.sort)
      return RecordListing(
        table.table, search: search, filters: try arguments.values("where").map(table.condition), sort: sorted,
        limit: limit)
    }
  }

  private static func sort(_ text: String) throws -> RecordListing.Sort {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let direction = parts.count == 1 ? "asc" : parts[1].lowercased()
    guard ["asc", "desc"].contains(direction) else {
      throw UsageError("--sort takes COLUMN or COLUMN:desc, not '\(text)'.")
    }
    return RecordListing.Sort(column: parts[0], isDescending: direction == "desc")
  }

  private static func limit(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageError("--limit takes a number from 0 on, not '\(text)'.")
    }
    return number
  }
}

extension FileTable {
  /// The condition in a word `COLUMN=VALUE`. Throws `UsageError`.
  func condition(_ word: String) throws -> RecordFilter {
    guard let assignment = Assignment(word, columns: table.columns) else {
      throw UsageError("--where takes COLUMN=VALUE, not '\(word)'.")
    }
    let column = try column(named: assignment.column)
    if assignment.isJSON { return RecordFilter(column: column, value: try assignment.json()) }
    do throws(RecordFilter.Problem) {
      return try RecordFilter(table, column: column, text: assignment.text)
    } catch {
      switch error {
      case .noFlag: throw UsageError.noFlag(column, assignment.text)
      case .noNumber: throw UsageError("\(column) is a number, not '\(assignment.text)'.")
      }
    }
  }

  /// An order by a column of the table. Throws `UsageError`, also if the column's collation is unknown.
  fileprivate func sort(_ sort: RecordListing.Sort) throws -> RecordListing.Sort {
    let column = try column(named: sort.column)
    if let collation = table.style.unknownCollations[column] {
      throw UsageError(
        "\(table.name) can't be sorted by \(column): \(MissingPart(collation: collation)); list it without --sort.")
    }
    return RecordListing.Sort(column: column, isDescending: sort.isDescending)
  }
}
