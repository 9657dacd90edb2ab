// The words for a change on one line: the names of its columns, their old and new values.
//
//   JournalEntry ──> pieces ──> joined: the cell of the list, which a search finds
//                      └──> cut around the differences and coloured: what the list draws
import Databases

/// A change in words, in pieces, so that a screen can colour values and cut them around their differences.
public struct ChangeText: Hashable, Sendable {
  /// A word or a value.
  public struct Piece: Hashable, Sendable {
    /// What a piece is.
    public enum Role: Hashable, Sendable {
      /// A column's name, or another word.
      case word
      /// A value that the change has removed.
      case old
      /// A value that the change has made.
      case new
    }

    /// The text on one line.
    public var text: String
    /// What it is.
    public let role: Role
    /// The characters of the text that differ from the other value, in whole words.
    public var difference: Range<Int>

    init(_ text: String, _ role: Role = .word, difference: Range<Int>? = nil) {
      (self.text, self.role) = (text, role)
      self.difference = difference ?? (role == .word ? 0..<0 : 0..<text.count)
    }
  }

  /// The pieces, from left to right.
  public private(set) var pieces: [Piece] = []
  /// Whether the lines of the commit that it sums up are hidden; nil if it sums up none.
  public internal(set) var isFolded: Bool?

  /// The whole text.
  public var text: String { pieces.map(\.text).joined() }

  init() {}

  /// A sentence about something other than a row.
  init(_ sentence: String) { pieces = [Piece(sentence)] }

  /// Adds a column whose value has changed.
  mutating func add(_ column: String, _ old: String, _ new: String, isText: Bool) {
    addName(column)
    let difference = isText ? Self.difference(Array(old), Array(new)) : nil
    pieces += [
      Piece(old, .old, difference: difference?.old), Piece(" → "), Piece(new, .new, difference: difference?.new),
    ]
  }

  /// Adds a value of a row that came or went. `column`: nil if the value labels the row.
  mutating func add(_ column: String?, _ value: String, isNew: Bool) {
    addName(column)
    pieces.append(Piece(value, isNew ? .new : .old))
  }

  private mutating func addName(_ column: String?) {
    let separator = pieces.isEmpty ? "" : " · "
    let name = separator + (column.map { $0 + " " } ?? "")
    if !name.isEmpty { pieces.append(Piece(name)) }
  }

  /// The parts of two texts that differ, from the first different word to the last one.
  private static func difference(_ old: [Character], _ new: [Character]) -> (old: Range<Int>, new: Range<Int>) {
    let shorter = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < shorter, old[start] == new[start] { start += 1 }
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    func isOfWord(_ text: [Character], _ place: Int) -> Bool {
      text.indices.contains(place) && (text[place].isLetter || text[place].isNumber)
    }
    // A word that differs in one character is another word.
    while start > 0, isOfWord(old, start - 1), isOfWord(old, start) || isOfWord(new, start) { start -= 1 }
    while end > 0, isOfWord(old, old.count - end),
      isOfWord(old, old.count - end - 1) || isOfWord(new, new.count - end - 1)
    {
      end -= 1
    }
    return (start..<old.count - end, start..<new.count - end)
  }
}

extension JournalEntry {
  /// The words of the entry on one line. `labels` serves all entries of a list.
  func words(_ labels: inout RowLabels, _ reading: ValueReading?) -> ChangeText {
    switch event {
    case .schema(let change): return ChangeText(change.summary)
    case .note(_, let note): return ChangeText(note.text)
    case .commit(let summary): return ChangeText(summary.text)
    case .row(let table, let row):
      return row.kind == .updated ? changedWords(reading) : rowWords(row, of: table, &labels, reading)
    }
  }

  private func changedWords(_ reading: ValueReading?) -> ChangeText {
    var words = ChangeText()
    for (column, before, after) in changedColumns {
      guard let before, let after else { continue }
      let (old, new) = (reading?.words(for: before, of: column), reading?.words(for: after, of: column))
      if old != new {
        let texts = (old ?? Self.lineText(before), new ?? Self.lineText(after))
        words.add(column, texts.0, texts.1, isText: true)
      } else {
        let texts = Self.texts(before, after, limit: Self.lineLength)
        words.add(column, texts.before, texts.after, isText: before.isText && after.isText)
      }
    }
    return words
  }

  /// The values of a row that came or went: its label, then the other values. The list has its key already.
  private func rowWords(
    _ row: ChangedRows.Row, of table: ChangedRows.Table, _ labels: inout RowLabels, _ reading: ValueReading?
  ) -> ChangeText {
    var words = ChangeText()
    let isNew = row.after != nil
    let label = (row.after ?? row.before).flatMap { labels.label(of: $0, in: table) }
    if let label { words.add(nil, Self.lineText(label.value), isNew: isNew) }
    let labelling = Set((label?.places ?? []).map { table.columns[$0] })
    let values = changedColumns.filter { !labelling.contains($0.column) }
    let others = values.filter { value in !table.key.contains { $0.isSameName(as: value.column) } }
    for (column, before, after) in others.isEmpty && label == nil ? values : others {
      guard let value = after ?? before else { continue }
      // Further values have no room on a line.
      if words.pieces.count >= Self.mostPieces { break }
      words.add(column, reading?.words(for: value, of: column) ?? Self.lineText(value), isNew: isNew)
    }
    return words.pieces.isEmpty ? ChangeText("no values") : words
  }

  /// The most characters of a value in a line of the list.
  private static let lineLength = 100
  /// The most pieces of a row's values.
  private static let mostPieces = 40

  private static func lineText(_ value: ExactValue) -> String { text(value, limit: lineLength) }

  /// Two values as text, each cut around a long part that both have.
  static func texts(_ before: ExactValue, _ after: ExactValue, limit: Int) -> (before: String, after: String) {
    if before == .text([]) || after == .text([]) { return (text(before, limit: limit), text(after, limit: limit)) }
    return ExactValue.shown(before: before, after: after, limit: limit)
  }

  /// A value as text.
  static func text(_ value: ExactValue, limit: Int) -> String {
    value == .text([]) ? "''" : value.shown(limit: limit)
  }
}

extension ExactValue {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
