// Text over several lines.
import Terminals

/// Breaks text into lines of at most so many columns: at spaces where it can, within a word where it must.
public enum WrappedText {
  /// The lines of `text`; at least one. Of a very long text only what fills `limit` lines is looked at.
  public static func lines(of text: String, width: Int, limit: Int = .max, isUnicode: Bool = true) -> [Substring] {
    guard width > 0 else { return [] }
    var lines: [Substring] = []
    var start = text.startIndex
    var index = start
    var used = 0
    var lastBreak: String.Index?
    while index < text.endIndex, lines.count < limit {
      let character = text[index]
      let next = text.index(after: index)
      // Other characters that could break lines are shown as what they are.
      if character == "\n" || character == "\r\n" {
        lines.append(text[start..<index])
        (start, index, used, lastBreak) = (next, next, 0, nil)
        continue
      }
      let columns = displayWidth(text[index..<next], isUnicode: isUnicode)
      if used + columns > width, index > start {
        if character == " " {
          lines.append(text[start..<index])
          (start, index, used, lastBreak) = (next, next, 0, nil)
          continue
        }
        let end = lastBreak ?? index
        lines.append(text[start..<end])
        start = end
        while start < index, text[start] == " " { start = text.index(after: start) }
        (index, used, lastBreak) = (start, 0, nil)
        continue
      }
      used += columns
      index = next
      if character == " " { lastBreak = index }
    }
    if lines.count < limit, start < text.endIndex || lines.isEmpty { lines.append(text[start...]) }
    return lines
  }
}
