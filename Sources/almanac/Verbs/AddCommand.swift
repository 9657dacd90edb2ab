// Adds records.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum AddCommand: Verb {
  static let name = "add"
  static let options =
    BookFile.makingArguments + [.text("name"), .text("email"), .flag("inactive"), .flag("dry-run"), .utc]

  static let usage = [
    "add TABLE COLUMN=TEXT... COLUMN:=JSON... [--dry-run] [--utc]", "add facts TEXT | -",
    "add users --name NAME --email E-MAIL [--inactive]",
  ]

  static let help = """
    Adds a record to a table of any SQLite file and prints its key. A column that you don't give takes its default: a
    user is active. If you have no book of your own yet, add makes an empty one. Tables of modules can't be changed; a
    view only through an INSTEAD OF INSERT trigger, and it has no key to print.

      COLUMN=TEXT     the text; a column of numbers stores it as a number, where it is one; otherwise as text, and says so
                      (a column whose numbers count time also takes a date: '2026-01-31 14:05', or 2026-01-31)
      COLUMN:=JSON    null, true (stored as 1), false (0), a number, a text in double quotes, or bytes as x'00ff';
                      give an array or an object as COLUMN=TEXT
      -               add a fact for each line of standard input, all of them or none; skip empty lines
      --inactive      add the user as inactive
      --              take the rest as text, whatever it begins with
      --dry-run       add nothing; print the key that the record would have, and what triggers would do
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --create        make a book if the file does not exist
      --sample        fill an empty book with samples first, or begin your own with them
      --empty         begin your own book empty
      --help, --version

    In a book you can give these columns. Almanac removes white space at the ends of a text.

      facts           body, not empty; to add a text that begins with body=, put another body= before it
      users           name; email, with an @ and text on both sides, different from every other user's, whatever the
                      case of A to Z; active: yes, true or 1, or no, false or 0

    """

  static func run(_ arguments: Arguments) async throws {
    guard let name = arguments.words.first else {
      throw UsageError("Say what to add: facts TEXT, users --name NAME --email E-MAIL, or TABLE COLUMN=VALUE...")
    }
    let isRehearsed = arguments.has("dry-run")
    for making in ["create", "sample", "empty"] { _ = try arguments.exclusive("dry-run", making) }
    let file = try BookFile(arguments, missingOwn: isRehearsed ? .refused : .madeEmpty, acceptsAny: true)
    // A new book is made only after its records are checked. In another program's file a table may have the same name.
    let records = Result { try BookRecords(arguments) }
    if file.isToBeMade {
      do {
        _ = try records.get()
      } catch let error as UselessInput {
        throw CommandFailure("Nothing was added: \(sentence(error)).")
      }
    }
    let change = BookFile.Change(
      name: name, deed: .add, failure: "Nothing was added", isRehearsed: isRehearsed,
      participle: "Added")
    let changed = try await file.change(change) { table, db in
      try records.rows(for: table, arguments, db).lazy.compactMap { try table.missingParent(of: $0.values, db) }.first
    } _: { table, db in
      try records.rows(for: table, arguments, db).compactMap { row -> Added? in
        do {
          return try table.table.addForGood(row.values, db).map { id in
            Added(record: try table.record(id, db), remarks: try table.remarks(on: id, given: row.values, db))
          }
        } catch {
          guard let line = row.line else { throw error }
          throw LineFailure(number: line, error: error)
        }
      }
    }
    let added = changed.result.map(\.record)
    let deed = added.isEmpty ? "The record was" : added.begun
    try StandardStreams.write(
      added.map(\.line).joined(), afterwards: isRehearsed ? "Nothing was added." : "\(deed) added.")
    changed.result.flatMap(\.remarks).forEach(StandardStreams.complain)
    let count = added.count > 1 ? "\(added.count) records" : "1 record"
    changed.tellOthers("\(count) would be added to \(changed.table.table.name)", added.map(\.id))
  }
}

/// An added record, and remarks on its values.
private struct Added {
  let record: NamedRecord
  let remarks: [String]
}

/// The values of a record to add.
struct NewRecord {
  let values: ExactRow
  /// The line of standard input that it comes from.
  var line: Int?
}

extension Result<BookRecords, any Error> {
  /// The records to add to a table. Throws `UsageError`. Inside a read.
  fileprivate func rows(for table: FileTable, _ arguments: Arguments, _ db: Database) throws -> [NewRecord] {
    if table.isOfBook { return try get().rows }
    for option in ["name", "email", "inactive"] where arguments.has(option) {
      throw UsageError("--\(option) is for the users of a book; say COLUMN=TEXT or COLUMN:=JSON.")
    }
    return [NewRecord(values: try table.values(of: arguments.words.dropFirst(), in: arguments.zone, db))]
  }
}
