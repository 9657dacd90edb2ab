// One field of a record's detail.
import AlmanacRecords
import Databases

/// A value of a record, whole: one line, or more where it is long.
struct DetailField: Hashable, Sendable {
  var label: String
  let value: ShownValue

  /// The value in its format or, where it has no such form, as it stands in its column; JSON is unfolded.
  init(_ label: String, _ value: ExactValue?, _ format: ValueFormat = .plain, now: Double = 0, zone: CivilZone = .utc) {
    self.label = label
    var shown = ShownValue(value)
    switch (format, value) {
    case (.flag, .integer(let number)) where number == 0 || number == 1: shown.text = number == 0 ? "no" : "yes"
    case (.age, .text), (.agePhrase, .text):
      if let text = value?.string { shown.text = Timestamp(text: text).detail(at: now, in: zone) }
    case (.plain, .text):
      if shown.note == nil, let unfolded = JSONOutline(shown.text)?.text, unfolded != shown.text {
        (shown.text, shown.note) = (unfolded, "JSON, unfolded")
      }
    default: break
    }
    self.value = shown
  }
}

extension ListedTable {
  /// Every field of a record, for its detail: those that the style names, then the other columns of the file.
  func detailFields(of row: ExactRow, _ columns: [String], now: Double, zone: CivilZone) -> [DetailField] {
    let styled = style.detailColumns
    return styled.map { DetailField($0.label, row[$0.column], $0.format, now: now, zone: zone) }
      + columns.filter { column in !styled.contains { $0.column == column } }.map { DetailField($0, row[$0]) }
  }
}
