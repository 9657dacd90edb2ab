// Shows one record on standard output.
import AlmanacRecords
import Databases
import StructuredQueries

enum ShowCommand: Verb {
  static let name = "show"
  static let options = BookFile.readingArguments + [.flag("json")]

  static let usage = ["show facts|users ID [--json]"]

  static let help = """
    Shows every field of a record: on a terminal beside their names, with yes and no, and times in UTC to the second; in
    a pipe a line for each, a tab between name and value, as the book holds it, control characters made visible.

      --json          one object, with real types: active is true or false, bytes are a text like x'00ff'
      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --read-only     change nothing, not even the layout of an older book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count > 1 else { throw UsageError("Say which record: facts or users, and its ID.") }
    let table = try BookTable.named(arguments.words[0])
    let id = try BookTable.id(arguments.words[1])
    try arguments.refuseWords(from: 2)
    try await show(table, id, arguments)
  }

  private static func show(_ table: ListedTable, _ id: Int, _ arguments: Arguments) async throws {
    let values = try await BookFile(arguments).read { connection in
      try await connection.read { db in try table.values(of: id, db) }
    }
    guard let values else { throw CommandFailure("\(RecordGone(table: table.name, id: id))") }
    try StandardStreams.write { output in
      try RecordText(table, values).write(json: arguments.has("json"), to: &output)
    }
  }
}
