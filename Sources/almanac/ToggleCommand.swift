// Turns a yes of a record into a no, and a no into a yes.
import AlmanacRecords
import Databases
import StructuredQueries

enum ToggleCommand: Verb {
  static let name = "toggle"
  static let options = BookFile.changingArguments + [.flag("json")]

  static let usage = ["toggle users ID [active] [--json]"]

  static let help = """
    Makes an active user inactive and an inactive one active, and prints the record as it is now, as show does. Facts
    have nothing to toggle.

      --json          the record as one object
      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count > 1 else { throw UsageError("Say which record: almanac toggle users 7") }
    let table = try BookTable.named(arguments.words[0])
    let id = try BookTable.id(arguments.words[1])
    try arguments.refuseWords(from: 3)
    let column = arguments.words.count > 2 ? arguments.words[2] : nil
    try await toggle(table, id, column, arguments)
  }

  private static func toggle(
    _ table: ListedTable, _ id: Int, _ name: String?, _ arguments: Arguments
  ) async throws {
    let column = try name.map(table.column(named:))
    guard let toggled = table.style.toggledColumn else {
      throw UsageError("There is nothing to toggle in \(table.name).")
    }
    guard column == nil || column == toggled else {
      throw UsageError("\(column ?? "") is neither yes nor no; in \(table.name) \(toggled) can be toggled.")
    }
    let record = try await BookFile(arguments).write(failure: "Nothing was toggled") { db in
      let change = try table.toggle(toggled, of: [id], byteLimit: .max, db)
      guard !change.rows.isEmpty else { throw RecordGone(table: table.name, id: id) }
      return try table.values(of: id, db)
    }
    try StandardStreams.write(afterwards: "Record \(id) was toggled.") { output in
      if let record { try RecordText(table, record).write(json: arguments.has("json"), to: &output) }
    }
  }
}
