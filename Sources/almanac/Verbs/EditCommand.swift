// Changes columns of a record.
import AlmanacRecords
import Databases

enum EditCommand: Verb {
  static let name = "edit"
  static let options = BookFile.changingArguments + [.condition, .count, .flag("json"), .flag("dry-run"), .utc]

  static let usage = [
    """
    edit TABLE (KEY... | --where COLUMN=VALUE... [--count N]) COLUMN=TEXT... COLUMN:=JSON...
               [--json] [--dry-run] [--utc]
    """
  ]

  static let help = """
    Changes columns of a record of any SQLite file, all of them or none, and prints the record as it is now, as show does.
    Name the record by its key, value by value, or several by --where and --count. If the record already holds these
    values, nothing is written, and that is no failure. Tables of modules can't be changed; a view only through an INSTEAD
    OF UPDATE trigger. If what that has made of the record is not known, nothing is printed.

      COLUMN=TEXT     the text; a column of numbers stores it as a number, where it is one; otherwise as text, and says so
                      (a column whose numbers count time also takes a date: '2026-01-31 14:05', or 2026-01-31)
      COLUMN:=JSON    null, true (stored as 1), false (0), a number, a text in double quotes, or bytes as x'00ff';
                      give an array or an object as COLUMN=TEXT
    \(Arguments.Option.helpOfCondition)
    \(Arguments.Option.helpOfCount)
      --dry-run       change nothing; print the record as it would be, and what triggers and foreign keys would do
      --json          the record as one object; several on a line each
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
    let names = try arguments.recordNames(areCounted: true)
    guard words.count > (names.conditions.isEmpty ? 2 : 1) else {
      throw UsageError("Name a table, a record by its key, and new values: almanac edit TABLE KEY COLUMN=TEXT")
    }
    let isRehearsed = arguments.has("dry-run")
    let change = BookFile.Change(
      name: words[0], deed: .edit, failure: "Nothing was changed", isRehearsed: isRehearsed,
      participle: "Edited")
    let changed = try await BookFile(arguments, acceptsAny: true).change(change) { table, db in
      let (records, values) = try table.edit(names, db)
      for record in records {
        let row = try table.table.exactRow(record.id, db) ?? [:]
        if let missing = try table.missingParent(of: row.merging(values), db) { return missing }
      }
      return try table.keeping(records, isDeleted: false, db)
    } _: { table, db in
      let (records, values) = try table.edit(names, db)
      var (now, remarks, isChanged): ([RecordID], [String], Bool) = ([], [], false)
      for record in records {
        let edited = try table.table.editForGood(record.id, values, db)
        isChanged = isChanged || edited != nil
        guard let id = edited.map(\.id) ?? record.id else { continue }
        now.append(id)
        for remark in try table.remarks(on: id, given: values, db) where !remarks.contains(remark) {
          remarks.append(remark)
        }
      }
      return Edited(
        records: records, ids: now, isChanged: isChanged, columns: values.columns.sorted(), remarks: remarks,
        text: try RecordText.all(now, in: table.table, db))
    }
    let edited = changed.result
    let deed = edited.isChanged && !isRehearsed ? "\(edited.records.begun) changed." : "Nothing was changed."
    try StandardStreams.write(afterwards: deed) { output in
      try edited.text.write(json: arguments.has("json"), in: arguments.zone, to: &output)
    }
    edited.remarks.forEach(StandardStreams.complain)
    let would =
      edited.isChanged
      ? "\(edited.columns.inWords) of \(edited.records.named) of \(changed.table.table.name) would change"
      : "nothing would change"
    changed.tellOthers(would, edited.records.map(\.id) + edited.ids)
  }

  /// Records that were changed, or that already had these values.
  private struct Edited {
    let records: [NamedRecord]
    /// Their present identities, if known.
    let ids: [RecordID]
    let isChanged: Bool
    let columns: [String]
    let remarks: [String]
    let text: [RecordText]
  }
}

extension FileTable {
  /// The named records, and their new values. Throws `UsageError`.
  fileprivate func edit(_ names: RecordNames, _ db: Database) throws -> (records: [NamedRecord], values: ExactRow) {
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
    let values = try values(of: names.words.dropFirst(keyCount), in: names.zone, db)
    for column in values.columns { try requireTrigger(for: column) }
    var named = names
    named.words = names.words.prefix(keyCount)
    return (try records(named, db), values)
  }
}
