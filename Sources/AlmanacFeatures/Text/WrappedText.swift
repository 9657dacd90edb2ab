// Wrapping text to lines.
import Terminals

/// Breaks text into lines of a width: at spaces if possible, otherwise within a word. There is at least one line. Only
/// the text of the requested lines is examined.
public struct WrappedText: Sequence, IteratorProtocol {
  private let text: String
  private let width: Int
  private let isUnicode: Bool
  /// The start of the next line; `nil` if there is none.
  private var start: String.Index?

  /// Breaks a text into lines of a width.
  public init(_ text: String, width: Int, isUnicode: Bool = true) {
    self.text = text
    self.width = width
    self.isUnicode = isUnicode
    start = width > 0 ? text.startIndex : nil
  }

  /// All lines of `text`.
  public static func lines(of text: String, width: Int, isUnicode: Bool = true) -> [Substring] {
    Array(WrappedText(text, width: width, isUnicode: isUnicode))
  }

  public mutating func next() -> Substring? {
    guard let start else { return nil }
    let (end, next) = lineEnd(from: start)
    self.start = next < text.endIndex ? next : nil
    return text[start..<end]
  }

  /// The end of the line that begins at `start`, and the start of the next one.
  private func lineEnd(from start: String.Index) -> (end: String.Index, next: String.Index) {
    var index = start
    var used = 0
    var lastBreak: String.Index?
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      // Other characters that could break lines are shown as they are.
      if character == "\n" || character == "\r\n" { return (index, next) }
      let columns = displayWidth(text[index..<next], isUnicode: isUnicode)
      if used + columns > width, index > start {
        if character == " " { return (index, next) }
        let end = lastBreak ?? index
        return (end, text[end..<index].firstIndex { $0 != " " } ?? index)
      }
      used += columns
      index = next
      if character == " " { lastBreak = index }
    }
    return (index, index)
  }
}
