// Tells a shell how the word at the end of a command line can go on.

enum CompleteCommand: Verb {
  static let name = "complete"
  static let options = [Arguments.Option.text("bash"), .text("breaks")]

  static let usage = ["complete -- WORD...", "complete --bash LINE [--breaks SIGNS]"]

  static let help = """
    Prints what the last word of a command line can become, a line each: verbs, options, and the tables, columns, keys
    and values of the file that the line names. The completions of bash, zsh and fish call it. It only reads the file,
    and waits for no lock.

      --bash LINE     take one line with its quotes, up to the cursor, and quote what is printed
      --breaks SIGNS  the signs at which bash splits words: its COMP_WORDBREAKS
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let line = arguments.value("bash").map { ShellLine($0, breaks: arguments.value("breaks") ?? "=:") }
    let typed = line.map { Array($0.words.dropFirst()) } ?? arguments.words
    let words = await Candidates(line: TypedLine(typed)).words()
    try StandardStreams.write(words.map { (line?.inserted($0) ?? $0) + "\n" }.joined())
  }
}
