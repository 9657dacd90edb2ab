// Tells how the program, or one of its verbs, is used.

enum HelpCommand: Verb {
  static let name = "help"
  static let options = [Arguments.Option.value("file")]

  static let usage = ["help [VERB]"]

  static let help = """
    Prints what almanac --help does, or what almanac VERB --help does.

      --file FILE     is taken, as by every verb; no file is opened
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard let word = arguments.words.first else { return try StandardStreams.write(Almanac.help) }
    try arguments.refuseWords(from: 1)
    guard let verb = Almanac.verbs.first(where: { $0.name == word }) else {
      let meant = Almanac.verb(meantBy: word).map { "did you mean '\($0)'?" }
      throw UsageError("There is no verb '\(word)'; \(meant ?? "almanac help names them.")")
    }
    try StandardStreams.write(verb.helpText)
  }
}
