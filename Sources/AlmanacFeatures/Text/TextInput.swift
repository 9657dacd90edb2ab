// A text that is being typed: one line, or several.

/// A text with a cursor in it, and what the editing keys of a shell do to it.
public struct TextInput: Hashable, Sendable {
  /// All of it.
  public private(set) var text: String
  /// How many bytes of the text in UTF-8 stand before the cursor.
  private var cursor: Int
  /// Whether what is typed or pasted may have several lines.
  public let hasLines: Bool
  /// How many bytes may be typed or pasted, with what is there.
  let limit: Int
  /// How many lines end before the cursor, and how many behind it; none where there is one line only.
  public private(set) var linesBefore = 0
  /// How many lines follow below what is shown.
  public private(set) var linesAfter = 0

  /// A text with the cursor at its end. It is taken as it is, whatever it holds. `limit`: how many bytes there may be
  /// after something was typed or pasted.
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

  /// How many bytes the text has in UTF-8.
  public var byteCount: Int { text.utf8.count }

  /// Whether it is empty.
  public var isEmpty: Bool { text.isEmpty }

  /// Whether there is nothing besides white space. Looks no further than the first character that is something else.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether the text has these bytes in UTF-8. Looks at them only where there are as many.
  public func hasBytes(_ bytes: [UInt8]) -> Bool { bytes.count == byteCount && text.utf8.elementsEqual(bytes) }

  /// At most so many characters before the cursor, and whether that is all.
  func suffixBeforeCursor(_ count: Int) -> (text: Substring, isAll: Bool) {
    let suffix = before.suffix(count)
    return (suffix, suffix.startIndex == text.startIndex)
  }

  /// At most so many characters behind the cursor.
  func prefixAfterCursor(_ count: Int) -> Substring { after.prefix(count) }

  private var place: String.Index { text.utf8.index(text.startIndex, offsetBy: cursor) }
  private var before: Substring { text[..<place] }
  private var after: Substring { text[place...] }

  // MARK: Lines

  /// How many lines end in a part of the text.
  private func lineEnds(_ part: some StringProtocol) -> Int {
    hasLines ? part.utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } : 0
  }

  /// Whether a character ends a line: a line feed, which may have a carriage return before it.
  static func endsLine(_ character: Character) -> Bool { character == "\n" || character == "\r\n" }

  /// The start of the line that `place` is in.
  private func startOfLine(_ place: String.Index) -> String.Index {
    text[..<place].lastIndex(where: Self.endsLine).map(text.index(after:)) ?? text.startIndex
  }

  private func endOfLine(_ place: String.Index) -> String.Index {
    text[place...].firstIndex(where: Self.endsLine) ?? text.endIndex
  }

  /// The place in the line that begins at `start` below which the cursor stands, or above.
  private func place(inLineAt start: String.Index) -> String.Index {
    let column = text.distance(from: startOfLine(place), to: place)
    let end = endOfLine(start)
    return text.index(start, offsetBy: column, limitedBy: end) ?? end
  }

  // MARK: Editing

  /// Makes an edit, and moves the cursor with it.
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

  /// Types or pastes `text`. In one line line breaks, however many and in whichever form, become one space, a tab one
  /// too; in several lines both stay. Escape sequences and other control characters are left out, and what is beyond the
  /// limit.
  public mutating func insert(_ text: some StringProtocol) {
    let room = max(0, limit - byteCount)
    let typed = Self.typed(text.beginning(bytes: room), hasLines: hasLines)
    self.text.insert(contentsOf: typed, at: place)
    cursor += typed.utf8.count
    linesBefore += lineEnds(typed)
  }

  private mutating func move(to place: String.Index) {
    let passed = place < self.place ? -lineEnds(text[place..<self.place]) : lineEnds(text[self.place..<place])
    linesBefore += passed
    linesAfter -= passed
    cursor = text.utf8.distance(from: text.startIndex, to: place)
  }

  /// The end of a stretch that is not the cursor.
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
    // The line break before, where nothing came since.
    var last: Unicode.Scalar?
    let scalars = Substring(text).unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      switch scalar.value {
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
        // A terminal may send the two characters of a line's end as two line breaks: in one line that is one space.
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
    return String(decoding: typed, as: UTF8.self)
  }
}

extension StringProtocol {
  /// At most so many bytes from the start, without a part of a character.
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
