/// Reads the words of a command. Quotes keep spaces together; `{Column}` is a column in quotes too, `{{` and `}}` are the
/// signs themselves.
enum CommandWords {
  static func read(_ text: String) throws(CommandMistake) -> [[UserCommand.Piece]] {
    var words: [[UserCommand.Piece]] = []
    var (word, quote): ([UserCommand.Piece]?, Character?) = (nil, nil)
    func add(_ part: String) {
      var pieces = word ?? []
      if case .text(let before)? = pieces.last {
        pieces[pieces.count - 1] = .text(before + part)
      } else if !part.isEmpty {
        pieces.append(.text(part))
      }
      word = pieces
    }
    var rest = text[...]
    while let sign = rest.popFirst() {
      if sign == quote {
        quote = nil
      } else if quote == nil, sign == "\"" || sign == "'" {
        quote = sign
        add("")
      } else if quote == nil, sign.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else if sign == "{" || sign == "}", rest.first == sign {
        rest.removeFirst()
        add(String(sign))
      } else if sign == "{", rest.first != "}" {
        guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
        word = (word ?? []) + [.column(String(rest[..<end]))]
        rest = rest[rest.index(after: end)...]
      } else {
        add(String(sign))
      }
    }
    if quote != nil { throw .openQuote }
    if let word { words.append(word) }
    return words
  }
}
