// Deletes records.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum DeleteCommand: Verb {
  static let name = "delete"
  static let options = BookFile.changingArguments + [.condition, .count, .flag("dry-run")]

  static let usage = ["delete TABLE (KEY... | --where COLUMN=VALUE... [--count N]) [--dry-run]"]

  static let help = """
    Deletes records of any SQLite file and prints their keys, a line each. Name each record by its key, value by value.
    All are deleted or none: if one does not exist, or a foreign key forbids it, nothing is deleted. almanac undo takes
    it back; if that can't be, a line on standard error says so. If foreign keys or triggers change other records with
    them, another line counts those.
    Tables of modules can't be changed; a view only through an INSTEAD OF DELETE trigger.

    \(Arguments.Option.helpOfCondition)
    \(Arguments.Option.helpOfCount)
      --dry-run       delete nothing; print the keys, and what triggers and foreign keys would do
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableOfRecords()
    let names = try arguments.recordNames(areCounted: true)
    let isRehearsed = arguments.has("dry-run")
    let change = BookFile.Change(
      name: name, deed: .delete, failure: "Nothing was deleted", isRehearsed: isRehearsed,
      participle: "Deleted")
    let changed = try await BookFile(arguments, acceptsAny: true).change(change) { table, db in
      try table.keeping(table.records(names, db), isDeleted: true, db)
    } _: { table, db in
      let records = try table.records(names, db)
      _ = try table.table.deleteForGood(records.map(\.id), db)
      return records
    }
    let records = changed.result
    try StandardStreams.write(
      records.map(\.line).joined(), afterwards: isRehearsed ? "Nothing was deleted." : "\(records.begun) deleted.")
    let ids = records.map(\.id)
    let others = changed.others(than: ids)
    if isRehearsed {
      others.tellRehearsal("\(records.named) of \(changed.table.table.name) would be deleted")
    } else {
      if !others.isEmpty { StandardStreams.complain("Also \(others.clauses.inWords).") }
      changed.tellUndoProblem()
    }
  }
}

extension [OtherRecords] {
  /// `deleted 2 records of albums`, `1 record of tracks`: a repeated verb is left out.
  fileprivate var clauses: [String] {
    indices.map { index in
      let (deed, count) = (self[index].deed, self[index].count)
      let verb =
        switch deed {
        case _ where index > 0 && self[index - 1].deed == deed: ""
        case .added: "added "
        case .changed: "changed "
        case .deleted: "deleted "
        }
      return "\(verb)\(count.counted("record")) of \(self[index].table)"
    }
  }
}
