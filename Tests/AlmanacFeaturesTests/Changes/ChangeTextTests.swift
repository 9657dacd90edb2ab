// The words of a change in the list: what is cut, and what is coloured.

import Terminals
import Testing

@testable import AlmanacFeatures
@testable import AlmanacRecords
@testable import Databases

@Suite struct ChangeTextTests {
  private let table = ChangedRows.Table("Track", columns: ["id", "Name", "Composer", "Price"], key: ["id"])

  private func words(_ before: [ExactValue]?, _ after: [ExactValue]?) -> ChangeText {
    func row(_ values: [ExactValue]?) -> [ExactValue]? { values.map { [.integer(6)] + $0 } }
    let row = ChangedRows.Row(rowID: 6, before: row(before), after: row(after))
    return JournalEntry(id: 1, seenAt: 0, commit: 1, isOwn: false, event: .row(table, row)).words()
  }

  private func fitted(_ words: ChangeText, _ width: Int, isUnicode: Bool = true) -> String {
    words.fitted(width: width, isUnicode: isUnicode).map(\.text).joined()
  }

  /// The text in a list of this width, each removed value in `[-`, each new one in `{+`, and what is bold in `*`.
  private func drawn(_ words: ChangeText, _ width: Int) -> String {
    var buffer = CellBuffer(size: Size(width: width, height: 1), isUnicode: true)
    let pieces = words.fitted(width: width, isUnicode: true)
    let text = pieces.map(\.text).joined()
    buffer.write(text, at: Point(column: 0, row: 0), maxWidth: width)
    buffer.colour(pieces, at: Point(column: 0, row: 0), width, Theme())
    var result = ""
    var last = Style.plain
    for (column, character) in text.enumerated() {
      let style = buffer[Point(column: column, row: 0)].style.style
      if style.attributes != last.attributes { result += "*" }
      if style.foreground != last.foreground {
        result += [.red: "[-", .green: "{+"][style.foreground] ?? "|"
      }
      result.append(character)
      last = style
    }
    return result
  }

  private let composers = ("Angus Young, Malcolm Young, Brian Johnson", "Angus Young, Malcolm Young, Brian Wilson")

  @Test("CHG-16: a line is cut around the words that differ, whatever the width")
  func cut() {
    let words = words(
      [.text("a"), .text(composers.0), .real(0.99)], [.text("a"), .text(composers.1), .real(1.29)])
    #expect(words.text == "Composer …oung, Brian Johnson → …oung, Brian Wilson · Price 0.99 → 1.29")
    #expect(fitted(words, 71) == words.text)
    #expect(fitted(words, 70) == "Composer …ng, Brian Johnson → …ng, Brian Wilson · Price 0.99 → 1.29")
    #expect(fitted(words, 60) == "Composer …Brian Johnson → …Brian Wilson · Price 0.99 → 1.29")
    #expect(fitted(words, 50) == "Composer …Johnson → …Wilson · Price 0.99 → 1.29")
    #expect(fitted(words, 55, isUnicode: false) == "Composer ...Johnson → ...Wilson · Price 0.99 → 1.29")
  }

  @Test("CHG-16: of two long values each has its share of a line; of a row that came the first values matter most")
  func shares() {
    let (long, other) = (String(repeating: "a ", count: 30), String(repeating: "b ", count: 30))
    let changed = words([.text(long), .null, .null], [.text(other), .null, .null])
    #expect(fitted(changed, 30) == "Name a a a a a … → b b b b b …")
    #expect(fitted(words(nil, [.text(long), .text("Me"), .real(1.5)]), 10) == "\(long) · Composer Me · Price 1.5")
  }

  @Test("CHG-16: of a moment the whole time stays, of two long numbers the beginnings; a short value leaves its room")
  func readable() {
    var moments = ChangeText()
    moments.add("seen", "2026-01-31 12:00:12", "2026-01-31 12:00:15", isText: true)
    moments.add("n", "1", "2", isText: false)
    #expect(
      fitted(moments, 55) == "seen 2026-01-31 12:00:12 → 2026-01-31 12:00:15 · n 1 → 2".replacing("2026-", with: "…"))
    #expect(fitted(moments, 36) == "seen …12:00:12 → …12:00:15 · n 1 → 2")
    #expect(fitted(moments, 20) == "seen …00:12 → …00:15")
    var numbers = ChangeText()
    numbers.add("n", "1234567890123456789", "2234567890123456789", isText: false)
    numbers.add("m", "1", "2", isText: false)
    #expect(fitted(numbers, 25) == "n 123456789… → 223456789…")
    var late = ChangeText()
    late.add("n", "1234567890123456789", "1234567890123456798", isText: false)
    #expect(fitted(late, 25) == "n …123456789 → …123456798")
    var grown = ChangeText()
    grown.add("n", "1", "2234567890123456789", isText: false)
    #expect(fitted(grown, 16) == "n 1 → 223456789…")
  }

  @Test("CHG-16: old values are red, new ones green, and the words that differ are bold")
  func colours() {
    let changed = words([.text("a"), .text(composers.0), .integer(1)], [.text("a"), .text(composers.1), .integer(2)])
    #expect(
      drawn(changed, 70)
        == "Composer [-…oung, Brian *Johnson*| → {+…oung, Brian *Wilson*| · Price *[-1*| → *{+2")
    #expect(drawn(words([.text("New"), .null, .integer(1)], nil), 40) == "*[-New*| · Price *[-1")
    #expect(drawn(words(nil, [.null, .null, .null]), 40) == "id *{+6")
  }
}
