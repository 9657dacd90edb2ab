// Adds a record.
import AlmanacRecords
import Databases
import StructuredQueries

enum AddCommand: Verb {
  static let name = "add"
  static let options = BookFile.makingArguments + [.text("name"), .text("email"), .flag("inactive")]

  static let usage = [
    "add facts TEXT | body=TEXT | -", "add users --name NAME --email E-MAIL [--inactive]",
    "add users name=NAME email=E-MAIL [active=yes|no]",
  ]

  static let help = """
    Adds a record and prints its ID. Your own book is made, empty, where it isn't there yet. A column that is not given
    has its usual value: a user is active. To add a text that begins with body=, put another body= before it.

      -               a fact for each line of standard input, all of them or none; empty lines are left out (body=- is
                      the text -)
      email           has an @ with something on both sides, and is no other
                      user's, whatever the case of A to Z
      active          yes, true and 1, or no, false and 0
      --inactive      a user who is not active
      --              what stands behind it is text, whatever it begins with
      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --create        make the file where it isn't there
      --sample        fill an empty book with samples first, and begin your own with them
      --empty         begin your own book empty
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard let table = arguments.words.first else {
      throw UsageError("Say what to add: facts TEXT, users --name NAME --email E-MAIL, or TABLE COLUMN=VALUE...")
    }
    let listed = try BookTable.named(table)
    let records = listed == .facts ? try facts(arguments) : [try user(arguments)]
    guard !records.isEmpty else { throw CommandFailure("Nothing was added: there is no text on standard input.") }
    let ids = try await BookFile(arguments, missingOwn: .madeEmpty).write(failure: "Nothing was added") { db in
      try records.flatMap { try listed.add($0, byteLimit: .max, db).rows.map(\.id) }
    }
    let deed = ids.count > 8 ? "\(ids.count) records were" : BookTable.named(ids)
    try StandardStreams.write(ids.map { "\($0)\n" }.joined(), afterwards: "\(deed) added.")
  }

  /// The texts of facts: one word, whatever it holds, but for `body=TEXT` and `-`.
  private static func facts(_ arguments: Arguments) throws -> [ExactRow] {
    for option in ["name", "email", "inactive"] where arguments.has(option) {
      throw UsageError("A fact has no --\(option).")
    }
    let words = arguments.words.dropFirst()
    let assignments = words.filter(ListedTable.facts.isAssignment)
    guard assignments.isEmpty else {
      guard assignments.count == words.count else {
        throw UsageError("A fact is one word, or body=TEXT, not both.")
      }
      return [try ListedTable.facts.values(of: words)]
    }
    if words == ["-"] { return try factsOfLines() }
    guard words.count == 1 else { throw UsageError("Put the fact in quotes: almanac add facts 'Honey keeps.'") }
    let body = arguments.words[1].trimmedOfWhitespace
    guard !body.isEmpty else { throw UsageError("The text of a fact is required, and would be empty.") }
    return [["body": .text(body)]]
  }

  /// A fact for each line of standard input that has a text.
  private static func factsOfLines() throws -> [ExactRow] {
    try StandardStreams.readInput().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .compactMap { index, bytes in
        guard let line = String(validating: bytes, as: UTF8.self) else {
          throw CommandFailure("Nothing was added: line \(index + 1) of standard input is not UTF-8.")
        }
        let body = line.trimmedOfWhitespace
        return body.isEmpty ? nil : ["body": .text(body)]
      }
  }

  /// What a new user holds: as options say it, or words `COLUMN=VALUE`.
  private static func user(_ arguments: Arguments) throws -> ExactRow {
    let words = arguments.words.dropFirst()
    guard !words.isEmpty else {
      var values: ExactRow = ["active": .integer(arguments.has("inactive") ? 0 : 1)]
      for column in ListedTable.users.style.editableColumns where column.kind != .flag {
        values[column.name] = try required(column, arguments)
      }
      return values
    }
    if let option = ["name", "email", "inactive"].first(where: arguments.has) {
      throw UsageError("A user is given by options or by COLUMN=VALUE, not by --\(option) and '\(words[1])'.")
    }
    let values = try ListedTable.users.values(of: words)
    guard values["name"] != nil, values["email"] != nil else {
      throw UsageError("A user needs name=NAME and email=E-MAIL.")
    }
    return values
  }

  private static func required(_ column: EditableColumn, _ arguments: Arguments) throws -> ExactValue {
    guard let text = arguments.value(column.name) else { throw UsageError("A user needs --name and --email.") }
    do throws(EditableColumn.Problem) {
      return try column.value(of: text)
    } catch {
      throw UsageError(error, of: "--\(column.name)", text)
    }
  }
}
