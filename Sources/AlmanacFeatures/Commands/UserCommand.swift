// A command of the person's own: a program, with values of a record as arguments.
//
//   command "Open" = xdg-open {Url}            ──> words: text and columns ──values──> arguments
//   command "Count" = sh: wc -c -- {Path}      ──> the script, with "${1}" in place of {Path} ──values──> its arguments
//
// Almanac hands each value over as one argument, or as a part of one, and puts none into the text of a script. A program
// that runs its arguments as a script, such as ssh or sqlite3, may still read it as one.
public import AlmanacRecords
import Databases

/// A command of the person's own, as the configuration has it.
public struct UserCommand: Hashable, Sendable {
  /// A part of a word.
  enum Piece: Hashable, Sendable {
    case text(String)
    /// The value in the column with this name.
    case column(String)
  }

  /// A column in a script.
  struct Argument: Hashable, Sendable {
    var column: String
    /// Whether a program could take the value for an option.
    var mayBeOption: Bool
  }

  /// What is run.
  enum Form: Hashable, Sendable {
    /// A program and its arguments.
    case program([[Piece]])
    /// A script for `sh`, and its arguments.
    case script(String, [Argument])
  }

  /// What a line of the configuration with a command does.
  public static let effect =
    "command \"NAME\" = PROGRAM WORDS is a command of your own, by its name in : and with key X = NAME. {Column} is the "
    + "value of the record, or of each marked one, as an argument of its own; write -- before it, so that it is no "
    + "option. ! before the program gives it the terminal; in a script after sh: write {Column} without quotes."

  /// Its name, which the palette shows.
  public let name: String
  /// Whether it has the terminal while it runs.
  let takesTerminal: Bool
  let form: Form

  /// The columns whose values it takes.
  var columns: [String] {
    let all: [String]
    switch form {
    case .program(let words):
      all = words.joined().compactMap { if case .column(let name) = $0 { name } else { nil } }
    case .script(_, let arguments): all = arguments.map(\.column)
    }
    return all.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }

  /// Reads a command. Throws what is wrong with it.
  init(_ name: String, _ text: String) throws(CommandMistake) {
    self.name = name
    takesTerminal = text.hasPrefix("!")
    let rest = takesTerminal ? String(text.dropFirst()).trimmedOfWhitespace : text
    if rest.hasPrefix("sh:") {
      var reader = ScriptReader(String(rest.dropFirst(3)).trimmedOfWhitespace)
      try reader.read()
      guard !reader.script.isEmpty else { throw .noProgram }
      form = .script(reader.script, reader.arguments)
    } else {
      let words = try CommandWords.read(rest)
      guard let program = words.first else { throw .noProgram }
      guard !program.contains(where: { if case .column = $0 { true } else { false } }) else { throw .programOfRecord }
      var before: [String] = []
      for word in words {
        let column = word.lazy.compactMap { if case .column(let name) = $0 { name } else { nil } }.first
        if let column, Shell.readsScript(before) { throw .columnAsScript(column) }
        before.append(word.reduce(into: "") { text, piece in if case .text(let part) = piece { text += part } })
      }
      form = .program(words)
    }
  }

  /// The program and its arguments for a record. `values`: those of `columns`, in their order. Throws why a value can't
  /// be an argument.
  func arguments(_ values: [ExactValue]) throws(CommandFailure) -> [String] {
    var texts: [String: String] = [:]
    for (column, value) in zip(columns, values) { texts[column] = try Self.text(value, of: column) }
    func refuseOption(_ text: String, of column: String) throws(CommandFailure) {
      guard text.hasPrefix("-") else { return }
      throw CommandFailure("\(name) was not run: write -- before {\(column)}, since its value begins with -.")
    }
    switch form {
    case .program(let words):
      var isBehindOptions = false
      var arguments: [String] = []
      for word in words {
        var (text, first) = ("", String?.none)
        for piece in word {
          switch piece {
          case .text(let part): text += part
          case .column(let column):
            if text.isEmpty { first = column }
            text += texts[column] ?? ""
          }
        }
        if let first, !isBehindOptions { try refuseOption(text, of: first) }
        if word == [.text("--")] { isBehindOptions = true }
        arguments.append(text)
      }
      return arguments
    case .script(let script, let placed):
      for argument in placed where argument.mayBeOption {
        try refuseOption(texts[argument.column] ?? "", of: argument.column)
      }
      return ["/bin/sh", "-c", script, "sh"] + placed.map { texts[$0.column] ?? "" }
    }
  }

  /// The text of a value, as an argument.
  private static func text(_ value: ExactValue, of column: String) throws(CommandFailure) -> String {
    switch value {
    case .null: throw CommandFailure("\(column) is NULL, which can't be an argument. Nothing was run.")
    case .blob: throw CommandFailure("\(column) is a blob, which can't be an argument. Nothing was run.")
    case .integer, .real: return value.plainText
    case .text, .utf16:
      guard let text = value.string else {
        throw CommandFailure(
          "\(column) is \(value.kindOfNoText ?? "no text"), so it can't be an argument. Nothing was run.")
      }
      guard !text.utf8.contains(0) else {
        throw CommandFailure("\(column) has a NUL character, so it can't be an argument. Nothing was run.")
      }
      return text
    }
  }
}

/// What is wrong with a command in the configuration, as a clause.
enum CommandMistake: Error {
  case noProgram, programOfRecord, openQuote, openBrace
  /// A column in a script that is not a word of a command.
  case columnInText(String)
  /// A column in a script in the place of a program.
  case columnAsProgram(String)
  /// A column that a shell would read as a script.
  case columnAsScript(String)

  var clause: String {
    switch self {
    case .noProgram: "it names no program"
    case .programOfRecord: "its program can't come from a record"
    case .openQuote: "a quotation mark has no end"
    case .openBrace: "a { has no }: write {{ for the sign itself"
    case .columnInText(let column):
      "write {\(column)} alone, between spaces and outside of quotes: it is quoted already; elsewhere write "
        + "set -- {\(column)}; first, and \"$1\" in its place"
    case .columnAsProgram(let column): "the value of {\(column)} would be run: write a program before it"
    case .columnAsScript(let column): "a shell would read the value of {\(column)} as a script"
    }
  }
}

/// Why a command could not run, as a sentence.
public struct CommandFailure: SentenceError, Hashable {
  public let description: String

  /// Makes an error with the reason, as a sentence.
  public init(_ description: String) { self.description = description }
}
