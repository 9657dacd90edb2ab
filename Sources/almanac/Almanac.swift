// The program: which verb, and how it ends.
import Glibc

@main
struct Almanac {
  static let version = "0.1.0"

  static func main() async {
    setlocale(LC_ALL, "")
    signal(SIGPIPE, SIG_IGN)
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
      exit(0)
    } catch let error as UsageError {
      complain("\(error)")
      exit(2)
    } catch is OutputClosed {
      exit(0)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  /// Runs the verb that `arguments` begin with; without one, the screen.
  private static func run(_ arguments: [String]) async throws {
    if arguments.first == "--help" || arguments.first == "-h" { return try Output.write(ScreenCommand.help) }
    if arguments.first == "--version" { return try Output.write("almanac \(version)\n") }
    let verbs: [any Verb.Type] = [ListCommand.self, AddCommand.self, ScriptCommand.self]
    if let name = arguments.first, let verb = verbs.first(where: { $0.name == name }) {
      return try await run(verb, Array(arguments.dropFirst()))
    }
    try await run(ScreenCommand.self, arguments)
  }

  private static func run(_ verb: any Verb.Type, _ arguments: [String]) async throws {
    if arguments.contains("--help") { return try Output.write(verb.help) }
    try await verb.run(Arguments(arguments, verb: verb.name, options: verb.options))
  }

  /// Says what failed, on standard error.
  private static func complain(_ sentence: String) {
    let line = "almanac: \(sentence)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}

/// A verb of the command line.
protocol Verb {
  static var name: String { get }
  static var options: [Arguments.Option] { get }
  static var help: String { get }
  static func run(_ arguments: Arguments) async throws
}
