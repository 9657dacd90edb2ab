// Prints how to use the program, or one of its verbs.

enum HelpCommand: Verb {
  static let name = "help"
  static let options = [Arguments.Option.value("file"), .flag("man")]

  static let usage = ["help [VERB]", "help --man"]

  static let help = """
    Prints the same as almanac --help, or as almanac VERB --help.

      --man           print the manual page, for man
      --file FILE     allowed, as in every verb; help opens no file
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    if arguments.has("man") {
      try arguments.refuseWords(from: 0)
      return try await StandardStreams.write(ManualPage().text)
    }
    guard let word = arguments.words.first else { return try StandardStreams.write(Almanac.help) }
    try arguments.refuseWords(from: 1)
    guard let verb = Almanac.verbs.first(where: { $0.name == word }) else {
      let meant = Almanac.verb(meantBy: word).map { "did you mean '\($0)'?" }
      throw UsageError("There is no verb '\(word)'; \(meant ?? "almanac help lists them.")")
    }
    try StandardStreams.write(verb.helpText)
  }
}
