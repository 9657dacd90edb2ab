// Adds a record.
import AlmanacRecords
import Databases

enum AddCommand: Verb {
  static let name = "add"
  static let options = BookFile.makingArguments + [.text("name"), .text("email"), .flag("inactive")]

  static let usage = ["add facts TEXT", "add users --name NAME --email E-MAIL [--inactive]"]

  static let help = """
    Adds a record and prints its ID. Your own book is made, empty, where it isn't there yet. An e-mail address has an @
    with something on both sides.

      --inactive      a user who is not active
      --file FILE     the book; else what ALMANAC_FILE names, else your own
      --create        make the file where it isn't there
      --sample        fill an empty book with samples first, and begin your own with them
      --empty         begin your own book empty
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard let table = arguments.words.first else {
      throw UsageError("Say what to add: facts TEXT, or users --name NAME --email E-MAIL.")
    }
    switch table {
    case Fact.tableName:
      for option in ["name", "email", "inactive"] where arguments.has(option) {
        throw UsageError("A fact has no --\(option).")
      }
      guard arguments.words.count == 2 else {
        throw UsageError("Say the fact as one word: almanac add facts 'Honey keeps.'")
      }
      let body = arguments.words[1].trimmedOfWhitespace
      guard !body.isEmpty else { throw UsageError("The text of a fact is required, and would be empty.") }
      try await add(arguments) { db in try Fact.add(body: body, db) }
    case User.tableName:
      try arguments.refuseWords(from: 1)
      let (name, email) = (try required(.text("name"), arguments), try required(.email("email"), arguments))
      let active = !arguments.has("inactive")
      try await add(arguments) { db in try User.add(name: name, email: email, active: active, db) }
    default: throw UsageError("There is no table '\(table)'; there are facts and users.")
    }
  }

  private static func required(_ column: EditableColumn, _ arguments: Arguments) throws -> String {
    guard let text = arguments.value(column.name) else { throw UsageError("A user needs --name and --email.") }
    do throws(EditableColumn.Problem) {
      return try column.value(of: text).string ?? text
    } catch {
      throw UsageError(error, of: "--\(column.name)", text)
    }
  }

  private static func add(
    _ arguments: Arguments, _ body: @escaping @Sendable (Database) throws -> BookChange
  ) async throws {
    let change = try await BookFile(arguments, missingOwn: .madeEmpty).write(failure: "Nothing was added", body)
    let ids = change.rows.map { "\($0.id)" }.joined(separator: "\n")
    try StandardStreams.write(ids + "\n", afterwards: "Record \(ids) was added.")
  }
}
