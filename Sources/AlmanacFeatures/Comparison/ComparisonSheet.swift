// Two records side by side, as lines: first the columns that differ, then the equal ones, dimmed.
import AlmanacRecords
import Databases
import LiveQueries
import Terminals

/// The lines of a comparison.
struct ComparisonSheet {
  var comparison: Comparison
  var thousands: String
  var now: Double
  var zone: CivilZone
  var theme: Theme
  var isUnicode: Bool

  /// The most columns of the screen for the names of the columns.
  private static let mostLabelWidth = 20
  /// The most lines of a value.
  private static let mostLines = 8

  /// A column of the table in both records.
  private struct Entry {
    var label: String
    var texts: [String]
    var differs: Bool
  }

  func report(width: Int) -> TextReport {
    let entries = entries
    let labelWidth = min(Self.mostLabelWidth, width / 4, entries.map { self.width(of: $0.label) }.max() ?? 0)
    let room = max(1, (width - labelWidth - 5) / 2)
    func lines(_ entry: Entry, _ style: Style) -> [TextReport.Line] {
      let sides = cut(entry.texts, to: room).map {
        WrappedText($0, width: room, isUnicode: isUnicode).prefix(Self.mostLines).map(String.init)
      }
      return (0..<max(1, sides[0].count, sides[1].count)).map { index in
        let (left, right) = (sides[0].dropFirst(index).first ?? "", sides[1].dropFirst(index).first ?? "")
        let label = index == 0 ? entry.label : ""
        let bar = isUnicode ? "│" : "|"
        return TextReport.Line(
          text: "\(padded(label, labelWidth))  \(padded(left, room)) \(bar) \(right)", style: style)
      }
    }
    let names = comparison.ids.enumerated().map { index, id in
      comparison.table.named(id, comparison.records[index].row).title
    }
    let different = entries.filter(\.differs)
    let equal = entries.filter { !$0.differs }
    let gap = different.isEmpty || equal.isEmpty ? [] : [TextReport.Line(text: "", style: .plain)]
    return TextReport(
      title: title(different.count, of: entries.count),
      lines: lines(Entry(label: "", texts: names, differs: true), theme.header)
        + different.flatMap { lines($0, .plain) } + gap + equal.flatMap { lines($0, theme.muted) },
      theme: theme)
  }

  private func title(_ count: Int, of all: Int) -> String {
    let records = comparison.records
    if records.contains(.unread) { return "Two records" }
    if records.contains(where: { $0.row == nil }) { return "One of the two records is gone" }
    return count == 0
      ? "Two equal records" : "\(count) of \(all.counted("column")) \(count == 1 ? "differs" : "differ")"
  }

  /// The columns of both records, in the order of the open record.
  private var entries: [Entry] {
    let fields = comparison.records.map(fields)
    let rows = comparison.records.map(\.row)
    guard let longest = fields.max(by: { $0.count < $1.count }) else { return [] }
    return longest.map { field in
      let column = field.column
      let texts = fields.map { fields in
        fields.first { $0.column == column }.map { field in
          [field.value.text + field.remark, field.value.note].compactMap(\.self).joined(separator: "\n")
        } ?? ""
      }
      // Only the beginning of a long value was read. The rest may differ.
      let isWhole = comparison.records.allSatisfy { $0.stored(column) == nil }
      return Entry(label: field.label, texts: texts, differs: rows[0]?[column] != rows[1]?[column] || !isWhole)
    }
  }

  private func fields(of record: ExactRecord.Value) -> [DetailField] {
    guard case .row(let row, let columns, _, let labels, let stored) = record else { return [] }
    return comparison.table.detailFields(
      of: row, columns, labels: labels, stored: stored, areBytesShown: false, images: [:], thousands: thousands,
      now: now, zone: zone
    ).map { field in
      var field = field
      // A declared type says nothing of a difference.
      if comparison.table.referencePlace(of: field.column, in: row) == nil { field.remark = "" }
      return field
    }
  }

  /// Both texts, without a long beginning that is the same in both. A text may have a megabyte: bytes are compared.
  private func cut(_ texts: [String], to width: Int) -> [String] {
    let same = zip(texts[0].utf8, texts[1].utf8).prefix { $0 == $1 }.count
    guard same > width, texts[0] != texts[1] else { return texts }
    let sign = Signs(isUnicode: isUnicode).ellipsis
    // An index inside a letter means its beginning.
    return texts.map { sign + $0[$0.utf8.index($0.startIndex, offsetBy: same - width / 2)...] }
  }

  private func width(of text: String) -> Int { displayWidth(text, limit: Self.mostLabelWidth, isUnicode: isUnicode) }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - displayWidth(text, isUnicode: isUnicode)))
  }
}
