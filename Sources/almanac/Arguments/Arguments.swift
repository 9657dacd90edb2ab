// The words and options of a command.
import AlmanacRecords
import Databases
import Glibc

/// The arguments of a verb, parsed into options and words.
struct Arguments {
  /// An option: `--name`, `--name VALUE` or `--name=VALUE`.
  struct Option {
    let name: String
    let takesValue: Bool
    var mayBeEmpty = false
    var mayRepeat = false

    static func flag(_ name: String) -> Option { Option(name: name, takesValue: false) }
    static func value(_ name: String) -> Option { Option(name: name, takesValue: true) }
    /// An option that may occur several times.
    static func values(_ name: String) -> Option { Option(name: name, takesValue: true, mayRepeat: true) }
    /// An option whose value may be empty.
    static func text(_ name: String) -> Option { Option(name: name, takesValue: true, mayBeEmpty: true) }
  }

  private(set) var words: [String] = []
  private let options: [Option]
  private var values: [String: [String]] = [:]

  /// Parses `arguments`. Everything after `--` is words.
  init(_ arguments: some Sequence<String>, options: [Option]) throws {
    self.options = options
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
        let meant = NearestWord.to(name, among: options.map { "--" + $0.name }).map { "did you mean \($0)?" }
        throw UsageError("There is no option \(name); \(meant ?? "--help lists the options.")")
      }
      if option.takesValue, !option.mayRepeat, values[option.name] != nil {
        throw UsageError("--\(option.name) can be used only once.")
      }
      let value = try Self.value(of: option, behindSign: parts.count == 2 ? parts[1] : nil, &rest, options)
      values[option.name, default: []].append(value)
    }
  }

  /// The value of an option: the text after its `=`, or the next argument. The value of a flag is empty.
  private static func value(
    of option: Option, behindSign: String?, _ rest: inout ArraySlice<String>, _ options: [Option]
  ) throws -> String {
    guard option.takesValue else {
      guard behindSign == nil else { throw UsageError("--\(option.name) takes no value.") }
      return ""
    }
    if behindSign == nil, let next = rest.first, options.contains(where: { "--" + $0.name == next }) {
      throw UsageError("--\(option.name) needs a value, but \(next) is an option.")
    }
    guard let value = behindSign ?? rest.popFirst() else {
      throw UsageError("--\(option.name) needs a value.")
    }
    guard !value.isEmpty || option.mayBeEmpty else {
      throw UsageError("--\(option.name) needs a value that is not empty.")
    }
    return value
  }

  /// The index of the first word, which is neither an option nor the value of one of `options`.
  static func indexOfFirstWord(in arguments: ArraySlice<String>, options: [Option]) -> Int? {
    var index = arguments.startIndex
    while index < arguments.endIndex, arguments[index] != "--" {
      guard isOption(arguments[index]) else { return index }
      let takesNext = options.contains { $0.takesValue && "--" + $0.name == arguments[index] }
      index += takesNext ? 2 : 1
    }
    return nil
  }

  /// Numbers are words, even negative ones.
  private static func isOption(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument != "-" && ExactValue(number: argument) == nil
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// Whether the verb has this option at all.
  func mayHave(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The value of an option that occurs at most once.
  func value(_ name: String) -> String? { values[name]?.first }

  /// All values of a repeatable option, in order.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  /// The one of these flags that is present. Throws `UsageError` if several are.
  func exclusive(_ names: String...) throws -> String? { try exclusive(names) }

  func exclusive(_ names: [String]) throws -> String? {
    let given = names.filter(has)
    guard given.count < 2 else {
      throw UsageError("Use only one of \(given.map { "--" + $0 }.joined(separator: " and ")).")
    }
    return given.first
  }

  /// The first argument of the program that is not UTF-8: as Swift has repaired it, so that its value differs, and its
  /// bytes as verbs take them.
  static var notUnicode: (repaired: String, hexadecimal: String)? {
    for (index, argument) in zip(CommandLine.arguments.indices, CommandLine.arguments) {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      let blob = ExactValue.blob(UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map(UInt8.init(bitPattern:)))
      return (argument, ShellWord.quoted(blob.plainText))
    }
    return nil
  }
}
