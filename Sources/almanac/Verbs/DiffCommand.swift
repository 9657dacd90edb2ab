// Compares two files.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum DiffCommand: Verb {
  static let name = "diff"
  static let options: [Arguments.Option] = [.values("file"), .flag("sql"), .flag("json"), .flag("stat")]
  static let usage = ["diff A B [TABLE…] [--sql | --json | --stat]"]

  static let help = """
    Compares two SQLite files, or some of their tables, and prints what B has that A has not: a line for each record
    that was added (+), changed (~) or deleted (-), after the tables, indexes, views and triggers that differ. It only
    reads, and sees each file as it is at one moment.

    Records are matched by their primary key, as SQLite compares it. Records without a key are compared by all their
    values: what one file has more often than the other was added or deleted. Values are the same if SQLite stores the
    same, whatever the encodings of the files; 1 and 1.0 differ. A line that begins with ? says what can't be compared,
    and why. Views and SQLite's own tables have no records of their own, so the counters of AUTOINCREMENT alone are no
    difference; of a search index it is only said that its data differs, unless you name one of the tables in which its
    module keeps it.

      --sql           statements that make A into B, in one transaction and in an order that works:
                      sqlite3 -bail A < FILE makes all changes or, after an error, none. Triggers of the tables that
                      they write are dropped first and made again at the end; a table with another definition is dropped
                      and made again. A line that begins with -- says what is left out, and why
      --json          a line of JSON for each difference, as watch prints it, without commit
      --stat          a line for each table that differs: how many records were added, updated and deleted
      --help, --version

    The status is 0 if nothing differs, 3 if something does, 1 after a failure, 2 after a wrong usage.

    """

  static func run(_ arguments: Arguments) async throws {
    let form: DifferenceOutput.Form =
      switch try arguments.exclusive("sql", "json", "stat") {
      case "sql": .sql
      case "json": .json
      case "stat": .counts
      default: .lines
      }
    let words = arguments.values("file") + arguments.words
    guard words.count > 1 else { throw UsageError("Name two files; almanac diff A B compares them.") }
    let (old, new) = (try BookFile(readingAsItIs: words[0]), try BookFile(readingAsItIs: words[1]))
    let names = Array(words.dropFirst(2))
    let spool = try SpooledOutput.make()
    let text = spool.text
    let differs = try await old.read { first in
      try await new.read { second in
        do {
          return try await first.read(with: second) { before, after in
            var output = text
            let differs = try DifferenceOutput(before, after, names).write(form, to: &output)
            try output.flush()
            return differs
          }
        } catch let error as DatabaseError {
          throw CommandFailure("\(old.path) and \(new.path) can't be compared: \(sentence(error)).")
        }
      }
    }
    try spool.copy()
    if differs { throw FilesDiffer() }
  }
}
