// Whether rows that a commit reports are among those that a list shows.
import Databases

/// Tests rows of a commit against a search and a filter, without a query.
///
/// Made for one commit; not Sendable, since the search folds texts into a buffer of its own.
struct RowTest {
  private let filter: RecordFilter?
  private let matcher: SearchMatcher?
  /// The columns that are searched.
  private let searched: [String]

  init(_ table: ListedTable, search: SearchQuery, filter: RecordFilter?) {
    self.filter = filter
    matcher = search.isEmpty ? nil : SearchMatcher(search)
    searched = table.columns(testedBy: search)
  }

  /// Whether a row matches, by the value of each column; `nil` where only SQLite can tell.
  private func matches(_ value: (_ column: String) -> ExactValue?) -> Bool? {
    if let filter {
      guard let isAdmitted = filter.admits(value) else { return nil }
      if !isAdmitted { return false }
    }
    guard let matcher else { return true }
    matcher.begin()
    for column in searched {
      switch value(column) {
      case .null: break
      case .integer(let number): String(number).utf8.withContiguousStorageIfAvailable { matcher.look(in: .init($0)) }
      case .text(let bytes), .blob(let bytes): bytes.withUnsafeBytes { matcher.look(in: $0) }
      // SQLite writes real numbers in a way of its own.
      case .real, .utf16, nil: return nil
      }
    }
    return matcher.isMatch
  }

  /// Tests each row as it was and as it is.
  /// - Returns: By how much the number of matching rows has grown, and whether any row matches or did; `nil` where only SQLite
  ///   can tell.
  func effect(of change: TableChange) -> (growth: Int, concernsAny: Bool)? {
    guard let rows = change.rows, rows.rows.count <= Self.mostRows else { return nil }
    let places = Dictionary(rows.table.columns.enumerated().map { ($1, $0) }) { first, _ in first }
    var (growth, concernsAny) = (0, false)
    for row in rows.rows {
      for (values, step) in [(row.before, -1), (row.after, 1)] {
        guard let values else { continue }
        guard let isMatch = matches({ column in places[column].map { values[$0] } }) else { return nil }
        guard isMatch else { continue }
        growth += step
        concernsAny = true
      }
    }
    return (growth, concernsAny)
  }

  /// More rows than that are not tested: a query is quicker.
  private static let mostRows = 10_000
}
