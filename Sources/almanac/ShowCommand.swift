// Shows one record on standard output.
import AlmanacRecords
import Databases
import StructuredQueries

enum ShowCommand: Verb {
  static let name = "show"
  static let options = BookFile.readingArguments + [.flag("json")]

  static let usage = ["show facts|users ID... [--json]"]

  static let help = """
    Shows every field of records: on a terminal beside their names, with yes and no, and times in UTC to the second; in
    a pipe a line for each, a tab between name and value, as the book holds it, control characters made visible.
    An empty line stands between two records. Where one does not exist, none is shown.

      --json          an object for each, on a line: with real types, active is true or false, bytes are a text like
                      x'00ff'
      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --read-only     change nothing, not even the layout of an older book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let (table, ids) = try BookTable.records(arguments)
    let records: [RecordText]
    do {
      records = try await BookFile(arguments).read { connection in
        try await connection.read { db in try RecordText.all(ids, in: table, db) }
      }
    } catch let error as RecordsMissing {
      throw CommandFailure("\(error)")
    }
    try StandardStreams.write { output in try records.write(json: arguments.has("json"), to: &output) }
  }
}
