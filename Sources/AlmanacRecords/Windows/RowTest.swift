// Tests whether rows of a commit belong to a list.
import Databases

/// Tests rows of a commit against a search and a filter, without a query.
///
/// For one commit only; not Sendable, since the search folds texts into its own buffer.
struct RowTest {
  private let filter: RecordFilter?
  private let matcher: SearchMatcher?
  private let fields: SearchFields

  init(_ list: ListQuery) {
    (filter, fields) = (list.condition, list.fields)
    matcher = list.search.readsTexts ? SearchMatcher(list.search, fields) : nil
  }

  /// Whether a row with these values matches; nil if only SQLite can tell.
  private func matches(_ value: (_ column: String) -> ExactValue?) -> Bool? {
    if let filter {
      guard let isAdmitted = filter.admits(value) else { return nil }
      if !isAdmitted { return false }
    }
    guard let matcher else { return true }
    // Labels are in other tables.
    guard fields.areColumns else { return nil }
    matcher.begin()
    for (place, column) in fields.columns.enumerated() {
      switch value(column) {
      case .null: break
      case .integer(let number):
        String(number).utf8.withContiguousStorageIfAvailable { matcher.look(in: .init($0), place) }
      case .text(let bytes), .blob(let bytes): bytes.withUnsafeBytes { matcher.look(in: $0, place) }
      // SQLite formats real numbers in its own way.
      case .real, .utf16, nil: return nil
      }
    }
    return matcher.isMatch
  }

  /// Tests each row as it was before and as it is after the change.
  /// - Returns: The growth of the number of matching rows, and whether any row matched before or after; nil if only
  ///   SQLite can tell.
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

  /// The most rows that are tested: for more, a query is faster.
  private static let mostRows = 10_000
}
