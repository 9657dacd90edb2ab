// Steps as bytes: what is read is what was written, in each bit.
import Foundation
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct StepBytesTests {
  /// HIS-06
  @Test func randomStepsComeBackExactly() throws {
    for seed in 0..<400 {
      var random = SeededGenerator(seed: UInt64(seed))
      let step = KeptStep.random(&random)
      for entry in [
        StepEntry.making(step), .taking(StepID(), isUndo: seed % 2 == 0, now: seed % 3 == 0 ? step : nil),
        .settled(StepID(), isDone: true), .placed(StepID(), isUndo: true, isForgotten: false),
        .renamed("a", to: "é"),
      ] {
        let id = StepID()
        let bytes = entry.bytes(id)
        let read = try StepEntry.read(bytes[...])
        #expect(read.id == id)
        #expect(read.entry == entry, "\(seed)")
        // Equality ignores the sign of zero, the bits of what is no number, and the form of letters; bytes don't.
        #expect(read.entry.bytes(id).count == bytes.count)
        #expect(Self.bits(read.entry) == Self.bits(entry), "\(seed)")
      }
    }
  }

  /// HIS-09
  @Test func damagedBytesAreRefusedOrReadAndNeverCrash() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var bytes = StepEntry.making(.random(&random)).bytes(StepID())
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? StepEntry.read(bytes[...])
      _ = try? StepEntry.read(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    }
  }

  @Test func theChecksumDependsOnEachByteAndPlace() {
    let bytes = Array("a change of a row, in 29 bytes".utf8)
    for place in bytes.indices {
      for bit in 0..<8 {
        var other = bytes
        other[place] ^= 1 << UInt8(bit)
        #expect(other.stepChecksum != bytes.stepChecksum)
      }
      var other = bytes
      other.swapAt(place, (place + 8) % bytes.count)
      if other != bytes { #expect(other.stepChecksum != bytes.stepChecksum) }
    }
    #expect([0].stepChecksum != [0, 0].stepChecksum)
  }

  /// All values of an entry, with the bits of numbers and the bytes of texts.
  private static func bits(_ entry: StepEntry) -> String {
    var text = ""
    dump(entry, to: &text)
    guard case .making(let step) = entry else { return "" }
    func bits(_ value: ExactValue) -> String {
      if case .real(let real) = value { return String(real.bitPattern, radix: 16) }
      return "\(value)"
    }
    return step.change.log.rows.map { row in
      [row.before, row.after].map { row in
        row.map { zip($0.columns, $0.values).map { "\(Array($0.utf8)) \(bits($1))" }.joined(separator: ",") } ?? "-"
      }.joined(separator: ">")
    }.joined(separator: "\n")
  }
}

extension KeptStep {
  /// A step with values of all kinds.
  static func random(_ random: inout SeededGenerator) -> KeptStep {
    let tables = ["users", "Ünïcode\u{301}", "Ünïcodé", "", "a b"]
    func bytes() -> [UInt8] {
      (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    func value() -> ExactValue {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: .null
      case 1: .integer([0, -1, .min, .max, 127, 128].randomElement(using: &random)!)
      case 2: .integer(Int.random(in: .min ... .max, using: &random))
      case 3: .real([0.0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, 0.1].randomElement(using: &random)!)
      case 4: .real(Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random)))
      case 5: .text(bytes())
      case 6: .blob(bytes())
      case 7: .utf16(bytes(), isBigEndian: Bool.random(using: &random))
      default: .text("e\u{301}é")
      }
    }
    func id() -> RecordID {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .rowID(Int.random(in: .min ... .max, using: &random))
      case 1: .key([value(), value()])
      default:
        .content([value(), nil, value()], occurrence: 3, longValues: Int.random(in: .min ... .max, using: &random))
      }
    }
    func row() -> RowChange {
      let columns = [["id", "name"], ["é"], ["e\u{301}"], [], ["name", "id", "a b"]].randomElement(using: &random)!
      let before = ExactRow(columns, columns.map { _ in value() })
      var after = before
      for column in columns where Bool.random(using: &random) { after[column] = value() }
      var row = RowChange(table: tables.randomElement(using: &random)!, id: id())
      let kind = Int.random(in: 0..<4, using: &random)
      if kind != 0 { row.before = before }
      if kind == 0 || kind == 1 { row.after = after }
      if kind == 3 { row.after = ExactRow(["other"], [value()]) }
      row.isReplaced = Bool.random(using: &random)
      return row
    }
    func rows() -> [RowChange] { (0..<Int.random(in: 0...6, using: &random)).map { _ in row() } }
    var log = ChangeLog(
      rows: rows(), moduleRows: rows(),
      tables: [TableKey(schema: nil, name: "users"), TableKey(schema: "x", name: "é")],
      virtualTables: Bool.random(using: &random) ? [TableKey(schema: nil, name: "search")] : [],
      gap: Bool.random(using: &random) ? "a gap" : nil)
    log.isOfJournal = Bool.random(using: &random)
    log.broken = (0..<Int.random(in: 0...2, using: &random)).map { number in
      ForeignKeyViolation(table: "users", rowID: number == 0 ? nil : -5, columns: ["é", "e\u{301}"], parent: "Parents")
    }
    return KeptStep(
      label: "Deleted user 3", table: tables.randomElement(using: &random)!,
      change: BookChange(rows(), log, isOfView: Bool.random(using: &random)),
      cursor: Bool.random(using: &random) ? id() : nil, reverted: Bool.random(using: &random) ? "commit 5" : nil,
      madeAt: 1_764_300_000.123)
  }
}
