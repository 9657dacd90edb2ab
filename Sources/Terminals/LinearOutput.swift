// The bytes of a screen in words: lines, of which the last one stays open on a terminal.

/// Writes what a screen says as lines. On a terminal, the last line ends with the cursor, and a typed text is edited
/// there; elsewhere each line is complete.
package struct LinearOutput {
  private var speech = Speech()
  private let isTerminal: Bool
  private let isUnicode: Bool
  /// The text that was typed last.
  private var line: ActiveLine?
  /// Whether it is on the last line, where it can be edited.
  private var isLineLast = false
  /// Whether the last line is not ended.
  private var isOpen = false

  /// Makes an output that has written nothing yet.
  package init(isTerminal: Bool, isUnicode: Bool) { (self.isTerminal, self.isUnicode) = (isTerminal, isUnicode) }

  /// Whether there is something to say.
  package var isPending: Bool { speech.isPending }

  /// Whether other programs have done something that was not said.
  package var hasNews: Bool { speech.hasNews }

  /// Whether more is on its way that belongs to what is to be said.
  package var isPartial: Bool { speech.isPartial }

  /// Whether the person is typing a text.
  package var isTyping: Bool { speech.isTyping }

  /// Takes over the words of a frame. Returns what must be written at once: the typed letters.
  package mutating func take(_ spoken: Spoken, columns: Int) -> String {
    speech.take(spoken)
    guard isTerminal, speech.isTyping, let field = speech.latest.field else { return "" }
    if isLineLast { return edit(to: field, columns: columns) }
    // Another line came between: the text goes on in a new one.
    return line?.words == field.words ? "" : begin(field, columns: columns)
  }

  /// What is new, as text to write.
  package mutating func speak(columns: Int) -> String {
    var text = ""
    for utterance in speech.speak() {
      switch utterance {
      case .field(let field) where isTerminal: text += begin(field, columns: columns)
      // It is on the line where it was typed.
      case .left(let field) where isLineLast: text += edit(to: field, columns: columns)
      default: text += say(utterance.words)
      }
    }
    return text
  }

  /// Writes a line.
  private mutating func say(_ words: String) -> String {
    isLineLast = false
    let words = SafeText.string(words, isUnicode: isUnicode)
    return isTerminal ? newLine() + words : words + "\n"
  }

  /// Says all again in the next `speak`.
  package mutating func forget() { speech.forget() }

  /// Ends the last line.
  package mutating func end() -> String {
    defer { (isOpen, isLineLast, line) = (false, false, nil) }
    return isOpen ? "\n" : ""
  }

  private mutating func begin(_ field: SpokenField, columns: Int) -> String {
    let start = newLine()
    (line, isLineLast) = (ActiveLine(), true)
    return start + edit(to: field, columns: columns)
  }

  private mutating func edit(to field: SpokenField, columns: Int) -> String {
    line?.edit(to: field, columns: columns, isUnicode: isUnicode) ?? ""
  }

  private mutating func newLine() -> String {
    defer { isOpen = true }
    return isOpen ? "\n" : ""
  }
}
