// Adds records.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum AddCommand: Verb {
  static let name = "add"
  static let options =
    BookFile.makingArguments + [.text("name"), .text("email"), .flag("inactive"), .flag("dry-run")]

  static let usage = [
    "add TABLE COLUMN=TEXT... COLUMN:=JSON... [--dry-run]", "add facts TEXT | -",
    "add users --name NAME --email E-MAIL [--inactive]",
  ]

  static let help = """
    Adds a record to a table of any SQLite file and prints its key, by which show, edit, toggle and delete name it. A
    column that is not given has its default: a user is active. Your own book is made, empty, where it isn't there yet.
    Views and tables of modules can't be changed.

      COLUMN=TEXT     the text, which the column's type may make a number
      COLUMN:=JSON    null, true (which is 1), false (0), a number, or a text in double quotes; or bytes as x'00ff'. An
                      array or an object is stored as the text that it is, by COLUMN=TEXT
      -               a fact for each line of standard input, all of them or none; empty lines are left out
      --inactive      a user who is not active
      --              what stands behind it is text, whatever it begins with
      --dry-run       print the key that the record would have, say what triggers would do besides, and add nothing
      --file FILE     the file; without it, the one that ALMANAC_FILE names, or your own book
      --create        make a book where the file isn't there
      --sample        fill an empty book with samples first, and begin your own with them
      --empty         begin your own book empty
      --help, --version

    In a book these can be given, and white space at the ends of a text is left out:

      facts           body, which is not empty; to add a text that begins with body=, put another body= before it
      users           name; email, which has an @ with something on both sides, and is no other user's, whatever the
                      case of A to Z; active, which is yes, true or 1, or no, false or 0

    """

  static func run(_ arguments: Arguments) async throws {
    guard let name = arguments.words.first else {
      throw UsageError("Say what to add: facts TEXT, users --name NAME --email E-MAIL, or TABLE COLUMN=VALUE...")
    }
    let isRehearsed = arguments.has("dry-run")
    for making in ["create", "sample", "empty"] { _ = try arguments.exclusive("dry-run", making) }
    let file = try BookFile(arguments, missingOwn: isRehearsed ? .refused : .madeEmpty, acceptsAny: true)
    // Where a book is made, what is wrong is said before that. Another program's table may have the same name.
    let records = Result { try BookRecords(arguments) }
    if file.isToBeMade {
      do {
        _ = try records.get()
      } catch let error as UselessInput {
        throw CommandFailure("Nothing was added: \(sentence(error)).")
      }
    }
    let change = BookFile.Change(name: name, failure: "Nothing was added", isRehearsed: isRehearsed)
    let changed = try await file.change(change) { table, db in
      try records.rows(for: table, arguments).lazy.compactMap { try table.missingParent(of: $0.values, db) }.first
    } _: { table, db in
      try records.rows(for: table, arguments).compactMap { row in
        do {
          return try table.table.addForGood(row.values, db).map { try table.record($0, db) }
        } catch {
          guard let line = row.line else { throw error }
          throw LineFailure(number: line, error: error)
        }
      }
    }
    let added = changed.result
    let deed = added.isEmpty ? "The record was" : added.begun
    try StandardStreams.write(
      added.map(\.line).joined(), afterwards: isRehearsed ? "Nothing was added." : "\(deed) added.")
    let count = added.count > 1 ? "\(added.count) records" : "1 record"
    changed.tellRehearsal("\(count) would be added to \(changed.table.table.name)", added.map(\.id))
  }
}

/// What a record that is to be added holds.
struct NewRecord {
  let values: ExactRow
  /// The line of standard input that it comes from.
  var line: Int?
}

extension Result<BookRecords, any Error> {
  /// The records to add to a table. Throws `UsageError`.
  fileprivate func rows(for table: FileTable, _ arguments: Arguments) throws -> [NewRecord] {
    if table.isOfBook { return try get().rows }
    for option in ["name", "email", "inactive"] where arguments.has(option) {
      throw UsageError("--\(option) is for the users of a book; say COLUMN=TEXT or COLUMN:=JSON.")
    }
    return [NewRecord(values: try table.values(of: arguments.words.dropFirst()))]
  }
}
