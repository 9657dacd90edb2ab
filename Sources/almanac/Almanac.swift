// The program: chooses the verb, and exits with its status.
import AlmanacFeatures
import CSQLite
import Databases
import Glibc
import MainLoops

@main
struct Almanac {
  static let version = "0.1.0"
  /// The day of the version.
  static let versionDay = "2026-11-28"
  static var verbs: [any Verb.Type] {
    [
      ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, ToggleCommand.self, DeleteCommand.self,
      UndoCommand.self, RedoCommand.self, LogCommand.self, QueryCommand.self, ExportCommand.self, ImportCommand.self,
      WatchCommand.self, RecordCommand.self, DiffCommand.self, StatsCommand.self, SchemaCommand.self,
      DoctorCommand.self,
      ScriptCommand.self, ConfigCommand.self, CompleteCommand.self, HelpCommand.self,
    ]
  }

  /// Starts no thread until it must: this one alone answers `--version` and a wrong usage.
  static func main() {
    setlocale(LC_CTYPE, "")
    // The write that fails says so instead: its reader is gone, or the limit of a file's size is reached.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    almanac_use_one_heap()
    StandardStreams.open()
    if let argument = Arguments.notUnicode {
      StandardStreams.complain(
        "almanac: The argument '\(argument.repaired)' is not UTF-8: almanac would misread it. "
          + "As the key of a record, write \(argument.hexadecimal).")
      exit(2)
    }
    let (verb, words) = verb(of: Array(CommandLine.arguments.dropFirst()))
    do {
      guard let arguments = try arguments(of: verb, words) else { exit(0) }
      try SystemLimits.require()
      endIfShortOfThreads()
      Task { @MainActor in exit(await status(of: verb, arguments)) }
    } catch {
      exit(status(of: verb, error))
    }
    MainLoop.run()
  }

  /// Runs a verb to its end. Returns the exit status.
  static func status(of verb: any Verb.Type, _ arguments: Arguments) async -> Int32 {
    await configure(verb, arguments)
    do {
      try await verb.run(arguments)
      return 0
    } catch {
      return status(of: verb, error)
    }
  }

  /// Sets what the configuration says of the verb's file. The screen shows itself which lines can't be followed; another
  /// verb names those that it needs.
  @MainActor
  private static func configure(_ verb: any Verb.Type, _ arguments: Arguments) {
    let isOfScreen = verb == ScreenCommand.self
    let configuration = ConfigurationFile.content
    if !configuration.isEmpty {
      let place = try? BookFile.place(arguments, word: isOfScreen ? arguments.words.first : nil)
      ConfigurationFile.use(for: place?.path)
    }
    if configuration.complaints.isEmpty || isOfScreen || !arguments.mayHave("file") { return }
    if [ScriptCommand.name, ConfigCommand.name, HelpCommand.name].contains(verb.name) { return }
    ConfigurationFile.complain(about: ["writing"] + (arguments.mayHave("utc") ? ["times"] : []))
  }

  /// Reports an error. Returns the exit status.
  private static func status(of verb: any Verb.Type, _ error: any Error) -> Int32 {
    if error is OutputClosed { return 0 }
    if error is FilesDiffer { return FilesDiffer.status }
    StandardStreams.complain("\(verb == ScreenCommand.self ? "almanac" : "almanac \(verb.name)"): \(error)")
    return error is UsageError ? 2 : 1
  }

  /// The verb in the first word, with the other arguments; otherwise the verb in the second word, with the first word
  /// as its file; otherwise the screen.
  static func verb(of arguments: [String]) -> (verb: any Verb.Type, arguments: [String]) {
    let options = verbs.flatMap { $0.options } + ScreenCommand.options
    guard let first = Arguments.indexOfFirstWord(in: arguments[...], options: options) else {
      return (ScreenCommand.self, arguments)
    }
    if let verb = verbs.first(where: { $0.name == arguments[first] }) {
      return (verb, Array(arguments[..<first] + arguments[(first + 1)...]))
    }
    guard let second = Arguments.indexOfFirstWord(in: arguments[(first + 1)...], options: options),
      let verb = verbs.first(where: { $0.name == arguments[second] })
    else { return (ScreenCommand.self, arguments) }
    var others = arguments
    others.remove(at: second)
    others[first] = "--file=\(arguments[first])"
    return (verb, others)
  }

  /// The text of `almanac --help`: the usage of every verb, from its own help.
  static var help: String {
    let ways = ScreenCommand.usage + verbs.flatMap { $0.usage } + ["FILE VERB ...", "--help | --version"]
    return """
      almanac shows an SQLite database live: when any program changes the file, the screen follows. The file is any
      database, or a book of facts and users of your own.

      \(ScreenCommand.usageText(ways))
      \(ScreenCommand.help)
      """
  }

  /// The arguments of a verb; `nil` if they asked for a text, which has been written.
  static func arguments(of verb: any Verb.Type, _ words: [String]) throws -> Arguments? {
    let arguments = try Arguments(words, options: verb.options + [.flag("help"), .flag("version")])
    if arguments.has("help") {
      try StandardStreams.write(verb == ScreenCommand.self ? help : verb.helpText)
      return nil
    }
    if arguments.has("version") {
      try StandardStreams.write("almanac \(version)\n")
      return nil
    }
    if verb == ScreenCommand.self { try refuseUnknownVerb(arguments) }
    return arguments
  }

  /// Throws if a word can only be meant as a verb, but is not one.
  private static func refuseUnknownVerb(_ arguments: Arguments) throws {
    // After --, a word that equals a verb's name is a file.
    guard let word = arguments.words.first, !verbs.contains(where: { $0.name == word }) else { return }
    if arguments.has("file"), let near = near(word) { throw UsageError("There is no verb '\(word)'; \(near)") }
    if arguments.has("file"), arguments.words.count == 1 { return }
    // To name a file that does not exist, the person passes --create, or writes a dot or a slash in it.
    for word in arguments.words where !word.isEmpty && !isPath(word) && FileCalls.certainlyNothing(at: word) {
      if arguments.words.count > 1, let near = near(word) { throw UsageError("There is no verb '\(word)'; \(near)") }
      if arguments.words.count == 1, arguments.has("create") { return }
      throw UsageError("'\(word)' is neither a verb nor a file; \(near(word) ?? "almanac help lists the verbs.")")
    }
  }

  private static func near(_ word: String) -> String? { verb(meantBy: word).map { "did you mean '\($0)'?" } }

  private static func isPath(_ word: String) -> Bool { word.contains { $0 == "." || $0 == "/" } }

  /// The verb that was probably meant by `word`.
  static func verb(meantBy word: String) -> String? { NearestWord.to(word, among: verbs.map { $0.name }) }
}
