// The records to add to a book, from arguments and standard input.
import AlmanacRecords
import Databases

/// The records to add to a book.
struct BookRecords {
  let rows: [NewRecord]

  /// Takes them from the arguments, and from standard input if the arguments say so. Throws `UsageError`, and
  /// `UselessInput`.
  init(_ arguments: Arguments) throws {
    let listed = try BookTable.named(arguments.words.first ?? "")
    rows = listed == .facts ? try Self.facts(arguments) : [NewRecord(values: try Self.user(arguments))]
    guard !rows.isEmpty else { throw UselessInput(description: "There is no text on standard input.") }
  }

  /// The texts of facts: one word with any content, except `body=TEXT` and `-`.
  private static func facts(_ arguments: Arguments) throws -> [NewRecord] {
    for option in ["name", "email", "inactive"] where arguments.has(option) {
      throw UsageError("A fact has no --\(option).")
    }
    let words = arguments.words.dropFirst()
    let assignments = words.filter(ListedTable.facts.isAssignment)
    guard assignments.isEmpty else {
      guard assignments.count == words.count else {
        throw UsageError("Give a fact as one text or as body=TEXT, not both.")
      }
      return [NewRecord(values: try ListedTable.facts.values(of: words))]
    }
    if words == ["-"] { return try factsOfLines() }
    guard words.count == 1 else { throw UsageError("Put the fact in quotes: almanac add facts 'Honey keeps.'") }
    let body = arguments.words[1].trimmedOfWhitespace
    guard !body.isEmpty else { throw UsageError("A fact needs a text that is not empty.") }
    return [NewRecord(values: ["body": .text(body)])]
  }

  /// A fact for each line of standard input that is not blank.
  private static func factsOfLines() throws -> [NewRecord] {
    try StandardStreams.readInput().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .compactMap { index, bytes in
        guard let line = String(validating: bytes, as: UTF8.self) else {
          throw UselessInput(description: "Line \(index + 1) of standard input is not UTF-8.")
        }
        let body = line.trimmedOfWhitespace
        return body.isEmpty ? nil : NewRecord(values: ["body": .text(body)], line: index + 1)
      }
  }

  /// The values of a new user, from options or from words `COLUMN=VALUE`.
  private static func user(_ arguments: Arguments) throws -> ExactRow {
    let words = arguments.words.dropFirst()
    guard !words.isEmpty else {
      var values: ExactRow = ["active": .integer(arguments.has("inactive") ? 0 : 1)]
      for column in ListedTable.users.style.editing.columns where column.kind != .flag {
        values[column.name] = try required(column, arguments)
      }
      return values
    }
    if let option = ["name", "email", "inactive"].first(where: arguments.has) {
      throw UsageError(
        "Give a user by options or by COLUMN=VALUE, not by both --\(option) and '\(arguments.words[1])'.")
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

/// Standard input contains nothing to add.
struct UselessInput: SentenceError {
  let description: String
}
