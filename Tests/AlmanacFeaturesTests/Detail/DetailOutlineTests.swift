// The lines of a record, made only as far down as they are viewed.
import AlmanacRecords
import Databases
import Terminals
import Testing

@testable import AlmanacFeatures

@Suite struct DetailOutlineTests {
  private func field(_ label: String, _ value: ExactValue) -> DetailField {
    DetailField(label, value, now: 0, zone: .utc)
  }

  private static let long = String(repeating: "word ", count: 200_000)

  @Test func ofALongValueOnlyWhatIsSeenIsBroken() {
    var outline = DetailOutline(
      [field("ID", .integer(7)), field("Fact", .text(Array(Self.long.utf8)))], width: 80, isUnicode: true)
    outline.reach(22)
    #expect(outline.lines.count == 22)
    outline.reach(10)
    #expect(outline.lines.count == 22)
    #expect(outline.lines[0].label == "ID" && outline.lines[0].value == "7")
    #expect(outline.lines[1].label == "Fact" && outline.lines[2].label == "")
    #expect(outline.lines[1...].allSatisfy { $0.field == 1 })
  }

  @Test func theLinesAreThoseOfTheWholeHoweverFarTheyAreMade() {
    let fields = [
      field("A", .text(Array("one two three\n\nfour".utf8))), field("B", .blob([1, 2, 3])),
      field("C", .null), field("D", .text([])),
    ]
    var whole = DetailOutline(fields, width: 16, isUnicode: true)
    whole.reach(.max)
    let texts = whole.lines.map { "\($0.label):\($0.value)" }
    #expect(texts == ["A:one two ", ":three", ":", ":four", "B:x'010203'", ":blob, 3 ", ":bytes", "C:NULL", "D:"])
    var stepwise = DetailOutline(fields, width: 16, isUnicode: true)
    for count in 1...20 {
      stepwise.reach(count)
      #expect(stepwise.lines.map { "\($0.label):\($0.value)" } == Array(texts.prefix(count)))
    }
  }
}
