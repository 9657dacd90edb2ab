// A line of text that is being typed.
//
// The text is kept in pieces on either side of the cursor: a key costs what it changes, not what is there, so that a
// pasted megabyte is edited as quickly as a word. Only `text` puts the pieces together.

/// A text with a cursor in it, and what the editing keys of a shell do to it.
public struct TextInput: Sendable {
  /// What stands before the cursor, in order; none of them empty.
  private var before: [TextPiece] = []
  /// What stands behind the cursor, in reverse order; none of them empty.
  private var after: [TextPiece] = []
  /// How many texts pieces were made of so far.
  private var sourceCount = 0
  /// How many bytes the text has in UTF-8.
  public private(set) var byteCount: Int

  /// Pieces up to this many bytes are made anew when something is typed behind them.
  private static let smallPiece = 1 << 10

  /// A text with the cursor at its end. It is taken as it is, whatever it holds.
  public init(_ text: String = "") {
    byteCount = text.utf8.count
    if !text.isEmpty { before.append(makePiece(text)) }
  }

  /// The same text with the cursor at its start.
  var atStart: TextInput {
    var input = self
    input.moveToStart()
    return input
  }

  /// All of it, put together: costs its length.
  public var text: String {
    if after.isEmpty, before.count == 1 { return String(before[0].text) }
    var text = ""
    text.reserveCapacity(byteCount)
    for piece in before { text += piece.text }
    for piece in after.reversed() { text += piece.text }
    return text
  }

  public var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Whether there is nothing besides white space. Looks no further than the first character that is something else.
  public var isBlank: Bool {
    (before + after).allSatisfy { $0.text.allSatisfy(\.isWhitespace) }
  }

  /// Whether the text has these bytes in UTF-8. Looks at them only where there are as many.
  public func hasBytes(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == byteCount else { return false }
    var start = 0
    for piece in before + after.reversed() {
      let end = start + piece.byteCount
      guard piece.text.utf8.elementsEqual(bytes[start..<end]) else { return false }
      start = end
    }
    return true
  }

  /// At most so many characters before the cursor, and whether that is all.
  func suffixBeforeCursor(_ count: Int) -> (text: String, isAll: Bool) {
    var parts: [Substring] = []
    var left = count
    for piece in before.reversed() {
      let part = piece.text.suffix(left)
      parts.append(part)
      left -= part.count
      if part.startIndex > piece.start || left <= 0 { break }
    }
    let isAll = parts.count == before.count && (parts.last?.startIndex == before.first?.start)
    return (parts.reversed().joined(), isAll)
  }

  /// At most so many characters behind the cursor.
  func prefixAfterCursor(_ count: Int) -> String {
    var text = ""
    var left = count
    for piece in after.reversed() where left > 0 {
      let part = piece.text.prefix(left)
      text += part
      left -= part.count
    }
    return text
  }

  // MARK: Typing

  /// Types or pastes `text`. A field is one line: line breaks, however many and in whichever form, become one space, a
  /// tab one too; escape sequences and other control characters are left out.
  public mutating func insert(_ text: some StringProtocol) {
    var cleaned = Self.oneLine(text)
    guard !cleaned.isEmpty else { return }
    byteCount += cleaned.utf8.count
    if let last = before.popLast() {
      // What is typed may belong to the character before it, as an accent does: one text for both.
      if last.byteCount <= Self.smallPiece {
        cleaned = last.text + cleaned
      } else {
        var rest = last
        if let character = rest.popLast() { cleaned = character.text + cleaned }
        if !rest.isEmpty { before.append(rest) }
      }
    }
    before.append(makePiece(cleaned))
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

  public mutating func deleteBackward() {
    if let character = takeLast() { byteCount -= character.byteCount }
  }

  public mutating func deleteForward() {
    if let character = takeFirst() { byteCount -= character.byteCount }
  }

  public mutating func deleteToStart() {
    byteCount -= byteCountBefore
    before = []
  }

  public mutating func deleteToEnd() {
    byteCount = byteCountBefore
    after = []
  }

  /// Deletes the white space before the cursor and the word before that.
  public mutating func deleteWordBackward() {
    for piece in takeWordBefore() { byteCount -= piece.byteCount }
  }

  /// Deletes the white space behind the cursor and the word behind that.
  public mutating func deleteWordForward() {
    for piece in takeWordAfter() { byteCount -= piece.byteCount }
  }

  // MARK: Moving

  public mutating func moveLeft() {
    if let character = takeLast() { pushAfter(character) }
  }

  public mutating func moveRight() {
    if let character = takeFirst() { pushBefore(character) }
  }

  /// Moves over the white space before the cursor and the word before that.
  public mutating func moveWordLeft() {
    for piece in takeWordBefore() { pushAfter(piece) }
  }

  /// Moves over the white space behind the cursor and the word behind that.
  public mutating func moveWordRight() {
    for piece in takeWordAfter() { pushBefore(piece) }
  }

  public mutating func moveToStart() {
    while let piece = before.popLast() { pushAfter(piece) }
  }

  public mutating func moveToEnd() {
    while let piece = after.popLast() { pushBefore(piece) }
  }

  // MARK: Pieces

  /// How many bytes stand before the cursor.
  private var byteCountBefore: Int { before.reduce(0) { $0 + $1.byteCount } }

  private mutating func makePiece(_ text: String) -> TextPiece {
    sourceCount += 1
    return TextPiece(text, source: sourceCount)
  }

  private mutating func pushBefore(_ piece: TextPiece) {
    if before.isEmpty || !before[before.count - 1].join(piece) { before.append(piece) }
  }

  private mutating func pushAfter(_ piece: TextPiece) {
    var piece = piece
    if let next = after.last, piece.join(next) { after.removeLast() }
    after.append(piece)
  }

  private mutating func takeLast() -> TextPiece? {
    guard var piece = before.popLast() else { return nil }
    let character = piece.popLast()
    if !piece.isEmpty { before.append(piece) }
    return character
  }

  private mutating func takeFirst() -> TextPiece? {
    guard var piece = after.popLast() else { return nil }
    let character = piece.popFirst()
    if !piece.isEmpty { after.append(piece) }
    return character
  }

  /// Takes the white space before the cursor and the word before that, the nearest piece first.
  private mutating func takeWordBefore() -> [TextPiece] {
    takeBefore(while: \.isWhitespace) + takeBefore { !$0.isWhitespace }
  }

  /// Takes the white space behind the cursor and the word behind that, the nearest piece first.
  private mutating func takeWordAfter() -> [TextPiece] {
    takeAfter(while: \.isWhitespace) + takeAfter { !$0.isWhitespace }
  }

  private mutating func takeBefore(while isTaken: (Character) -> Bool) -> [TextPiece] {
    var taken: [TextPiece] = []
    while var piece = before.popLast() {
      let last = piece.popLast(while: isTaken)
      if !last.isEmpty { taken.append(last) }
      if !piece.isEmpty {
        before.append(piece)
        break
      }
    }
    return taken
  }

  private mutating func takeAfter(while isTaken: (Character) -> Bool) -> [TextPiece] {
    var taken: [TextPiece] = []
    while var piece = after.popLast() {
      let first = piece.popFirst(while: isTaken)
      if !first.isEmpty { taken.append(first) }
      if !piece.isEmpty {
        after.append(piece)
        break
      }
    }
    return taken
  }
}

extension TextInput: Hashable {
  /// The same text with the cursor at the same place, whatever was typed to get there.
  public static func == (a: TextInput, b: TextInput) -> Bool {
    guard a.byteCount == b.byteCount, a.byteCountBefore == b.byteCountBefore else { return false }
    if a.before == b.before, a.after == b.after { return true }
    return a.hasBytes(Array(b.text.utf8))
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
