// Changes columns of a record.
import AlmanacRecords
import Databases
import StructuredQueries

enum EditCommand: Verb {
  static let name = "edit"
  static let options = BookFile.changingArguments + [.flag("json")]

  static let usage = [
    "edit facts ID body=TEXT [--json]", "edit users ID [name=NAME] [email=E-MAIL] [active=yes|no] [--json]",
  ]

  static let help = """
    Changes columns of a record, all of them or none, and prints the record as it is now, as show does. Nothing is
    written, and nothing is wrong, where the record holds all that already.

      email           has an @ with something on both sides, and is no other
                      user's, whatever the case of A to Z
      active          yes, true and 1, or no, false and 0
      --json          the record as one object
      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count > 2 else {
      throw UsageError("Say which record, and what it is to hold: almanac edit users 7 active=no")
    }
    let table = try BookTable.named(arguments.words[0])
    try await edit(table, try BookTable.id(arguments.words[1]), arguments)
  }

  private static func edit(_ table: ListedTable, _ id: RecordID, _ arguments: Arguments) async throws {
    let values = try table.values(of: arguments.words.dropFirst(2))
    let (isChanged, records) = try await BookFile(arguments).write(failure: "Nothing was changed") { db in
      let change = try table.edit(id, values, byteLimit: .max, db)
      return (!change.rows.isEmpty, try RecordText.all([id], in: table.inFile(db), db))
    }
    let deed = isChanged ? "Record \(id) was changed." : "Nothing was changed."
    try StandardStreams.write(afterwards: deed) { output in
      try records.write(json: arguments.has("json"), to: &output)
    }
  }
}
