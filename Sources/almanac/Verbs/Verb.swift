/// What the program can be asked to do. The screen is one too, though its name is never typed.
protocol Verb: SendableMetatype {
  /// The word that asks for it.
  static var name: String { get }
  /// The options it takes, beyond `--help` and `--version`.
  static var options: [Arguments.Option] { get }
  /// How it is asked for, behind `almanac`: a string for each way, of several lines where one would be too long.
  static var usage: [String] { get }
  /// What `--help` prints below that.
  static var help: String { get }
  static func run(_ arguments: Arguments) async throws
}

extension Verb {
  /// What `--help` prints of the verb alone.
  static var helpText: String { usageText(usage) + "\n" + help }

  /// Ways in which something can be asked for, as a help begins with them.
  static func usageText(_ ways: [String]) -> String {
    let lines = ways.joined(separator: "\n").split(separator: "\n")
    return lines.enumerated().map { index, line in
      let program = line.hasPrefix(" ") ? "        " : "almanac "
      return (index == 0 ? "usage: " : "       ") + program + line + "\n"
    }.joined()
  }
}
