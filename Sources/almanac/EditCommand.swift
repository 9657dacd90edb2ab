// Changes columns of a record.
import AlmanacRecords
import Databases

enum EditCommand: Verb {
  static let name = "edit"
  static let options = BookFile.changingArguments + [.flag("json"), .flag("dry-run"), .utc]

  static let usage = [
    "edit TABLE KEY... COLUMN=TEXT... COLUMN:=JSON... [--json] [--dry-run] [--utc]"
  ]

  static let help = """
    Changes columns of a record of any SQLite file, all of them or none, and prints the record as it is now, as show does.
    Name the record by its key, value by value. If the record already holds these values, nothing is written, and that is
    no failure. Views and tables of modules can't be changed.

      COLUMN=TEXT     the text; a column of numbers stores it as a number, where it is one; otherwise as text, and says so
      COLUMN:=JSON    null, true (stored as 1), false (0), a number, a text in double quotes, or bytes as x'00ff';
                      give an array or an object as COLUMN=TEXT
      --dry-run       change nothing; print the record as it would be, and what triggers and foreign keys would do
      --json          the record as one object
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --help, --version

    In a book you can change these columns. Almanac removes white space at the ends of a text.

      facts           body, not empty
      users           name; email, with an @ and text on both sides, different from every other user's, whatever the
                      case of A to Z; active: yes, true or 1, or no, false or 0

    """

  static func run(_ arguments: Arguments) async throws {
    let words = arguments.words
    guard words.count > 2 else {
      throw UsageError("Name a table, a record by its key, and new values: almanac edit TABLE KEY COLUMN=TEXT")
    }
    let isRehearsed = arguments.has("dry-run")
    let change = BookFile.Change(name: words[0], failure: "Nothing was changed", isRehearsed: isRehearsed)
    let changed = try await BookFile(arguments, acceptsAny: true).change(change) { table, db in
      let (record, values) = try table.edit(words, db)
      let row = try table.table.exactRow(record.id, db) ?? [:]
      let missing = try table.missingParent(of: row.merging(values), db)
      return try missing ?? table.keeping([record], isDeleted: false, db)
    } _: { table, db in
      let (record, values) = try table.edit(words, db)
      let edited = try table.table.editForGood(record.id, values, db)
      let now = edited ?? record.id
      return Edited(
        record: record, id: now, isChanged: edited != nil, columns: values.columns.sorted(),
        remarks: try table.remarks(on: now, in: values.columns, db),
        text: try RecordText.all([now], in: table.table, db))
    }
    let edited = changed.result
    let deed = edited.isChanged && !isRehearsed ? "\([edited.record].begun) changed." : "Nothing was changed."
    try StandardStreams.write(afterwards: deed) { output in
      try edited.text.write(json: arguments.has("json"), in: arguments.zone, to: &output)
    }
    edited.remarks.forEach(StandardStreams.complain)
    let would =
      edited.isChanged
      ? "\(edited.columns.inWords) of \([edited.record].named) of \(changed.table.table.name) would change"
      : "nothing would change"
    changed.tellRehearsal(would, [edited.record.id, edited.id])
  }

  /// A record that was changed, or held all that already.
  private struct Edited {
    let record: NamedRecord
    let id: RecordID
    let isChanged: Bool
    let columns: [String]
    let remarks: [String]
    let text: [RecordText]
  }
}

extension FileTable {
  /// The record that words name, behind the table's name, and what it is to hold. Throws `UsageError`.
  fileprivate func edit(_ words: [String], _ db: Database) throws -> (record: NamedRecord, values: ExactRow) {
    try requireKey()
    let rest = words.dropFirst()
    guard rest.count > key.count else {
      throw UsageError(
        "A record of \(table.name) is named by \(naming); after that, give its new values as COLUMN=TEXT or COLUMN:=JSON."
      )
    }
    let values = try values(of: rest.dropFirst(key.count))
    return (try records(named: rest.prefix(key.count), db)[0], values)
  }
}
