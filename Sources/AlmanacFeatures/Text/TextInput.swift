// A typed text of one or several lines.

/// A text with a cursor, and the editing keys of a shell.
public struct TextInput: Hashable, Sendable {
  /// The whole text.
  public private(set) var text: String
  /// The place of the cursor, in UTF-8 bytes from the start.
  private var cursor: Int
  /// Whether the text may have several lines.
  let hasLines: Bool
  /// The most bytes of the whole text after typing or pasting.
  let limit: Int
  /// How many line ends are before the cursor.
  private(set) var linesBefore = 0
  /// How many line ends are after the cursor.
  private(set) var linesAfter = 0

  /// A text with the cursor at its end. It is taken unchanged. `limit`: the most bytes of the whole text after typing
  /// or pasting.
  public init(_ text: String = "", hasLines: Bool = false, limit: Int = .max) {
    self.text = text
    self.hasLines = hasLines
    self.limit = limit
    cursor = text.utf8.count
    linesBefore = lineEnds(text)
  }

  /// The same text with the cursor at its start.
  var atStart: TextInput {
    var input = self
    (input.cursor, input.linesBefore, input.linesAfter) = (0, 0, linesBefore + linesAfter)
    return input
  }

  /// The number of UTF-8 bytes of the text.
  public var byteCount: Int { text.utf8.count }

  /// Whether it is empty.
  public var isEmpty: Bool { text.isEmpty }

  /// Whether the text is only white space. Stops at the first other character.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether the text has these UTF-8 bytes. Compares them only if their number agrees.
  func hasBytes(_ bytes: [UInt8]) -> Bool { bytes.count == byteCount && text.utf8.elementsEqual(bytes) }

  /// At most `count` characters before the cursor, and whether these are all.
  func suffixBeforeCursor(_ count: Int) -> (text: Substring, isAll: Bool) {
    let suffix = before.suffix(count)
    return (suffix, suffix.startIndex == text.startIndex)
  }

  /// At most `count` characters after the cursor.
  func prefixAfterCursor(_ count: Int) -> Substring { after.prefix(count) }

  /// The number of UTF-8 bytes before the cursor.
  var bytesBeforeCursor: Int { cursor }

  /// The number of UTF-8 bytes before the cursor in its line.
  var bytesBeforeCursorInLine: Int { text.utf8.distance(from: startOfLine(place), to: place) }

  private var place: String.Index { text.utf8.index(text.startIndex, offsetBy: cursor) }
  private var before: Substring { text[..<place] }
  private var after: Substring { text[place...] }

  // MARK: Lines

  /// The number of line ends in a part of the text.
  private func lineEnds(_ part: some StringProtocol) -> Int {
    hasLines ? part.utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } : 0
  }

  /// Whether a character ends a line: a line feed, with or without a carriage return.
  static func endsLine(_ character: Character) -> Bool { character == "\n" || character == "\r\n" }

  /// The start of the line with `place`. It compares bytes: a pasted line may have a million characters.
  private func startOfLine(_ place: String.Index) -> String.Index {
    text.utf8[..<place].lastIndex(of: 0x0A).map { text.utf8.index(after: $0) } ?? text.startIndex
  }

  private func endOfLine(_ place: String.Index) -> String.Index {
    guard let end = text.utf8[place...].firstIndex(of: 0x0A) else { return text.endIndex }
    // A carriage return and a line feed are one character.
    return end > place && text.utf8[text.utf8.index(before: end)] == 0x0D ? text.utf8.index(before: end) : end
  }

  /// The lines with these numbers, as bytes. Reads only them and what is between them and the cursor: a text may have a
  /// megabyte.
  func lines(_ numbers: Range<Int>) -> [Substring.UTF8View] {
    var number = linesBefore
    var start = number > 0 ? startOfLine(place) : text.startIndex
    while number > numbers.lowerBound {
      start = startOfLine(text.utf8.index(before: start))
      number -= 1
    }
    var lines: [Substring.UTF8View] = []
    let last = linesBefore + linesAfter
    while number < numbers.upperBound, number <= last {
      let rest = text.utf8[start...]
      let end = number == last ? text.endIndex : rest.firstIndex(of: 0x0A) ?? text.endIndex
      if number >= numbers.lowerBound { lines.append(rest[..<end]) }
      if number < last { start = text.utf8.index(after: end) }
      number += 1
    }
    return lines
  }

  /// The place in the line starting at `start` with the same offset in its line as the cursor.
  private func place(inLineAt start: String.Index) -> String.Index {
    let column = text.distance(from: startOfLine(place), to: place)
    let end = endOfLine(start)
    return text.index(start, offsetBy: column, limitedBy: end) ?? end
  }

  // MARK: Editing

  /// Applies an edit to the text and the cursor.
  public mutating func apply(_ edit: TextEdit) {
    switch edit {
    case .insert(let text): insert(text)
    case .move(let stretch): move(to: end(of: stretch))
    case .delete(let stretch):
      let (place, end) = (place, end(of: stretch))
      if end < place { move(to: end) }
      let removed = min(place, end)..<max(place, end)
      linesAfter -= lineEnds(text[removed])
      text.removeSubrange(removed)
    }
  }

  /// Inserts typed or pasted `text`. In a text of one line, a tab or a run of line breaks becomes one space, or nothing
  /// at the end; in a text of several lines both stay. Escape sequences, other control characters, and text beyond the limit are left out.
  public mutating func insert(_ text: some StringProtocol) {
    let room = max(0, limit - byteCount)
    let typed = Self.typed(text.beginning(bytes: room), hasLines: hasLines)
    self.text.insert(contentsOf: typed, at: place)
    cursor += typed.utf8.count
    linesBefore += lineEnds(typed)
  }

  /// Replaces the text in a range of bytes, which begins before the cursor or at it and has no line end, by `text`. The
  /// cursor is behind it then. Does nothing if that would be too long.
  mutating func replace(_ bytes: Range<Int>, with text: String) {
    guard bytes.upperBound <= byteCount, byteCount - bytes.count + text.utf8.count <= limit else { return }
    let start = self.text.utf8.index(self.text.startIndex, offsetBy: bytes.lowerBound)
    let end = self.text.utf8.index(self.text.startIndex, offsetBy: bytes.upperBound)
    self.text.replaceSubrange(start..<end, with: text)
    cursor = bytes.lowerBound + text.utf8.count
  }

  private mutating func move(to place: String.Index) {
    let passed = place < self.place ? -lineEnds(text[place..<self.place]) : lineEnds(text[self.place..<place])
    linesBefore += passed
    linesAfter -= passed
    cursor = text.utf8.distance(from: text.startIndex, to: place)
  }

  /// The end of a stretch that is not at the cursor.
  private func end(of stretch: TextEdit.Stretch) -> String.Index {
    switch stretch {
    case .characterBefore: return before.indices.last ?? place
    case .characterAfter: return after.isEmpty ? place : after.index(after: place)
    case .wordBefore:
      guard let last = before.lastIndex(where: { !$0.isWhitespace }) else { return text.startIndex }
      return before[...last].lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? text.startIndex
    case .wordAfter: return after.drop(while: \.isWhitespace).firstIndex(where: \.isWhitespace) ?? text.endIndex
    case .allBefore: return hasLines ? startOfLine(place) : text.startIndex
    case .allAfter: return hasLines ? endOfLine(place) : text.endIndex
    case .lineBefore:
      let start = startOfLine(place)
      return linesBefore > 0 ? place(inLineAt: startOfLine(text.index(before: start))) : start
    case .lineAfter:
      let end = endOfLine(place)
      return linesAfter > 0 ? place(inLineAt: text.index(after: end)) : end
    }
  }

  private static func typed(_ text: some StringProtocol, hasLines: Bool) -> String {
    var typed: [UInt8] = []
    typed.reserveCapacity(text.utf8.count)
    // The preceding line break, if nothing came after it.
    var last: Unicode.Scalar?
    let scalars = Substring(text).unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      switch scalar.value {
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
        // A terminal may send the two characters of a line end as two line breaks. In one line these become one space.
        if hasLines {
          if scalar != "\n" || last != "\r" { typed.append(0x0A) }
        } else if last == nil {
          typed.append(0x20)
        }
        last = scalar
        continue
      case 0x09: typed.append(hasLines ? 0x09 : 0x20)
      case 0x20..<0x7F: typed.append(UInt8(scalar.value))
      case 0x1B:
        index = EscapeSequence.end(in: scalars[index...])
        continue
      case 0..<0x20, 0x7F..<0xA0: continue
      default: typed += UTF8.encode(scalar)!
      }
      last = nil
    }
    // A line that was copied whole brings its end along.
    if !hasLines, last != nil { typed.removeLast() }
    return String(decoding: typed, as: UTF8.self)
  }
}

extension StringProtocol {
  /// At most `count` bytes from the start, with whole characters only.
  func beginning(bytes count: Int) -> SubSequence {
    guard var end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self[...]
    }
    var count = count
    while count > 0, utf8[end] & 0xC0 == 0x80 {
      count -= 1
      end = utf8.index(startIndex, offsetBy: count)
    }
    return self[..<end]
  }
}
