// Toggles a yes-or-no value of records.
import AlmanacRecords
import Databases

enum ToggleCommand: Verb {
  static let name = "toggle"
  static let options =
    BookFile.changingArguments + [.condition, .count, .value("column"), .flag("json"), .flag("dry-run"), .utc]

  static let usage = [
    """
    toggle TABLE (KEY... | --where COLUMN=VALUE... [--count N]) [--column COLUMN]
                 [--json] [--dry-run] [--utc]
    """
  ]

  static let help = """
    Turns yes into no and no into yes, and prints the records as they are now, as show does. In users it toggles active;
    in any other table, the first column that is declared boolean. Name each record by its key, value by value. All are
    toggled or none: if one does not exist, or holds a value other than 0, 1 and NULL, nothing changes. NULL becomes 1.
    Tables of modules can't be changed; a view only through an INSTEAD OF UPDATE trigger.

    \(Arguments.Option.helpOfCondition)
    \(Arguments.Option.helpOfCount)
      --column COLUMN toggle this column, declared boolean or not
      --dry-run       change nothing; print the records as they would be, and what triggers would do
      --json          print an object for each record, on a line
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableOfRecords()
    let names = try arguments.recordNames(areCounted: true)
    let typed = arguments.value("column")
    let isRehearsed = arguments.has("dry-run")
    let change = BookFile.Change(
      name: name, deed: .edit, failure: "Nothing was toggled", isRehearsed: isRehearsed,
      participle: "Toggled")
    let changed = try await BookFile(arguments, acceptsAny: true).change(change) { table, db in
      let column = try table.toggledColumn(typed)
      let records = try table.records(names, db)
      let ids = try table.table.toggleForGood(column, of: records.map(\.id), db)
      return Toggled(records: records, column: column, texts: try RecordText.all(ids, in: table.table, db))
    }
    let toggled = changed.result
    let deed = isRehearsed ? "Nothing was toggled." : "\(toggled.records.begun) toggled."
    try StandardStreams.write(afterwards: deed) { output in
      try toggled.texts.write(json: arguments.has("json"), in: arguments.zone, to: &output)
    }
    changed.tellOthers(
      "\(toggled.column) of \(toggled.records.named) of \(changed.table.table.name) would change",
      toggled.records.map(\.id))
  }

  private struct Toggled {
    let records: [NamedRecord]
    let column: String
    let texts: [RecordText]
  }
}

extension FileTable {
  /// The column to toggle: `name`, or the table's usual one if it is nil. Throws `UsageError`.
  fileprivate func toggledColumn(_ name: String?) throws -> String {
    let usual = table.style.editing.toggledColumn
    guard let name else {
      if let usual { return usual }
      throw UsageError(
        isOfBook
          ? "There is nothing to toggle in \(table.name)."
          : "\(table.style.editing.toggleRefusal.dropLast()); --column names one that holds 0 or 1.")
    }
    let column = try column(named: name)
    if column == usual { return column }
    if isOfBook {
      throw UsageError(
        usual.map { "\(column) is neither yes nor no; in \(table.name) you can toggle \($0)." }
          ?? "There is nothing to toggle in \(table.name).")
    }
    try requireWritten(column)
    try requireTrigger(for: column)
    if key.contains(column) { throw UsageError("\(column) names the record: it can't be toggled.") }
    return column
  }
}
