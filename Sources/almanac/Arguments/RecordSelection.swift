// Which records of a table a verb prints, and in which order.
import AlmanacRecords
import Databases

/// The records that `--search`, `--where`, `--sort` and `--limit` select.
struct RecordSelection {
  static let options: [Arguments.Option] = [.text("search"), .condition, .value("sort"), .value("limit")]

  /// The help text of the options.
  static let help = """
      --search TEXT   only what the search finds: every word somewhere, "two words" together, !without
      --where COLUMN=VALUE
                      only the records with this value, compared as the column compares: active is yes or no, id a
                      number, email ignores case; COLUMN= is empty text; if you give several, all must hold.
                      COLUMN:=JSON is a value with its type, as edit takes it: COLUMN:=null
      --sort COLUMN   sort by a column, as it compares (in a book ignoring case), then by key; COLUMN:desc reverses
      --limit N       at most N records
    """

  private let search: SearchQuery
  private let conditions: [String]
  private let sort: RecordListing.Sort?
  private let limit: Int?

  /// Throws `UsageError`.
  init(_ arguments: Arguments) throws {
    conditions = arguments.values("where")
    for condition in conditions where !condition.unicodeScalars.dropFirst().contains("=") {
      throw UsageError("--where takes COLUMN=VALUE, not '\(condition)'.")
    }
    sort = try arguments.value("sort").map(Self.sort)
    limit = try arguments.value("limit").map(Self.limit)
    search = SearchQuery(arguments.value("search") ?? "")
  }

  /// The records of a table. Throws `UsageError`. Inside a read.
  func listing(of table: FileTable) throws -> RecordListing {
    let sorted = try sort.map(table.sort)
    return RecordListing(
      table.table, search: search, filters: try conditions.map(table.condition), sort: sorted, limit: limit)
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
    if let collation = table.style.limits.unknownCollations[column] {
      throw UsageError(
        "\(table.name) can't be sorted by \(column): \(MissingPart(collation: collation)); list it without --sort.")
    }
    return RecordListing.Sort(column: column, isDescending: sort.isDescending)
  }
}
