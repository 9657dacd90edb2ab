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
    Lists the records of a table or a view of any SQLite file, by their keys, or in the order of the book's screens. On a
    terminal: a table, with yes and no, times in your time zone to the minute, and long texts cut. In a pipe: a line of
    tab-separated values for each record, whole, as the file holds them, control characters made visible.

      --search TEXT   only what the search finds: every word somewhere, "two words" together, !without
      --where COLUMN=VALUE
                      only where the column holds the value: active yes or no, id a number, email whatever the case,
                      any other as the column compares; COLUMN= is empty text; several must all hold
      --sort COLUMN   in the order of a column, as it compares texts (in a book whatever the case), equal ones by key;
                      COLUMN:desc the other way round
      --limit N       at most so many
      --json          one array of objects, with real types: active is true or false
      --csv, --tsv    with a line of headings, active as 1 or 0
                      Bytes are x'00ff' in every form, NULL is empty (in JSON null), what is no UTF-8 is U+FFFD.
    \(Arguments.Option.helpOfAll)
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; without it, the one that ALMANAC_FILE names, or your own book
      --create        make the file where it isn't there
      --sample        fill an empty book with samples first, and begin your own with them
      --empty         begin your own book empty
      --read-only     change nothing
      --help, --version

    Almanac reads some records at a time, so a slow reader blocks no writer. While others write, a record that they
    don't touch comes once; one that they change comes as it was or as it is, and one that moves in the order may come
    twice, or not at all.

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
      let sorted = try sort.map { try table.sort($0, db) }
      return RecordListing(
        table.table, search: search, conditions: try arguments.values("where").map(table.condition), sort: sorted,
        limit: limit)
    }
  }

  private static func sort(_ text: String) throws -> RecordListing.Sort {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 1 || parts[1] == "desc" else {
      throw UsageError("--sort takes COLUMN or COLUMN:desc, not '\(text)'.")
    }
    return RecordListing.Sort(column: parts[0], isDescending: parts.count == 2)
  }

  private static func limit(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageError("--limit takes a number from 0 on, not '\(text)'.")
    }
    return number
  }
}

extension FileTable {
  /// The condition that a word `COLUMN=VALUE` says. Throws `UsageError`.
  fileprivate func condition(_ word: String) throws -> RecordCondition {
    guard let assignment = Assignment(plain: word, columns: table.columns) else {
      throw UsageError("--where takes COLUMN=VALUE, not '\(word)'.")
    }
    let column = try column(named: assignment.column)
    do throws(RecordCondition.Problem) {
      return try RecordCondition(table, column: column, text: assignment.text)
    } catch {
      switch error {
      case .noFlag: throw UsageError.noFlag(column, assignment.text)
      case .noNumber: throw UsageError("\(column) is a number, not '\(assignment.text)'.")
      }
    }
  }

  /// An order by a column of the table. Throws `UsageError`, also where nothing compares its values. Inside a read.
  fileprivate func sort(_ sort: RecordListing.Sort, _ db: Database) throws -> RecordListing.Sort {
    let column = try column(named: sort.column)
    let collation = shape.columns.first { $0.name == column }?.collation ?? "BINARY"
    guard try TableShape.knowsCollation(collation, db) else {
      throw UsageError(
        "\(column) is ordered by the collation \(collation), which Almanac does not have: list it without --sort.")
    }
    return RecordListing.Sort(column: column, isDescending: sort.isDescending)
  }
}
