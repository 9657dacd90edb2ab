// Adds a record.
import AlmanacRecords
import Databases

enum AddCommand: Verb {
  static let name = "add"
  static let options = BookFile.arguments + [.value("name"), .value("email"), .flag("inactive")]

  static let help = """
    usage: almanac add facts TEXT
           almanac add users --name NAME --email E-MAIL [--inactive]

    Adds a record and prints its ID.

      --inactive      a user who is not active
      --file FILE     the book; else what ALMANAC_FILE names, else your own
      --create        make the file where it isn't there
      --sample        fill an empty book with samples first
      --empty         begin your own book without samples
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
      guard arguments.words.count == 2, let body = trimmed(arguments.words[1]) else {
        throw UsageError("Say the fact as one word: almanac add facts 'Honey keeps.'")
      }
      try await add(arguments) { db in try Fact.add(body: body, db) }
    case User.tableName:
      guard arguments.words.count == 1, let name = arguments.value("name").flatMap(trimmed),
        let email = arguments.value("email").flatMap(trimmed)
      else { throw UsageError("A user needs --name and --email, and nothing else but --inactive.") }
      let active = !arguments.has("inactive")
      try await add(arguments) { db in try User.add(name: name, email: email, active: active, db) }
    default: throw UsageError("There is no table '\(table)'; there are facts and users.")
    }
  }

  private static func add(
    _ arguments: Arguments, _ body: @escaping @Sendable (Database) throws -> BookChange
  ) async throws {
    let change = try await BookFile(arguments).use { connection in
      do {
        return try await connection.write(body)
      } catch let error as DatabaseError {
        throw CommandFailure("Nothing was added: \(reason(for: error)).")
      }
    }
    let ids = change.rows.map { "\($0.id)" }.joined(separator: "\n")
    do {
      try StandardStreams.write(ids + "\n")
    } catch let error as CommandFailure {
      throw CommandFailure("Record \(ids) was added. \(error)")
    }
  }

  private static func reason(for error: DatabaseError) -> String {
    if error.isConstraint, error.message.contains("users.email") { return "this e-mail is already taken" }
    if error.isBusy { return "another program holds the book" }
    if error.isReadOnly { return "the book can only be read" }
    return error.message
  }

  /// The text without white space at its ends; `nil` where nothing is left.
  private static func trimmed(_ text: String) -> String? {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
