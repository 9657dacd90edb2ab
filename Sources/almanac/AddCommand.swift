// Adds a record.
import AlmanacRecords
import Databases

enum AddCommand: Verb {
  static let name = "add"
  static let options = BookFile.options + [.value("name"), .value("email"), .flag("inactive")]

  static let help = """
    usage: almanac add facts TEXT [--file FILE]
           almanac add users --name NAME --email E-MAIL [--inactive] [--file FILE]

    Adds a record and prints its ID.

    """

  static func run(_ arguments: Arguments) async throws {
    switch arguments.words.first {
    case Fact.tableName:
      guard arguments.words.count == 2, let body = text(arguments.words[1]) else {
        throw UsageError(description: "add: say the fact, as one word: almanac add facts 'Honey keeps.'")
      }
      try await write(arguments) { db in try Fact.add(body: body, db) }
    case User.tableName:
      guard arguments.words.count == 1, let name = arguments.value("name").flatMap(text),
        let email = arguments.value("email").flatMap(text)
      else { throw UsageError(description: "add: a user needs --name and --email.") }
      let active = !arguments.has("inactive")
      try await write(arguments) { db in try User.add(name: name, email: email, active: active, db) }
    case let table?: throw UsageError(description: "add: there is no table '\(table)'; there are facts and users.")
    case nil: throw UsageError(description: "add: say what to add, a fact or a user.")
    }
  }

  private static func write(
    _ arguments: Arguments, _ add: @escaping @Sendable (Database) throws -> BookChange
  ) async throws {
    let connection = try await BookFile.open(arguments)
    do {
      let change = try await connection.write(add)
      await connection.close()
      try Output.write(change.rows.map { "\($0.id)\n" }.joined())
    } catch let error as DatabaseError {
      await connection.close()
      let reason = error.message.contains("users.email") ? "this e-mail is already taken" : error.message
      throw CommandFailure(description: "Nothing was added: \(reason).")
    }
  }

  /// The text without white space at its ends; `nil` where nothing is left.
  private static func text(_ text: String) -> String? {
    let trimmed = text.drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(trimmed[...last])
  }
}
