// The values of the board, part by part.
import AlmanacRecords
import LiveQueries

extension StatisticsBoard {
  /// The numbers at the top.
  var numbers: [(item: Item, label: String, count: RecordCount)] {
    func count(_ path: KeyPath<UserStates, Int>) -> RecordCount {
      RecordCount(value: states.value?[keyPath: path], isCurrent: states.isCurrent)
    }
    return [
      (.facts, "Facts", facts), (.users, "Users", users), (.active, "  Active", count(\.active)),
      (.inactive, "  Inactive", count(\.inactive)),
    ]
  }

  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The last months, at most `limit`. If not all are of the present year, the first month of each year shows the year.
  func months(_ limit: Int) -> [(item: Item, bar: BarChart.Bar)] {
    let months = growth.value?.last(limit, upTo: present) ?? []
    let tellsYears = [months.first, months.last].contains { $0?.month.year != present.year }
    return months.enumerated().map { index, month in
      var label = Self.monthNames[month.month.month - 1]
      if tellsYears {
        let isFirst = index == 0 || months[index - 1].month.year != month.month.year
        label = (isFirst ? month.month.description.prefix(5).dropLast() + " " : "     ") + label
      }
      return (.month(month.month), BarChart.Bar(label: label, count: month.count))
    }
  }

  /// The largest domains and the sum of the others, at most `limit` lines.
  func domains(_ limit: Int) -> [(item: Item, bar: BarChart.Bar)] {
    guard limit > 0, let all = domains.value else { return [] }
    let isWhole = all.largest.count + (all.others > 0 ? 1 : 0) <= limit
    let shown = isWhole ? all : all.top(limit - 1)
    var bars: [(item: Item, bar: BarChart.Bar)] = shown.largest.map {
      (.domain($0.name), BarChart.Bar(label: $0.name, count: $0.count))
    }
    if shown.others > 0 {
      bars.append((.otherDomains, BarChart.Bar(label: "others", count: shown.others, isRest: true)))
    }
    return bars
  }
}
