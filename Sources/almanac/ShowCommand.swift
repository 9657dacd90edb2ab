// Shows records on standard output.
import AlmanacRecords
import Databases

enum ShowCommand: Verb {
  static let name = "show"
  static let options = BookFile.readingArguments + [.flag("json"), .all, .utc]

  static let usage = ["show TABLE KEY... [--json] [--all] [--utc]"]

  static let help = """
    Shows every field of records of any SQLite file. A record is named by its key, value by value; several follow each
    other. On a terminal the fields stand beside their names, with yes and no, and times in your time zone to the second;
    in a pipe a line for each, a tab between name and value, as the file holds it, control characters made visible. An
    empty line stands between two records. If one does not exist, none is shown.

      --json          an object for each, on a line: with real types, active is true or false, bytes are a text like
                      x'00ff'
    \(Arguments.Option.helpOfAll)
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; without it, the one that ALMANAC_FILE names, or your own book
      --read-only     change nothing, not even the layout of an older book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableOfRecords()
    let words = arguments.words.dropFirst()
    let showsAll = arguments.has("all")
    let records: [RecordText]
    do {
      records = try await BookFile(arguments, acceptsAny: true).read { connection in
        try await connection.read { db in
          let table = try FileTable(name, showsAll: showsAll, db)
          return try RecordText.all(table.records(named: words, db).map(\.id), in: table.table, db)
        }
      }
    } catch let error as RecordsMissing {
      throw CommandFailure("\(error)")
    }
    try StandardStreams.write { output in
      try records.write(json: arguments.has("json"), in: arguments.zone, to: &output)
    }
  }
}
