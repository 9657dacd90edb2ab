// A line of text that is being typed.

/// A text with a cursor in it, and what the editing keys of a shell do to it.
public struct TextInput: Hashable, Sendable {
  /// All of it.
  public private(set) var text: String
  /// How many bytes of the text in UTF-8 stand before the cursor.
  private var cursor: Int

  /// A text with the cursor at its end. It is taken as it is, whatever it holds.
  public init(_ text: String = "") {
    self.text = text
    cursor = text.utf8.count
  }

  /// The same text with the cursor at its start.
  var atStart: TextInput {
    var input = self
    input.cursor = 0
    return input
  }

  /// How many bytes the text has in UTF-8.
  public var byteCount: Int { text.utf8.count }

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

  // MARK: Editing

  public mutating func apply(_ edit: TextEdit) {
    switch edit {
    case .insert(let text): insert(text)
    case .move(let stretch): move(to: end(of: stretch))
    case .delete(let stretch):
      let (place, end) = (place, end(of: stretch))
      if end < place { move(to: end) }
      text.removeSubrange(min(place, end)..<max(place, end))
    }
  }

  /// Types or pastes `text`. A field is one line: line breaks, however many and in whichever form, become one space, a
  /// tab one too; escape sequences and other control characters are left out.
  public mutating func insert(_ text: some StringProtocol) {
    let line = Self.oneLine(text)
    self.text.insert(contentsOf: line, at: place)
    cursor += line.utf8.count
  }

  private mutating func move(to place: String.Index) {
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
    case .allBefore: return text.startIndex
    case .allAfter: return text.endIndex
    }
  }

  private static func oneLine(_ text: some StringProtocol) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(text.utf8.count)
    var isAfterBreak = false
    let scalars = Substring(text).unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      switch scalar.value {
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
        // A terminal may send the two characters of a line's end as two line breaks.
        if !isAfterBreak { line.append(0x20) }
        isAfterBreak = true
        continue
      case 0x09: line.append(0x20)
      case 0x20..<0x7F: line.append(UInt8(scalar.value))
      case 0x1B:
        index = EscapeSequence.end(in: scalars[index...])
        continue
      case 0..<0x20, 0x7F..<0xA0: continue
      default: line += UTF8.encode(scalar)!
      }
      isAfterBreak = false
    }
    return String(decoding: line, as: UTF8.self)
  }
}
