// Which records of a table a verb prints, and in which order.
import AlmanacRecords
import Databases

/// The records that `--search`, `--where`, `--sort` and `--limit` select, and their `--fields`.
struct RecordSelection {
  static let options: [Arguments.Option] = [
    .text("search"), .condition, .values("sort"), .value("limit"), .value("fields"),
  ]

  /// The help text of the options.
  static let help = """
      --search TEXT   only what the search finds, as on the screen: every word somewhere, "two words" together, !without;
                      genre:rock, ms>300000, note:null, ~/expression/, rock OR jazz
      --where COLUMN=VALUE
                      only the records with this value, compared as the column compares: active is yes or no, id a
                      number, email ignores case; COLUMN= is empty text; if you give several, all must hold. Also != < <=
                      > >=, and COLUMN~EXPRESSION for a regular expression.
                      COLUMN:=JSON is a value with its type, as edit takes it: COLUMN:=null
      --sort COLUMN   sort by a column, as it compares (in a book ignoring case), then by key; COLUMN:desc reverses;
                      if you give several, by the first one, among equal ones by the next
      --limit N       at most N records
      --fields COLUMN,COLUMN
                      only these columns, in this order
    """

  private let search: String
  private let zone: CivilZone
  private let conditions: [String]
  private let sort: [RecordListing.Sort]
  private let limit: Int?
  /// The words of `--fields`.
  private let fields: [String]?

  /// Throws `UsageError`.
  init(_ arguments: Arguments) throws {
    conditions = arguments.values("where")
    for condition in conditions
    where !condition.unicodeScalars.dropFirst().contains(where: { "=<>~".contains(Character($0)) }) {
      throw UsageError("--where takes COLUMN=VALUE, not '\(condition)'.")
    }
    sort = try arguments.values("sort").map(Self.sort)
    fields = arguments.value("fields").map { $0.split(separator: ",").map(String.init) }
    if fields?.isEmpty == true { throw UsageError("--fields takes COLUMN,COLUMN.") }
    limit = try arguments.value("limit").map(Self.limit)
    search = arguments.value("search") ?? ""
    zone = arguments.zone
  }

  /// The records of a table. Throws `UsageError`. Inside a read.
  func listing(of table: FileTable, _ db: Database) throws -> RecordListing {
    let table = conditions.isEmpty && search.isEmpty ? table : try table.learned(db)
    let sorted = try sort.map(table.sort)
    if let twice = sorted.indices.first(where: { sorted[..<$0].map(\.column).contains(sorted[$0].column) }) {
      throw UsageError("--sort names \(sorted[twice].column) twice.")
    }
    var search = SearchQuery(search, in: table.table, zone: zone)
    var filters: [RecordFilter] = []
    for condition in conditions {
      guard let (column, pattern) = table.split(condition, at: "~") else {
        filters.append(try table.condition(condition, zone))
        continue
      }
      guard let matching = search.matching(pattern, in: column, of: table.table) else {
        throw UsageError("'\(pattern)' is no regular expression that Almanac takes.")
      }
      search = matching
    }
    return RecordListing(
      table.table, columns: try fields?.map(table.column(named:)), search: search, filters: filters, sort: sorted,
      limit: limit)
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
  /// The condition in a word `COLUMN=VALUE`, or with another sign. Throws `UsageError`.
  func condition(_ word: String, _ zone: CivilZone) throws -> RecordFilter {
    if let (column, text) = split(word, at: ComparisonSign.unequal.rawValue) {
      guard RecordFilter(table, column, .unequal, text, zone: zone) != nil else {
        throw notComparable(column, text, zone)
      }
      return try condition("\(column)=\(text)", zone).inverse
    }
    for sign in ComparisonSign.allCases where !sign.isOfEquality {
      if let (column, text) = split(word, at: sign.rawValue) {
        guard let filter = RecordFilter(table, column, sign, text, zone: zone) else {
          throw notComparable(column, text, zone)
        }
        return filter
      }
    }
    guard let assignment = Assignment(word, columns: table.columns) else {
      throw UsageError("--where takes COLUMN=VALUE, not '\(word)'.")
    }
    let column = try column(named: assignment.column)
    let isDate = TypedMoments(column, of: table, zone: zone)?.value(of: assignment.text, over: nil) != nil
    if !assignment.isJSON, isDate || table.meaning(of: column) == .flag && EditableColumn.isFlag(assignment.text),
      let filter = RecordFilter(table, column, .equal, assignment.text, zone: zone)
    {
      return filter
    }
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

  /// The error for a column of numbers that is compared with another text.
  private func notComparable(_ column: String, _ text: String, _ zone: CivilZone) -> UsageError {
    let isOfTimes = TypedMoments(column, of: table, zone: zone) != nil
    return UsageError(
      "\(column) holds numbers, and '\(text)' is \(isOfTimes ? "neither a number nor a date" : "no number").")
  }

  /// The column before a sign and the text behind it; nil if no column's name comes before the sign.
  fileprivate func split(_ word: String, at sign: String) -> (column: String, text: String)? {
    let (bytes, sign) = (Array(word.utf8), Array(sign.utf8))
    for place in bytes.indices where bytes[place...].starts(with: sign) {
      let name = String(decoding: bytes[..<place], as: UTF8.self)
      guard let column = table.columns.first(where: { $0.isSameName(as: name) }) else { continue }
      return (column, String(decoding: bytes[(place + sign.count)...], as: UTF8.self))
    }
    return nil
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
