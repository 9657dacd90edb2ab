// Reads the key and the name in a CREATE TABLE statement.

/// The words and signs of a CREATE TABLE statement. SQLite has accepted it; the parts that this can't read stay
/// unknown.
struct TableDeclaration {
  private struct Token: Equatable {
    var text: String
    /// Quoted words are never keywords.
    var isQuoted = false

    func isKeyword(_ keyword: String) -> Bool { !isQuoted && text.uppercased() == keyword }
    func isSign(_ sign: String) -> Bool { !isQuoted && text == sign }
  }

  private var tokens: [Token] = []

  init(_ sql: String) {
    var text = Substring(sql)
    while let token = Self.next(&text) { tokens.append(token) }
  }

  /// Whether two declarations differ only in the table's name, as after ALTER TABLE RENAME TO.
  func isAlikeButForName(_ other: TableDeclaration) -> Bool {
    tokens.count > 3 && tokens.prefix(2) == other.tokens.prefix(2) && tokens.dropFirst(3) == other.tokens.dropFirst(3)
  }

  /// The number of different columns of the primary key.
  var primaryKeyCount: Int? {
    // Unquoted, PRIMARY is never a name. A column's own key has no list.
    guard
      let key = tokens.indices.dropFirst().first(where: {
        tokens[$0].isKeyword("KEY") && tokens[$0 - 1].isKeyword("PRIMARY")
      })
    else { return nil }
    let rest = tokens[(key + 1)...]
    return rest.first?.isSign("(") == true ? Self.columnCount(rest) : 1
  }

  /// The parts between the commas, up to the closing parenthesis. Inner parentheses are kept.
  private static func parts(_ tokens: ArraySlice<Token>) -> [[Token]] {
    var parts: [[Token]] = [[]]
    var depth = 0
    for token in tokens {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") {
        if depth == 0 { break }
        depth -= 1
      }
      if depth == 0, token.isSign(",") {
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    return parts
  }

  /// A column listed twice, with the same collation, is in the record once.
  private static func columnCount(_ list: ArraySlice<Token>) -> Int {
    let columns = parts(list.dropFirst()).map { part in
      var column = part
      if let last = column.last, last.isKeyword("ASC") || last.isKeyword("DESC") { column.removeLast() }
      return column.map { $0.text.lowercased() }.joined(separator: " ")
    }
    return Set(columns).count
  }

  private static func next(_ text: inout Substring) -> Token? {
    skipSpace(&text)
    guard let first = text.first else { return nil }
    if let end = ["\"": "\"", "'": "'", "`": "`", "[": "]"][first] as Character? {
      text.removeFirst()
      var word = ""
      while let character = text.popFirst() {
        guard character == end else {
          word.append(character)
          continue
        }
        guard end != "]", text.first == end else { break }
        word.append(character)
        text.removeFirst()
      }
      return Token(text: word, isQuoted: true)
    }
    let word = text.prefix(while: isPartOfWord)
    text.removeFirst(max(word.count, 1))
    return Token(text: word.isEmpty ? String(first) : String(word))
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character == "_" || character == "$" || character.isLetter || character.isNumber || !character.isASCII
  }

  /// Skips space and comments.
  private static func skipSpace(_ text: inout Substring) {
    while let first = text.first {
      if first.isWhitespace {
        text.removeFirst()
      } else if text.hasPrefix("--") {
        text = text.drop { !$0.isNewline }
      } else if text.hasPrefix("/*") {
        text.removeFirst(2)
        while !text.isEmpty, !text.hasPrefix("*/") { text.removeFirst() }
        text = text.dropFirst(2)
      } else {
        return
      }
    }
  }
}
