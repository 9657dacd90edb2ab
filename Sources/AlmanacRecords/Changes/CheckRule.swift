// The expression of a CHECK constraint, and the names in it.
import Databases

/// A CHECK that failed.
struct CheckRule: CustomStringConvertible {
  /// The constraint's name, if it has one, and its expression.
  let description: String
  /// The names in the expression in lower case, those of functions included.
  let names: Set<String>

  /// Finds the rule for SQLite's `text` in the statement `sql` that created the table. `text` is the constraint's name;
  /// without a name it is the expression, or only the quoted name with which the expression begins.
  init(_ text: String, in sql: String) {
    let (isNamed, expression) =
      Self.all(in: sql).first { name, words in
        name == text || name == nil && Self.given(words) == text
      }.map { ($0.name != nil, $0.words) } ?? (false, SQLWord.all(text[...]))
    names = Set(expression.compactMap(\.name?.lowercasedASCII))
    let rule = expression.isEmpty ? text : String(Self.text(expression))
    let line = rule.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    description = isNamed ? "\(text) (\(line))" : line
  }

  /// The CHECK constraints of a table, with their names.
  private static func all(in sql: String) -> [(name: String?, words: ArraySlice<SQLWord>)] {
    let words = SQLWord.all(sql[...])
    return words.indices.dropLast().compactMap { index in
      guard words[index].means("check"), words[index + 1].text == "(" else { return nil }
      var depth = 0
      let end = words[(index + 1)...].firstIndex { word in
        depth += word.text == "(" ? 1 : word.text == ")" ? -1 : 0
        return depth == 0
      }
      guard let end else { return nil }
      let isNamed = index > 1 && words[index - 2].means("constraint")
      return (isNamed ? words[index - 1].name : nil, words[(index + 2)..<end])
    }
  }

  /// The source text of words, with everything between them.
  private static func text(_ words: ArraySlice<SQLWord>) -> Substring {
    guard let first = words.first?.text, let last = words.last?.text else { return "" }
    return first.base[first.startIndex..<last.endIndex]
  }

  /// The text that SQLite reports for an expression.
  private static func given(_ words: ArraySlice<SQLWord>) -> String {
    if let first = words.first, let name = first.name, name != first.text { return name }
    return String(text(words))
  }
}

/// A word of SQL: a name, a literal or a symbol.
private struct SQLWord {
  var text: Substring
  /// The name without quotes; nil for a literal or a symbol.
  var name: String?

  /// Whether it is this keyword.
  func means(_ keyword: String) -> Bool { text.lowercased() == keyword }

  /// The words of `sql`, without comments.
  static func all(_ sql: Substring) -> ArraySlice<SQLWord> {
    var words: ArraySlice<SQLWord> = []
    var rest = sql
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        let word = first.isInName ? SQLWord(text: rest.prefix(while: \.isInName)) : quoted(rest)
        words.append(word)
        rest = rest[word.text.endIndex...]
      }
    }
    return words
  }

  private init(text: Substring, name: String? = nil) {
    self.text = text
    self.name = name ?? (text.first?.isInName == true && text.first?.isNumber == false ? String(text) : nil)
  }

  /// The quoted word at the start of `text`, or its first symbol.
  private static func quoted(_ text: Substring) -> SQLWord {
    let end: Character = text.first == "[" ? "]" : text.first!
    guard ["\"", "`", "]", "'"].contains(end) else { return SQLWord(text: text.prefix(1)) }
    var name = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if character == end {
        // Two quotes within quotes mean one.
        guard end != "]", rest.first == end else { break }
        rest.removeFirst()
      }
      name.append(character)
    }
    let word = text[..<rest.startIndex]
    return end == "'" ? SQLWord(text: word) : SQLWord(text: word, name: name)
  }
}

extension Character {
  /// Whether it may occur in an unquoted name.
  fileprivate var isInName: Bool { self == "_" || self == "$" || isLetter || isNumber || !isASCII }
}
