// The lines of a record, read as they were written, and what their counts tell.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct RecordedCommitTests {
  private static let columns = ["id", "a", "b", "c", "d", "e", "f", "g"]

  @Test("HIS-14: each value of a recorded row is read in each bit, whatever its text looks like")
  func values() throws {
    let values: [ExactValue] = [
      .integer(.min), .real(0.1), .real(.infinity), .real(-0.0), .blob([0, 255]), .text(Array("x'00'".utf8)),
      .text(Array("\u{1B}\"\\\n\u{202E}😀".utf8)), .null,
    ]
    let table = ChangedRows.Table("t\"", columns: Self.columns, key: ["id"])
    let row = ChangedRows.Row(rowID: 1, before: values, after: values.reversed())
    var line = ""
    row.writeJSON(of: table, commit: 7, as: JSONText()) { line += $0 }
    guard case .row("t\"", let key, let before?, let after?, commit: 7) = try RecordedLine(line.dropLast()) else {
      Issue.record("\(line)")
      return
    }
    #expect(key.map(\.name) == ["id"] && key.map(\.value) == [.integer(.min)])
    #expect(before.map(\.name) == Self.columns && before.map(\.value) == values)
    #expect(after.map(\.value) == values.reversed())
  }

  /// The numbers of the read commits, each with a sign if something is missing before it.
  private func commits(_ text: String, until count: UInt32?) async throws -> (commits: [String], gap: String?) {
    let connection = try await SQLiteConnection.open(storage: .memory)
    var reader = RecordedCommitReader(try await connection.read { try RecordedTables($0) })
    try reader.read(text)
    let commits = reader.commits.map { commit in
      let isKnown = commit.events.allSatisfy { if case .note(_, .unknownCommit) = $0 { false } else { true } }
      return "\(isKnown ? "" : "?")\(commit.number):\(commit.count.map { "\($0)" } ?? "")"
    }
    return (commits, reader.reasonOfGap(until: count))
  }

  private static func row(_ commit: Int) -> String {
    #"{"change":"insert","table":"t","key":{"rowid":1},"new":{"a":1},"commit":\#(commit)}"# + "\n"
  }

  private static func mark(_ commit: Int, _ count: Int) -> String {
    #"{"change":"recorded","commit":\#(commit),"at":"2026-01-31 12:00:00.000","count":\#(count)}"# + "\n"
  }

  private static let head = #"{"change":"record","file":"1 2"}"# + "\n"

  @Test("HIS-14: marks whose counts follow from each other tell that nothing is missing")
  func whole() async throws {
    let text =
      Self.head + Self.mark(0, 10) + Self.row(1) + Self.row(2) + Self.mark(2, 12) + Self.row(3) + Self.mark(3, 13)
    let (commits, gap) = try await commits(text, until: 13)
    #expect(commits == ["1:11", "2:12", "3:13"])
    #expect(gap == nil)
    #expect(try await self.commits(text, until: 14).gap != nil)
    #expect(try await self.commits(text, until: nil).gap != nil)
  }

  @Test("HIS-14: a kill between two marks, or a count that has moved alone, is a note in the next commit")
  func missing() async throws {
    let unknown = #"{"change":"unknown","reason":"nothing was recorded","commit":1}"# + "\n"
    let killed =
      Self.head + Self.mark(0, 10) + Self.row(1) + Self.mark(1, 11) + unknown + Self.mark(1, 11) + Self.row(2)
    #expect(try await commits(killed + Self.mark(2, 12), until: 12).commits == ["1:11", "?2:12"])
    let moved = Self.head + Self.mark(0, 10) + Self.row(1) + Self.mark(1, 11) + Self.mark(1, 15) + Self.row(2)
    #expect(try await commits(moved + Self.mark(2, 16), until: 16).commits == ["1:11", "?2:16"])
    // What no mark follows was not written whole.
    #expect(try await commits(killed, until: 11).commits == ["1:11"])
  }

  @Test("HIS-14: of a text that begins in the middle, the first commits are left out up to a mark")
  func cut() async throws {
    let text = Self.row(6) + Self.mark(6, 16) + Self.row(7) + Self.mark(7, 17)
    #expect(try await commits(text, until: 17).commits == ["7:17"])
  }

  @Test("HIS-09: a line that is none of a record is an error", arguments: ["{", "[]", #"{"change":"insert"}"#, "-- x"])
  func damaged(_ line: String) async throws {
    await #expect(throws: DamagedRecord.self) { try await commits(Self.head + line + "\n", until: 1) }
  }
}
