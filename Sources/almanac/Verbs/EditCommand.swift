// Changes columns of a record.
import AlmanacRecords
import Databases

enum EditCommand: Verb {
  static let name = "edit"
  static let options = BookFile.changingArguments + [.condition, .flag("json"), .flag("dry-run"), .utc]

  static let usage = [
    """
    edit TABLE (KEY... | --where COLUMN=VALUE...) COLUMN=TEXT... COLUMN:=JSON...
               [--json] [--dry-run] [--utc]
    """
  ]

  static let help = """
    Changes columns of a record of any SQLite file, all of them or none, and prints the record as it is now, as show does.
    Name the record by its key, value by value. If the record already holds these values, nothing is written, and that is
    no failure. Tables of modules can't be changed; a view only through an INSTEAD OF UPDATE trigger. If what that has made
    of the record is not known, nothing is printed.

      COLUMN=TEXT     the text; a column of numbers stores it as a number, where it is one; otherwise as text, and says so
      COLUMN:=JSON    null, true (stored as 1), false (0), a number, a text in double quotes, or bytes as x'00ff';
                      give an array or an object as COLUMN=TEXT
    \(Arguments.Option.helpOfCondition)
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
    let names = arguments.recordNames
    guard words.count > (names.conditions.isEmpty ? 2 : 1) else {
      throw UsageError("Name a table, a record by its key, and new values: almanac edit TABLE KEY COLUMN=TEXT")
    }
    let isRehearsed = arguments.has("dry-run")
    let change = BookFile.Change(
      name: words[0], deed: .edit, failure: "Nothing was changed", isRehearsed: isRehearsed,
      participle: "Edited")
    let changed = try await BookFile(arguments, acceptsAny: true).change(change) { table, db in
      let (record, values) = try table.edit(names, db)
      let row = try table.table.exactRow(record.id, db) ?? [:]
      let missing = try table.missingParent(of: row.merging(values), db)
      return try missing ?? table.keeping([record], isDeleted: false, db)
    } _: { table, db in
      let (record, values) = try table.edit(names, db)
      let edited = try table.table.editForGood(record.id, values, db)
      let now = edited.map(\.id) ?? record.id
      return Edited(
        record: record, id: now ?? record.id, isChanged: edited != nil, columns: values.columns.sorted(),
        remarks: try now.map { try table.remarks(on: $0, given: values, db) } ?? [],
        text: try RecordText.all([now].compactMap(\.self), in: table.table, db))
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
    changed.tellOthers(would, [edited.record.id, edited.id])
  }

  /// A record that was changed, or that already had these values.
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
  /// The named record, and its new values. Throws `UsageError`.
  fileprivate func edit(_ names: RecordNames, _ db: Database) throws -> (record: NamedRecord, values: ExactRow) {
    var keyCount = 0
    if names.conditions.isEmpty {
      try requireKey()
      keyCount = key.count
    }
    guard names.words.count > keyCount else {
      throw UsageError(
        "A record of \(table.name) is named by \(naming); after that, give its new values as COLUMN=TEXT or COLUMN:=JSON."
      )
    }
    let values = try values(of: names.words.dropFirst(keyCount))
    for column in values.columns { try requireTrigger(for: column) }
    var named = names
    named.words = names.words.prefix(keyCount)
    return (try records(named, db)[0], values)
  }
}
