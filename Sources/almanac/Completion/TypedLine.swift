// A command line that a person is typing, up to the word to complete.
import Databases

/// A command line and the word at its end, which a shell completes.
struct TypedLine {
  let verb: any Verb.Type
  /// The words after the verb that are neither options nor their values, without the last word.
  private(set) var words: [String] = []
  /// The values of the options before the last word.
  private(set) var values: [String: String] = [:]
  /// The option whose value the last word is; nil if it is none.
  private(set) var valuedOption: Arguments.Option?
  /// The start of the last word that is no part of what is completed: `--where=`.
  private(set) var prefix = ""
  /// The word to complete: what of it is typed.
  private(set) var last: String
  /// Whether all words after `--` are words.
  private var areWords = false

  /// Parses the words after the program's name.
  init(_ typed: [String]) {
    last = typed.last ?? ""
    let before: [String]
    (verb, before) = Almanac.verb(of: Array(typed.dropLast()))
    var rest = before[...]
    while let word = rest.popFirst() {
      guard let (option, value) = option(in: word) else {
        if word == "--", !areWords { areWords = true } else if areWords || !word.hasPrefix("--") { words.append(word) }
        continue
      }
      guard option.takesValue else { continue }
      guard let value = value ?? rest.popFirst() else {
        valuedOption = option
        return
      }
      values[option.name] = value
    }
    if case (let option, let value?)? = option(in: last), option.takesValue {
      (valuedOption, prefix, last) = (option, "--\(option.name)=", value)
    }
  }

  /// The option in a word, and the value behind its sign, if any; nil if the word is none.
  private func option(in word: String) -> (Arguments.Option, String?)? {
    guard !areWords, word.hasPrefix("--") else { return nil }
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return verb.options.first { $0.name == parts[0] }.map { ($0, parts.count == 2 ? String(parts[1]) : nil) }
  }

  /// Whether the last word is the name of an option.
  var endsInOption: Bool { !areWords && valuedOption == nil && last.hasPrefix("-") }

  /// The possible meanings of the last word, by the usage of the verb; none if the shell knows better.
  var meanings: Set<Meaning> {
    if let valuedOption { return verb.meaning(of: valuedOption).map { [$0] } ?? [] }
    if verb == ScreenCommand.self { return words.count < 2 ? [.verb] : [] }
    if words.count < verb.fileCount { return [] }
    let (first, others) = verb.meanings
    return words.isEmpty ? first : others
  }

  /// The files that the line names, the one that was named last first.
  var files: [String] {
    if let file = values["file"] { return [file] }
    // The screen's only word is a file.
    return words.prefix(verb == ScreenCommand.self ? 1 : verb.fileCount).reversed()
  }

  /// The meaning of a word.
  enum Meaning {
    case verb, table, key, assignment, column
  }
}

extension TypedLine.Meaning {
  /// The meaning of a word of a usage: `TABLE`, `[TABLE]`, `COLUMN=VALUE`.
  fileprivate init?(_ word: Substring) {
    let signs = word.drop { "[(".contains($0) }
    switch signs.prefix(while: { $0.isUppercase }) {
    case "VERB": self = .verb
    case "TABLE": self = .table
    case "KEY": self = .key
    case "COLUMN": self = signs.contains("=") ? .assignment : .column
    default: return nil
    }
  }
}

extension Verb {
  /// The words of the first usage.
  private static var usageWords: [Substring] { (usage.first ?? "").split { $0 == " " || $0 == "\n" } }

  /// The number of its first words that name files: `A`, `B`.
  fileprivate static var fileCount: Int {
    usageWords.dropFirst().prefix { $0.count == 1 && $0.first!.isUppercase }.count
  }

  /// The meaning of the value of an option.
  fileprivate static func meaning(of option: Arguments.Option) -> TypedLine.Meaning? {
    let words = usage.flatMap { $0.split { $0 == " " || $0 == "\n" } }
    let signs = words.firstIndex { $0.drop { "[(".contains($0) } == "--\(option.name)" }
    return signs.flatMap { $0 + 1 < words.count ? TypedLine.Meaning(words[$0 + 1]) : nil }
  }

  /// The meanings of the first word and of the others, without the values of options.
  fileprivate static var meanings: (first: Set<TypedLine.Meaning>, others: Set<TypedLine.Meaning>) {
    let words = usageWords.dropFirst()
    var found: [(meaning: TypedLine.Meaning, repeats: Bool)] = []
    for (before, word) in zip(usageWords, words) where !before.contains("--") {
      if let meaning = TypedLine.Meaning(word) { found.append((meaning, word.contains("…") || word.contains("..."))) }
    }
    return (Set(found.prefix(1).map(\.meaning)), Set(found.filter(\.repeats).map(\.meaning)))
  }
}
