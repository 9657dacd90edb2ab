// What was asked on the command line.

/// A wrong use of the command line, in a sentence; ends the program with status 2.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// A failure, in a sentence; ends the program with status 1.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
}

/// The arguments of one verb, taken apart into options and words.
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
  private let verb: String

  /// Takes `arguments` apart. What stands behind `--` is words.
  init(_ arguments: some Sequence<String>, verb: String, options: [Option]) throws {
    self.verb = verb
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { "--" + $0.name == parts[0] }) else {
        throw UsageError(description: "\(verb): there is no option \(parts[0]); \(verb) --help tells which there are.")
      }
      if !option.takesValue {
        guard parts.count == 1 else { throw UsageError(description: "\(verb): --\(option.name) takes no value.") }
        values[option.name, default: []].append("")
      } else if parts.count == 2 {
        values[option.name, default: []].append(parts[1])
      } else {
        guard let value = rest.popFirst() else {
          throw UsageError(description: "\(verb): --\(option.name) needs a value behind it.")
        }
        values[option.name, default: []].append(value)
      }
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option, the last where it stands twice.
  func value(_ name: String) -> String? { values[name]?.last }

  /// At most one of these flags may stand.
  func exclusive(_ names: String...) throws -> String? {
    let given = names.filter(has)
    guard given.count < 2 else {
      throw UsageError(
        description: "\(verb): only one of \(given.map { "--" + $0 }.joined(separator: " and ")) can be meant.")
    }
    return given.first
  }
}
