/// A verb of the program. The screen is one too, though its name is never typed.
protocol Verb: SendableMetatype {
  /// The word for the verb.
  static var name: String { get }
  /// Its options, in addition to `--help` and `--version`.
  static var options: [Arguments.Option] { get }
  /// Its forms, as typed after `almanac`; a form may have several lines.
  static var usage: [String] { get }
  /// The text of `--help` below the usage.
  static var help: String { get }
  static func run(_ arguments: Arguments) async throws
}

extension Verb {
  /// The text of `--help` for this verb.
  static var helpText: String { usageText(usage) + "\n" + help }

  /// The usage lines at the start of a help text.
  static func usageText(_ ways: [String]) -> String {
    let lines = ways.joined(separator: "\n").split(separator: "\n")
    return lines.enumerated().map { index, line in
      let program = line.hasPrefix(" ") ? "        " : "almanac "
      return (index == 0 ? "usage: " : "       ") + program + line + "\n"
    }.joined()
  }
}
