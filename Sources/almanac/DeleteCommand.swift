// Deletes records.
import AlmanacRecords
import Databases
import StructuredQueries

enum DeleteCommand: Verb {
  static let name = "delete"
  static let options = BookFile.changingArguments

  static let usage = ["delete facts|users ID..."]

  static let help = """
    Deletes records and prints their IDs, a line each. All of them or none: where one does not exist, nothing is deleted.
    Nothing brings them back: what may be wanted again is deleted on the screen, which has undo.

      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let (table, ids) = try BookTable.records(arguments)
    try await BookFile(arguments).write(failure: "Nothing was deleted") { db in
      let deleted = Set(try table.deleteForGood(ids, db))
      try RecordsMissing.refuse(ids.filter { !deleted.contains($0) }, in: table)
    }
    try StandardStreams.write(
      ids.map { "\($0)\n" }.joined(), afterwards: "\(BookTable.named(ids)) deleted.")
  }
}
