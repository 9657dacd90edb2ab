// The table: goals, measured figures, and whether the goals are reached.

/// A line of the table. Its identity is that of its goal.
struct ReportLine: Hashable, Sendable {
  /// The goal's name, such as `T3`.
  var id: String
  /// The measured thing.
  var subject: String
  /// The goal, in words.
  var goal: String
  /// The floor's figure; empty if the goal is an absolute figure.
  var floor: String
  var product: String
  var checks: [Check]

  /// One figure and its limit.
  struct Check: Hashable, Sendable {
    var name: String
    var value: Double
    var limit: Double

    var isReached: Bool { value <= limit }
  }

  /// `reached`, or how far it is exceeded.
  var verdict: String {
    let missed = checks.filter { !$0.isReached }
    if missed.isEmpty { return "reached" }
    return missed.map { check in
      let over =
        check.limit > 0 && check.value.isFinite
        ? "\(decimal((check.value / check.limit - 1) * 100, 0)) % over" : "\(decimal(check.value, 1)) over"
      return check.name.isEmpty ? over : "\(check.name) \(over)"
    }.joined(separator: ", ")
  }

  /// The compared figures, in the order of the checks.
  var ratio: String { checks.map { decimal($0.value, 2) }.joined(separator: " / ") }
}

/// All lines, as a table for a terminal or for a document.
struct Report {
  /// The goals of the bench's lines.
  static let ids = [
    "X1", "C1", "X2", "S1", "T1", "T2", "T3", "M1", "M2", "B1", "B2", "B3", "F1", "F3", "F4", "O1", "O2", "O3", "SD-31",
    "D1", "D2", "D3", "D4", "W1", "S2", "S3", "S4", "Q1", "Q2", "Q3",
  ]

  static let header = ["#", "measured", "goal", "floor", "product", "held against it", "verdict"]

  var lines: [ReportLine] = []

  private var cells: [[String]] {
    [Self.header] + lines.map { [$0.id, $0.subject, $0.goal, $0.floor, $0.product, $0.ratio, $0.verdict] }
  }

  /// The table as text in aligned columns.
  var text: String {
    let cells = self.cells
    let widths = Self.header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - cell.count) + "  "
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The table as Markdown.
  var markdown: String {
    let cells = self.cells
    let rows = [cells[0], Self.header.map { _ in "---" }] + cells.dropFirst()
    return rows.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}

/// A number with a number of decimal places.
func decimal(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite else { return "∞" }
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((value.magnitude * Double(scale)).rounded())
  var text = String(scaled / scale)
  if digits > 0 {
    let rest = String(scaled % scale)
    text += "." + String(repeating: "0", count: digits - rest.count) + rest
  }
  return (value < 0 && scaled > 0 ? "-" : "") + text
}
