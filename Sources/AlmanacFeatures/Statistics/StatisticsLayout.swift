import Terminals

/// Where the parts of the statistics stand, before anything is scrolled: beside one another where there is room.
struct StatisticsLayout: Hashable {
  var numbers: Rect
  var newest: Rect
  var growth: Rect
  var domains: Rect

  /// How many lines there are in all.
  var height: Int { [numbers, newest, growth, domains].map(\.endRow).max() ?? 0 }

  /// Columns at the left, where arrivals are marked, and between two parts.
  static let margin = 3
  /// Lines of the numbers.
  private static let numberCount = 4
  /// With less, everything stands in one column.
  private static let leastWidthOfTwoColumns = 62
  /// With more, the charts stand side by side.
  private static let leastWidthOfChart = 45
  /// With less, what does not fit is scrolled.
  private static let leastHeight = 16

  /// Lays out for a size. The charts tell how many lines they fill of those that they could have.
  init(
    in size: Size, newestCount: Int, growthRows: (_ limit: Int) -> Int, domainRows: (_ limit: Int) -> Int
  ) {
    func rect(_ column: Int, _ row: Int, _ width: Int, _ rows: Int) -> Rect {
      Rect(column: column, row: row, width: max(0, width), height: rows)
    }
    let newestRows = 1 + max(1, newestCount)
    let below = Self.numberCount + 1
    if size.width < Self.leastWidthOfTwoColumns {
      let width = size.width - Self.margin - 1
      numbers = rect(Self.margin, 0, width, Self.numberCount)
      newest = rect(Self.margin, below, width, newestRows)
      growth = rect(Self.margin, newest.endRow + 1, width, 1 + growthRows(12))
      domains = rect(Self.margin, growth.endRow + 1, width, 1 + domainRows(6))
      return
    }
    let left = 25 + min(20, max(0, size.width - 80) / 4)
    numbers = rect(Self.margin, 0, left, Self.numberCount)
    newest = rect(Self.margin, below, left, newestRows)
    let start = numbers.endColumn + Self.margin
    let room = size.width - start - 1
    let height = max(size.height, Self.leastHeight)
    if room >= 2 * Self.leastWidthOfChart + Self.margin {
      let half = (room - Self.margin) / 2
      growth = rect(start, 0, half, 1 + growthRows(height - 1))
      domains = rect(start + half + Self.margin, 0, half, 1 + domainRows(height - 1))
      return
    }
    // Two titles and a line between; the domains have a third at least.
    let rows = height - 3
    let wanted = domainRows(rows)
    let share = max(rows / 3, rows - growthRows(rows))
    growth = rect(start, 0, room, 1 + growthRows(rows - min(wanted, share)))
    // Beside the newest users where that is far enough down.
    let second = max(below, growth.endRow + 1)
    domains = rect(start, second, room, 1 + domainRows(height - second - 1))
  }
}
