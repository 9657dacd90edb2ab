/// Reads a script for `sh`, and replaces each `{Column}` by an argument of the script. The value never becomes a part of
/// the script.
///
/// In single quotes, after `$`, and with signs that no name has, braces are those of the shell.
struct ScriptReader {
  /// The script, with `"${1}"` in place of the first column.
  private(set) var script = ""
  private(set) var arguments: [UserCommand.Argument] = []
  private var rest: Substring
  /// The quotes and parentheses around the present place, the innermost last.
  private var around: [Around] = [.nothing]

  private enum Around { case nothing, double, single }

  init(_ text: String) { rest = text[...] }

  mutating func read() {
    while let sign = rest.popFirst() {
      let isPlain = around.last == .nothing
      if around.last == .single {
        if sign == "'" { around.removeLast() }
      } else if sign == "\\" {
        script.append(sign)
        if let next = rest.popFirst() { script.append(next) }
        continue
      } else if sign == "$", rest.first == "(" {
        script += "$("
        rest.removeFirst()
        around.append(.nothing)
        continue
      } else if sign == "\"" {
        if isPlain { around.append(.double) } else { around.removeLast() }
      } else if isPlain, sign == "'" {
        around.append(.single)
      } else if isPlain, sign == "(" {
        around.append(.nothing)
      } else if isPlain, sign == ")" {
        if around.count > 1 { around.removeLast() }
      } else if sign == "{", script.last != "$", let column = takeColumn() {
        let isFirst = script.last.map { $0.isWhitespace || Self.separators.contains($0) } ?? true
        arguments.append(UserCommand.Argument(column: column, mayBeOption: isFirst && isPlain && !isBehindOptions))
        script += isPlain ? "\"${\(arguments.count)}\"" : "${\(arguments.count)}"
        continue
      }
      script.append(sign)
    }
  }

  /// The signs between the commands of a script.
  private static let separators: Set<Character> = [";", "|", "&", "(", "\n"]

  /// Whether `--` is in the present command of the script.
  private var isBehindOptions: Bool {
    let command = script[(script.lastIndex { Self.separators.contains($0) } ?? script.startIndex)...]
    return command.split(whereSeparator: \.isWhitespace).contains("--")
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
