// Statistics as text, for a person or for another program.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Terminals

struct StatisticsText {
  private let statistics: BookStatistics
  /// The whole values of the newest users: a list reads them cut.
  private let newest: [[ExactValue]]

  private static let monthsOfAPage = 12
  private static let domainsOfAPage = 10
  private static let longestBar = 40

  /// Reads the statistics of a book. Inside a read.
  init(_ db: Database) throws {
    statistics = try BookStatistics.fetch(db)
    newest = try statistics.newestUsers.compactMap { try ListedTable.users.values(of: $0.id, db) }
  }

  /// The statistics as an object of JSON.
  var json: String {
    let newest = newest.map { RecordText(.users, $0).json }
    let months = statistics.growth.months.map { "{\"month\":\"\($0.month)\",\"facts\":\($0.count)}" }
    let domains = statistics.domains.largest.map {
      "{\"domain\":\(JSONText.output.quoted($0.name)),\"users\":\($0.count)}"
    }
    return """
      {"facts":\(statistics.factCount),"users":\(statistics.userCount),\
      "active":\(statistics.activeCount),"inactive":\(statistics.inactiveCount),
      "newest":[\(newest.joined(separator: ","))],
      "months":[\(months.joined(separator: ","))],
      "domains":[\(domains.joined(separator: ","))],"others":\(statistics.domains.others)}

      """
  }

  /// One line per number.
  var lines: String {
    var lines = counts.map { [$0.label.lowercased(), String($0.count)] }
    lines += newest.map { user in ["newest"] + user.map(\.shownText) }
    lines += statistics.growth.months.map { ["month", "\($0.month)", String($0.count)] }
    lines += statistics.domains.largest.map { ["domain", SafeText.string($0.name), String($0.count)] }
    lines.append(["others", String(statistics.domains.others)])
    return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// A page for a person, with lines of at most `width`.
  func page(width: Int) -> String {
    var page = table(counts.map { [$0.label, $0.count.groupedDigits] }, isNumber: [1], width)
    let now = ScreenClock.present
    if !statistics.newestUsers.isEmpty {
      page += "\nNewest users\n"
      page += table(
        statistics.newestUsers.map { user in
          let texts = ["name", "createdAt", "email"].map { ListedTable.users.text($0, of: user, at: now, in: .local) }
          return ["  " + texts[0]] + texts.dropFirst()
        }, isNumber: [], width)
    }
    page += bars(
      "Facts added, by month",
      statistics.growth.last(Self.monthsOfAPage, upTo: CivilMonth(at: now)).map { ("\($0.month)", $0.count) }, width)
    let domains = statistics.domains.top(Self.domainsOfAPage)
    page += bars(
      "Users, by mail domain",
      domains.largest.map { ($0.name, $0.count) } + (domains.others > 0 ? [("others", domains.others)] : []), width)
    return page
  }

  private var counts: [(label: String, count: Int)] {
    [
      ("Facts", statistics.factCount), ("Users", statistics.userCount), ("Active", statistics.activeCount),
      ("Inactive", statistics.inactiveCount),
    ]
  }

  private func bars(_ title: String, _ rows: [(label: String, count: Int)], _ width: Int) -> String {
    guard let most = rows.map(\.count).max(), most > 0 else { return "" }
    let labels = min(rows.map { displayWidth($0.label) }.max() ?? 0, max(8, width / 3))
    let longest = min(Self.longestBar, width - labels - most.groupedDigits.count - 5)
    var text = "\n\(title)\n"
    for row in rows {
      // A count other than 0 has a bar.
      let length = row.count == 0 ? 0 : max(1, row.count * max(0, longest) / most)
      let bar = String(repeating: "▇", count: length) + (length == 0 ? "" : " ")
      text += line([("  " + row.label, labels + 2), (bar + row.count.groupedDigits, width)], width)
    }
    return text
  }

  /// Columns as wide as their content, but at most half of the page. Columns of numbers are right-aligned.
  private func table(_ rows: [[String]], isNumber: Set<Int>, _ width: Int) -> String {
    let widths = rows[0].indices.map { column in rows.map { displayWidth($0[column], limit: width / 2) }.max() ?? 0 }
    return rows.map { row in
      line(
        row.indices.map { column in
          let padding = isNumber.contains(column) ? max(0, widths[column] - row[column].count) : 0
          return (String(repeating: " ", count: padding) + row[column], widths[column])
        }, width)
    }.joined()
  }

  private func line(_ cells: [(text: String, width: Int)], _ width: Int) -> String {
    var line = CellBuffer(size: Size(width: width, height: 1), isUnicode: Environment.isUnicode)
    var column = 0
    for cell in cells {
      line.write(cell.text, at: Point(column: column, row: 0), maxWidth: cell.width, truncation: .ellipsis)
      column += cell.width + 2
    }
    return line.trimmedRows[0] + "\n"
  }
}
