// What rows were, commit by commit, against what a watch tells of them.
import Harnesses

/// The numbers that rows had, one after the other, and how far a watch has told them.
struct RowHistory {
  private struct Row {
    /// Each number, `nil` where there was no such row. A number comes once.
    var states: [Int?] = [nil]
    /// The place of the state that was told last.
    var told = 0
    /// How many gaps there were before that; before its first line, anything may have happened.
    var gapsBefore = -1
  }

  private var rows: [Int: Row] = [:]
  /// How many changes were told.
  private(set) var lineCount = 0
  /// How many times changes were said to be unknown.
  private(set) var gapCount = 0

  func value(of id: Int) -> Int? { rows[id]?.states.last ?? nil }

  mutating func write(_ id: Int, _ number: Int?) { rows[id, default: Row()].states.append(number) }

  /// Takes a line of the watch. Throws where it tells what never was, or leaves something out.
  mutating func take(_ line: ArraySlice<UInt8>) throws {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix(#"{"change":"unknown""#) { return gapCount += 1 }
    guard let id = Self.number(behind: #""key":{"id":"#, in: line), var row = rows[id] else {
      throw Trouble("The watch says \(text)")
    }
    let old = Self.number(behind: #""old":{"id":\#(id),"n":"#, in: line)
    let new = Self.number(behind: #""new":{"id":\#(id),"n":"#, in: line)
    lineCount += 1
    // Behind a gap, the row may have become anything that it was since.
    let candidates = row.gapsBefore == gapCount ? row.states[row.told...row.told] : row.states[row.told...]
    guard let from = candidates.firstIndex(of: old) else {
      throw Trouble("The watch has left out what came before \(text)")
    }
    guard old != new, let to = row.states[(from + 1)...].firstIndex(of: new) else {
      throw Trouble("This never was: \(text)")
    }
    (row.told, row.gapsBefore) = (to, gapCount)
    rows[id] = row
  }

  /// Throws where the last state of a row was not told.
  func end() throws {
    for (id, row) in rows where row.states.last != row.states[row.told] {
      // It may have gone unseen.
      if row.states.last == .some(nil), row.gapsBefore != gapCount { continue }
      throw Trouble("The watch does not tell what became of row \(id).")
    }
  }

  private static func number(behind text: String, in line: ArraySlice<UInt8>) -> Int? {
    let word = Array(text.utf8)
    guard let start = line.indices.first(where: { line[$0...].starts(with: word) }) else { return nil }
    return Int(String(decoding: line[(start + word.count)...].prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
  }
}
