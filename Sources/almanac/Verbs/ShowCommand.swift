// Prints records on standard output.
import AlmanacRecords
import Databases

enum ShowCommand: Verb {
  static let name = "show"
  static let options = BookFile.readingArguments + [.condition, .flag("json"), .all, .utc]

  static let usage = ["show TABLE (KEY... | --where COLUMN=VALUE...) [--json] [--all] [--utc]"]

  static let help = """
    Shows all columns of records of any SQLite file. Name each record by its key, value by value. On a terminal each
    line has a column's name and its value: a book's flags as yes and no, its times in your time zone to the second; in
    other files followed by what the value seems to mean. In a pipe each line has a name, a tab and the value as the file
    holds it, to the byte. An empty line separates two records. NULL is empty there, as empty text is: only --json tells
    them apart. If one record does not exist, none is shown.

    \(Arguments.Option.helpOfCondition)
      --json          print an object for each record, on a line: real types, active is true or false, bytes are x'00ff'
    \(Arguments.Option.helpOfAll)
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing; leave an older book as it is
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableOfRecords()
    let names = try arguments.recordNames(areCounted: false)
    let showsAll = arguments.has("all")
    let records: [RecordText]
    do {
      records = try await BookFile(arguments, acceptsAny: true).read { connection in
        try await connection.read { db in
          let table = try FileTable(name, showsAll: showsAll, db)
          do {
            return try RecordText.all(table.records(names, db).map(\.id), in: table.table, db)
          } catch let error as DatabaseError {
            throw error.failure(toRead: table.table.name)
          }
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
