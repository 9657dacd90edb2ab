// A line of text that is being typed.

/// A text with a cursor in it, and what the editing keys of a shell do to it.
public struct TextInput: Hashable, Sendable {
  /// What stands before the cursor.
  public private(set) var before: String
  /// What stands behind the cursor.
  public private(set) var after: String

  /// A text with the cursor at its end.
  public init(_ text: String = "") {
    before = text
    after = ""
  }

  /// The same text with the cursor at its start.
  var atStart: TextInput {
    var input = self
    input.moveToStart()
    return input
  }

  public var text: String { before + after }
  public var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Types or pastes `text`. A field is one line: white space that breaks lines, and tabs, become spaces; other control
  /// characters are left out.
  public mutating func insert(_ text: some StringProtocol) {
    var cleaned = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar {
      case "\n" where afterReturn: continue
      case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": cleaned.append(" ")
      default:
        if scalar.properties.generalCategory != .control { cleaned.append(scalar) }
      }
    }
    before.unicodeScalars.append(contentsOf: cleaned)
  }

  public mutating func deleteBackward() { _ = before.popLast() }
  public mutating func deleteForward() { if !after.isEmpty { after.removeFirst() } }

  public mutating func moveLeft() {
    if let character = before.popLast() { after.insert(character, at: after.startIndex) }
  }

  public mutating func moveRight() {
    if !after.isEmpty { before.append(after.removeFirst()) }
  }

  public mutating func moveToStart() {
    after = text
    before = ""
  }

  public mutating func moveToEnd() {
    before = text
    after = ""
  }

  public mutating func deleteToStart() { before = "" }

  /// Deletes the white space before the cursor and the word before that.
  public mutating func deleteWordBackward() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while before.last?.isWhitespace == false { before.removeLast() }
  }
}
