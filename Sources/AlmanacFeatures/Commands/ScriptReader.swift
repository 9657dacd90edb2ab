/// Reads a script for `sh`, and replaces each `{Column}` by an argument of the script.
///
/// A column is a word of a command, and not its program. Elsewhere it is refused: no list of the places where a shell
/// evaluates a word again is complete. In single quotes, after `$`, and with signs that no name has, braces are those of
/// the shell.
struct ScriptReader {
  /// The script, with `"${1}"` in place of the first column.
  private(set) var script = ""
  private(set) var arguments: [UserCommand.Argument] = []
  private var rest: Substring
  /// The quotation mark around the present place.
  private var quote: Character?
  /// The words of the present command, without assignments in front and without the files that it reads and writes.
  private var words: [String] = []
  private var word = ""
  /// Whether the present word is a file.
  private var isFile = false
  /// Whether the rest can take no column: it may be evaluated, or its arguments are others.
  private var isOver = false

  init(_ text: String) { rest = text[...] }

  mutating func read() throws(CommandMistake) {
    while let sign = rest.popFirst() {
      if sign == "{", quote != "'", script.last != "$", let column = takeColumn() {
        try replace(column)
        continue
      }
      if sign == "\\", quote != "'" {
        take(sign)
        if let next = rest.popFirst() { take(next) }
        continue
      }
      if quote != "'" { lookForScript(sign) }
      if sign == quote {
        quote = nil
      } else if quote == nil, sign == "\"" || sign == "'" {
        quote = sign
      } else if quote == nil, sign.isWhitespace || Self.signs.contains(sign) {
        endWord(at: sign)
        script.append(sign)
        continue
      }
      take(sign)
    }
  }

  /// The signs that end a word. The first ones begin another command.
  private static let (separators, signs) = (";|&()\n", ";|&()\n<>")
  /// Words before the program of a command.
  private static let beginnings: Set = [
    "!", "{", "}", "if", "then", "elif", "else", "while", "until", "do", "exec", "command", "builtin", "coproc", "time",
  ]
  /// Commands that evaluate their words.
  private static let evaluators: Set = [
    "eval", ".", "source", "trap", "alias", "let", "declare", "typeset", "local", "readonly", "export", "unset", "read",
    "getopts", "function",
  ]
  /// Commands that give the script other arguments.
  private static let setters: Set = ["set", "shift", "function"]

  private mutating func take(_ sign: Character) {
    script.append(sign)
    word.append(sign)
  }

  /// Looks whether a script or an arithmetic expression within the script begins: `` ` ``, `$(`, `${a{`, `$'`, `((`, `<(`,
  /// `[[`, `a[`, `<<`, `f()`.
  private mutating func lookForScript(_ sign: Character) {
    let next = rest.first
    switch sign {
    case "`": isOver = true
    case "$" where next == "{":
      isOver = isOver || rest.firstIndex(of: "}").map { rest[..<$0].dropFirst().contains("{") } ?? true
    case "$": isOver = isOver || next == "(" || next == "[" || next == "'"
    case "(" where quote == nil:
      isOver = isOver || next == "(" || next == ")" || script.last == "<" || script.last == ">"
    case "<" where quote == nil: isOver = isOver || next == "<"
    case "[" where quote == nil: isOver = isOver || !word.isEmpty || next?.isWhitespace == false
    default: break
    }
  }

  private mutating func endWord(at sign: Character) {
    let isNumber = (sign == "<" || sign == ">") && word.allSatisfy(\.isNumber)
    let isInFront = program == nil && word.contains("=")
    if !word.isEmpty, !isFile, !isNumber, !isInFront { words.append(word) }
    if !word.isEmpty { isFile = false }
    word = ""
    // After > these signs are a part of it.
    let isBehindFile = script.last == ">" && (sign == "&" || sign == "|")
    if sign == "<" || sign == ">" {
      isFile = true
    } else if Self.separators.contains(sign), !isBehindFile {
      if let program, Self.setters.contains(program) { isOver = true }
      (words, isFile) = ([], false)
    }
  }

  /// The program of the present command, as it is written.
  private var program: String? { words.first { !Self.beginnings.contains($0) && !$0.hasPrefix("-") } }

  private mutating func replace(_ column: String) throws(CommandMistake) {
    let isEnd = rest.first.map { $0.isWhitespace || Self.signs.contains($0) } ?? true
    guard quote == nil, word.isEmpty, isEnd, !isOver else { throw .columnInText(column) }
    guard let program else { throw .columnAsProgram(column) }
    guard !Self.evaluators.contains(program), !Shell.readsScript(words) else { throw .columnAsScript(column) }
    arguments.append(UserCommand.Argument(column: column, mayBeOption: !words.contains("--")))
    let argument = "\"${\(arguments.count)}\""
    script += argument
    word = argument
  }

  /// Takes the name of a column and the brace behind it; `nil` if the brace is the shell's.
  private mutating func takeColumn() -> String? {
    guard let end = rest.firstIndex(of: "}") else { return nil }
    let name = rest[..<end]
    guard let first = name.first, let last = name.last, !first.isWhitespace, !last.isWhitespace, !name.contains(".."),
      !name.contains(where: { ",;${\"'\\\n".contains($0) })
    else { return nil }
    rest = rest[rest.index(after: end)...]
    return String(name)
  }
}

/// A shell as the program of a command.
enum Shell {
  private static let names: Set<Substring> = ["sh", "bash", "dash", "zsh", "ksh", "fish"]

  /// Whether one of the words is a shell, and a later one says that a script follows: `-c`, `-ec`, `--command`.
  static func readsScript(_ words: [String]) -> Bool {
    guard let shell = words.firstIndex(where: { names.contains($0.split(separator: "/").last ?? "") }) else {
      return false
    }
    return words[shell...].contains { word in
      word.hasPrefix("--") ? word.contains("command") : word.hasPrefix("-") && word.lowercased().contains("c")
    }
  }
}
