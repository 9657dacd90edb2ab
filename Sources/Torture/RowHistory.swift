// Compares the history of rows, commit by commit, with the reports of a watch.
import Harnesses

/// The numbers that rows had over time, and how far a watch has reported them.
struct RowHistory {
  private struct Row {
    /// The row's numbers, nil while it did not exist. Each number occurs once.
    var states: [Int?] = [nil]
    /// The index of the last reported state.
    var told = 0
    /// The number of gaps before that; before the row's first line, anything may have happened.
    var gapsBefore = -1
  }

  private var rows: [Int: Row] = [:]
  /// The number of reported changes.
  private(set) var lineCount = 0
  /// The number of times that changes were reported as unknown.
  private(set) var gapCount = 0

  func value(of id: Int) -> Int? { rows[id]?.states.last ?? nil }

  mutating func write(_ id: Int, _ number: Int?) { rows[id, default: Row()].states.append(number) }

  /// Takes a line of the watch. Throws if it reports something false, or omits something.
  mutating func take(_ line: ArraySlice<UInt8>) throws {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix(#"{"change":"unknown""#) { return gapCount += 1 }
    guard let id = Self.number(behind: #""key":{"id":"#, in: line), var row = rows[id] else {
      throw Trouble("The watch says \(text)")
    }
    let old = Self.number(behind: #""old":{"id":\#(id),"n":"#, in: line)
    let new = Self.number(behind: #""new":{"id":\#(id),"n":"#, in: line)
    lineCount += 1
    // After a gap, the row may have become any of its later states.
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

  /// Throws if the last state of a row was not reported.
  func end() throws {
    for (id, row) in rows where row.states.last != row.states[row.told] {
      // A gap may hide the deletion.
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
