// The parts of unfolded JSON, for their colours.
import Terminals

/// Reads valid JSON line by line, as it is broken into lines, and tells its parts.
struct JSONColouring {
  /// The kind of a part.
  enum Kind: Hashable {
    /// The name of a member.
    case name
    /// A string.
    case text
    case number
    /// true, false or null.
    case word
  }

  /// A part of a line.
  struct Part: Hashable {
    var range: Range<String.Index>
    var kind: Kind
  }

  /// The open objects and arrays; true for an object.
  private var containers: [Bool] = []
  /// Whether a string would be a name now.
  private var awaitsName = false
  /// The kind of the part that goes on in the next line; nil between parts.
  private var kind: Kind?
  /// Whether the last character was a backslash that begins an escape.
  private var isEscape = false

  /// The parts of the next line.
  mutating func parts(of line: Substring) -> [Part] {
    var parts: [Part] = []
    var start = line.startIndex
    func add(to end: String.Index, _ kind: Kind, _ parts: inout [Part]) {
      if start < end { parts.append(Part(range: start..<end, kind: kind)) }
    }
    var index = line.startIndex
    while index < line.endIndex {
      let character = line.unicodeScalars[index]
      let next = line.unicodeScalars.index(after: index)
      if let open = kind, open == .name || open == .text {
        if isEscape {
          isEscape = false
        } else if character == "\\" {
          isEscape = true
        } else if character == "\"" {
          add(to: next, open, &parts)
          kind = nil
        }
      } else {
        let new = scalarKind(character)
        if new != kind {
          if let kind { add(to: index, kind, &parts) }
          (kind, start) = (new, index)
        }
        if new == nil { note(character) }
      }
      index = next
    }
    if let kind { add(to: line.endIndex, kind, &parts) }
    return parts
  }

  /// The kind of a part that begins or goes on with a character outside strings; nil: none.
  private func scalarKind(_ character: Unicode.Scalar) -> Kind? {
    switch character {
    case "\"": awaitsName ? .name : .text
    case "a"..."z" where kind != .number: .word
    case "0"..."9", "-", "+", ".", "e", "E": .number
    default: nil
    }
  }

  /// Follows objects, arrays and members.
  private mutating func note(_ character: Unicode.Scalar) {
    switch character {
    case "{", "[":
      containers.append(character == "{")
      awaitsName = character == "{"
    case "}", "]": _ = containers.popLast()
    case ",": awaitsName = containers.last == true
    case ":": awaitsName = false
    default: break
    }
  }
}

extension CellBuffer {
  /// Colours the parts of a line of JSON that was written at a place, with a width.
  mutating func colour(
    _ parts: [JSONColouring.Part], of line: Substring, at place: Point, _ width: Int, _ theme: Theme
  ) {
    for part in parts {
      let before = displayWidth(line[..<part.range.lowerBound], limit: width, isUnicode: isUnicode)
      let end = displayWidth(line[..<part.range.upperBound], limit: width, isUnicode: isUnicode)
      let style =
        switch part.kind {
        case .name: theme.memberName
        case .text: theme.text
        case .number: theme.number
        case .word: theme.word
        }
      restyle(Rect(column: place.column + before, row: place.row, width: end - before, height: 1)) { $0 = style }
    }
  }
}
