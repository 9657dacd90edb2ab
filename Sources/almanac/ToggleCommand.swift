// Turns a yes of a record into a no, and a no into a yes.
import AlmanacRecords
import Databases
import StructuredQueries

enum ToggleCommand: Verb {
  static let name = "toggle"
  static let options = BookFile.changingArguments + [.value("column"), .flag("json")]

  static let usage = ["toggle users ID... [--column active] [--json]"]

  static let help = """
    Makes active users inactive and inactive ones active, and prints the records as they are now, as show does. All of
    them or none: where one does not exist, nothing is toggled. Facts have nothing to toggle.

      --column COLUMN the column to toggle; without it, the one that the screen toggles
      --json          an object for each, on a line
      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let (table, ids) = try BookTable.records(arguments)
    let column = try arguments.value("column").map(table.column(named:))
    guard let toggled = table.style.toggledColumn else {
      throw UsageError("There is nothing to toggle in \(table.name).")
    }
    guard column == nil || column == toggled else {
      throw UsageError("\(column ?? "") is neither yes nor no; in \(table.name) \(toggled) can be toggled.")
    }
    let records = try await BookFile(arguments).write(failure: "Nothing was toggled") { db in
      let change = try table.toggle(toggled, of: ids, byteLimit: .max, db)
      let found = Set(change.rows.map(\.id))
      try RecordsMissing.refuse(ids.filter { !found.contains($0) }, in: table)
      return try RecordText.all(ids, in: table.inFile(db), db)
    }
    try StandardStreams.write(afterwards: "\(BookTable.named(ids)) toggled.") { output in
      try records.write(json: arguments.has("json"), to: &output)
    }
  }
}
