// The program: which verb, and how it ends.
import CSQLite
import Glibc

@main
struct Almanac {
  static let version = "0.1.0"
  private static var verbs: [any Verb.Type] {
    [
      ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, ToggleCommand.self, DeleteCommand.self,
      WatchCommand.self, StatsCommand.self, ScriptCommand.self,
    ]
  }

  static func main() async {
    setlocale(LC_CTYPE, "")
    signal(SIGPIPE, SIG_IGN)
    almanac_use_one_heap()
    StandardStreams.open()
    if let argument = Arguments.notUnicode {
      StandardStreams.complain("almanac: The argument '\(argument)' is not UTF-8: something else would be meant by it.")
      exit(2)
    }
    let (verb, arguments) = verb(of: Array(CommandLine.arguments.dropFirst()))
    let speaker = verb == ScreenCommand.self ? "almanac" : "almanac \(verb.name)"
    do {
      try await run(verb, arguments)
      exit(0)
    } catch let error as UsageError {
      StandardStreams.complain("\(speaker): \(error)")
      exit(2)
    } catch is OutputClosed {
      exit(0)
    } catch {
      StandardStreams.complain("\(speaker): \(error)")
      exit(1)
    }
  }

  /// The verb that the first word names, and the other arguments; the screen where that word is none.
  private static func verb(of arguments: [String]) -> (verb: any Verb.Type, arguments: [String]) {
    let options = verbs.flatMap { $0.options } + ScreenCommand.options
    guard let index = Arguments.indexOfFirstWord(in: arguments, options: options),
      let verb = verbs.first(where: { $0.name == arguments[index] })
    else { return (ScreenCommand.self, arguments) }
    return (verb, Array(arguments[..<index] + arguments[(index + 1)...]))
  }

  private static func run(_ verb: any Verb.Type, _ arguments: [String]) async throws {
    let arguments = try Arguments(arguments, options: verb.options + [.flag("help"), .flag("version")])
    if arguments.has("help") { return try StandardStreams.write(verb.help) }
    if arguments.has("version") { return try StandardStreams.write("almanac \(version)\n") }
    if verb == ScreenCommand.self { try refuseMisspeltVerb(arguments) }
    try await verb.run(arguments)
  }

  /// Throws where the first word looks like a verb, and no file has that name, or could be meant.
  private static func refuseMisspeltVerb(_ arguments: Arguments) throws {
    guard let word = arguments.words.first, let verb = NearestWord.to(word, among: verbs.map { $0.name }),
      arguments.words.count > 1 || arguments.has("file") || !arguments.has("create") && access(word, F_OK) != 0
    else { return }
    throw UsageError("There is no verb '\(word)'; did you mean '\(verb)'?")
  }
}
