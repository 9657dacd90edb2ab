import Terminals

/// The layout of the statistics before scrolling: the parts are side by side if there is room.
struct StatisticsLayout: Hashable {
  var numbers: Rect
  var newest: Rect
  var growth: Rect
  var domains: Rect

  /// The number of all lines.
  var height: Int { [numbers, newest, growth, domains].map(\.endRow).max() ?? 0 }

  /// Columns at the left, for the signs of new rows, and between two parts.
  static let margin = 3
  /// The number of lines of the numbers.
  private static let numberCount = 4
  /// The least width for two columns.
  private static let leastWidthOfTwoColumns = 62
  /// The least width of a chart, for charts side by side.
  private static let leastWidthOfChart = 45
  /// The least height to lay out for. A smaller screen scrolls.
  private static let leastHeight = 16

  /// Lays out the parts for a size. The closures return how many lines a chart fills, at most `limit`.
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
    // Two titles and an empty line. The domains get at least a third.
    let rows = height - 3
    let wanted = domainRows(rows)
    let share = max(rows / 3, rows - growthRows(rows))
    growth = rect(start, 0, room, 1 + growthRows(rows - min(wanted, share)))
    // At the level of the newest users, or lower if the first chart ends below that.
    let second = max(below, growth.endRow + 1)
    domains = rect(start, second, room, 1 + domainRows(height - second - 1))
  }
}
