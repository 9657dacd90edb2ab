import AlmanacRecords
import LiveQueries

/// Where the cursor is in its list.
enum CursorPlace: Hashable {
  /// On the record with this number, from 1.
  case number(Int)
  /// With this many records after it; the last has 0.
  case beforeEnd(Int)
  /// At this percentage of the list.
  case percent(Int)

  /// `12/494`, or `58 %`; with `≈` in front while the places may be out of date. `nil` while a needed count is not
  /// known.
  func text(of total: RecordCount, isCurrent: Bool, _ signs: Signs) -> String? {
    switch self {
    case .number(let number): "\(isCurrent ? "" : Signs.notCurrent)\(number.groupedDigits)/\(total.text(signs))"
    case .beforeEnd(let behind):
      total.value.map { max(1, $0 - behind) }.flatMap {
        Self.number($0).text(of: total, isCurrent: isCurrent && total.isCurrent, signs)
      }
    case .percent(let percent): "\(percent) %"
    }
  }
}
