// A typed text on the last line of a terminal, edited in place with backspaces alone.

/// The characters of a typed text on the last line.
struct ActiveLine {
  /// The words that it shows.
  private(set) var words = ""
  private var shown: [Character] = []
  /// The number of shown characters before the cursor.
  private var cursor = 0

  /// Shows a text, or the part around its cursor that has room. Returns what must be written: the terminal's cursor
  /// moves only to the left, by backspaces, and with each written character.
  mutating func edit(to field: SpokenField, columns: Int, isUnicode: Bool) -> String {
    words = field.words
    let label = field.label.isEmpty ? "" : field.label + ": "
    var before = Self.safe(label + field.text.prefix(field.cursor), isUnicode)
    var after = Self.safe(field.text.dropFirst(field.cursor), isUnicode)
    while Self.width(before, isUnicode) >= columns - 1, before.count > 1 { before.removeFirst() }
    while Self.width(before + after, isUnicode) >= columns, !after.isEmpty { after.removeLast() }
    let (new, place) = (before + after, before.count)
    let common = zip(shown, new).prefix { $0 == $1 }.count
    var output = ""
    if new != shown {
      output += back(over: shown[min(common, cursor)..<cursor], isUnicode)
      // Behind a cursor in the middle, the same characters are written again.
      output += String(new[min(common, cursor)...])
      let rest = Self.width(shown, isUnicode) - Self.width(new, isUnicode)
      if rest > 0 {
        output += String(repeating: " ", count: rest) + String(repeating: "\u{8}", count: rest)
      }
      output += back(over: new[place...], isUnicode)
    } else if place < cursor {
      output += back(over: new[place..<cursor], isUnicode)
    } else {
      output += String(new[cursor..<place])
    }
    (shown, cursor) = (new, place)
    return output
  }

  private func back(over characters: ArraySlice<Character>, _ isUnicode: Bool) -> String {
    String(repeating: "\u{8}", count: Self.width(Array(characters), isUnicode))
  }

  private static func safe(_ text: some StringProtocol, _ isUnicode: Bool) -> [Character] {
    Array(SafeText.string(text, isUnicode: isUnicode))
  }

  private static func width(_ characters: [Character], _ isUnicode: Bool) -> Int {
    displayWidth(String(characters), isUnicode: isUnicode)
  }
}
