// Which part of a value, before and after a change, is shown on a line.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ChangedPartTests {
  private func shown(_ before: ExactValue, _ after: ExactValue) -> String {
    let part = ExactValue.shown(before: before, after: after)
    return "\(part.before) → \(part.after)"
  }

  @Test("CHG-16: a change within a long text is seen, with some of the text around it")
  func longTexts() {
    let (head, tail) = (String(repeating: "head ", count: 10_000), String(repeating: " tail", count: 10_000))
    #expect(
      shown(.text("\(head)one\(tail)"), .text("\(head)two\(tail)"))
        == "…d head head one tail tail t… → …d head head two tail tail t…")
    #expect(shown(.text("\(head)one"), .text("\(head)")) == "…d head head one → …d head head ")
    #expect(shown(.text("one\(tail)"), .text("two\(tail)")) == "one tail tail t… → two tail tail t…")
    #expect(
      shown(.text("Balls to the Wall"), .text("Balls to the Wall (Live)"))
        == "Balls to the Wall → Balls to the Wall (Live)")
  }

  @Test("no character is cut in two")
  func characters() {
    let head = String(repeating: "é", count: 40)
    #expect(shown(.text("\(head)x"), .text("\(head)y")) == "…ééééééx → …ééééééy")
    // These two begin with the same byte.
    #expect(shown(.text("\(head)a é"), .text("\(head)a è")) == "…éééééa é → …éééééa è")
    let tail = String(repeating: "é", count: 40)
    #expect(shown(.text("x\(tail)"), .text("y\(tail)")) == "xéééééé… → yéééééé…")
    // These two end with the same byte.
    #expect(shown(.text("é \(tail)"), .text("ũ \(tail)")) == "é ééééé… → ũ ééééé…")
  }

  @Test func longBlobs() {
    let (head, tail) = ([UInt8](repeating: 0xAA, count: 500), [UInt8](repeating: 0xBB, count: 500))
    #expect(
      shown(.blob(head + [1] + tail), .blob(head + [2] + tail))
        == "x'…aaaaaaaaaaaaaaaaaaaaaaaa01bbbbbbbbbbbbbbbbbbbbbbbb… → x'…aaaaaaaaaaaaaaaaaaaaaaaa02bbbbbbbbbbbbbbbbbbbbbbbb…"
    )
    #expect(shown(.blob(head + [1]), .blob(head)) == "x'…aaaaaaaaaaaaaaaaaaaaaaaa01' → x'…aaaaaaaaaaaaaaaaaaaaaaaa'")
  }

  @Test func longDifferences() {
    let (a, b) = (
      [UInt8](repeating: 0, count: 40) + [UInt8](repeating: 1, count: 460), [UInt8](repeating: 0, count: 40)
    )
    let part = ExactValue.shown(before: .blob(a), after: .blob(b), limit: 20)
    #expect(part.before == "x'…0000000000000000000000000101010101010101…")
    #expect(part.after == "x'…000000000000000000000000'")
    #expect(shown(.null, .text(String(repeating: "w ", count: 80))) == "NULL → \(String(repeating: "w ", count: 50))…")
  }

  @Test func otherValues() {
    #expect(shown(.null, .text("x")) == "NULL → x")
    #expect(shown(.integer(1), .real(1)) == "1 → 1.0")
    #expect(shown(.text("1"), .blob([1])) == "1 → x'01'")
  }
}
