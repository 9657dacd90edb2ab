// The words and options of one command.

/// The arguments of a verb, taken apart into options and words.
struct Arguments {
  /// An option: `--name`, `--name VALUE` or `--name=VALUE`.
  struct Option {
    let name: String
    let takesValue: Bool

    static func flag(_ name: String) -> Option { Option(name: name, takesValue: false) }
    static func value(_ name: String) -> Option { Option(name: name, takesValue: true) }
  }

  private(set) var words: [String] = []
  private var values: [String: [String]] = [:]

  /// Takes `arguments` apart. What stands behind `--` is words.
  init(_ arguments: some Sequence<String>, options: [Option]) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard Self.isOption(argument) else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0] == "-h" ? "--help" : parts[0]
      guard let option = options.first(where: { "--" + $0.name == name }) else {
        throw UsageError("There is no option \(parts[0]); --help tells which there are.")
      }
      if !option.takesValue {
        guard parts.count == 1 else { throw UsageError("--\(option.name) takes no value.") }
        values[option.name, default: []].append("")
      } else if let value = parts.count == 2 ? parts[1] : rest.popFirst() {
        values[option.name, default: []].append(value)
      } else {
        throw UsageError("--\(option.name) needs a value behind it.")
      }
    }
  }

  /// Where the first word stands: what is neither an option nor the value of one of `options`.
  static func indexOfFirstWord(in arguments: [String], options: [Option]) -> Int? {
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      guard isOption(arguments[index]) else { return index }
      let takesNext = options.contains { $0.takesValue && "--" + $0.name == arguments[index] }
      index += takesNext ? 2 : 1
    }
    return nil
  }

  private static func isOption(_ argument: String) -> Bool { argument.hasPrefix("-") && argument != "-" }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option, the last where it stands twice.
  func value(_ name: String) -> String? { values[name]?.last }

  /// The one of these flags that is given. Throws `UsageError` where several are.
  func exclusive(_ names: String...) throws -> String? {
    let given = names.filter(has)
    guard given.count < 2 else {
      throw UsageError("Only one of \(given.map { "--" + $0 }.joined(separator: " and ")) can be meant.")
    }
    return given.first
  }
}
