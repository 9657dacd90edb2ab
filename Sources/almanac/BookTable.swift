// Tables, records and columns as they are named on the command line.
import AlmanacRecords
import Databases
import StructuredQueries

/// A table of the book by its name.
enum BookTable {
  static func named(_ name: String) throws -> ListedTable {
    guard let table = ListedTable.ofBook.first(where: { $0.name == name }) else {
      throw UsageError("There is no table '\(name)'; there are facts and users.")
    }
    return table
  }

  /// The only word of a verb, a table of the book.
  static func only(_ arguments: Arguments) throws -> ListedTable {
    guard let name = arguments.words.first else { throw UsageError("Say which table: facts or users.") }
    let table = try named(name)
    try arguments.refuseWords(from: 1)
    return table
  }

  /// The table that the first word names, and the records that the others do, each once.
  static func records(_ arguments: Arguments) throws -> (table: ListedTable, ids: [RecordID]) {
    guard let name = arguments.words.first else {
      throw UsageError("Say which records: facts or users, and their IDs.")
    }
    let table = try named(name)
    guard arguments.words.count > 1 else { throw UsageError("Say which \(name): name their IDs.") }
    var seen: Set<RecordID> = []
    return (table, try arguments.words.dropFirst().map(id).filter { seen.insert($0).inserted })
  }

  /// Records as the beginning of a sentence on what was done to them: `Records 3 and 5 were`.
  static func named(_ ids: [RecordID]) -> String {
    "\(ids.count == 1 ? "Record" : "Records") \(enumeration(ids.map(\.description))) \(ids.count == 1 ? "was" : "were")"
  }

  /// The number that tells a record from all others.
  static func id(_ word: String) throws -> RecordID {
    guard let id = Int(word) else { throw UsageError("A record is named by its ID, a number, not '\(word)'.") }
    return .rowID(id)
  }

  /// A word `COLUMN=VALUE`, taken apart.
  static func assignment(_ word: String) -> (column: String, text: String)? {
    guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return nil }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }
}

extension ListedTable {
  /// The column that `name` means, whatever the case.
  func column(named name: String) throws -> String {
    guard let column = columns.first(where: { $0.lowercased() == name.lowercased() }) else {
      throw UsageError("There is no column '\(name)' in \(self.name), which has \(enumeration(columns)).")
    }
    return column
  }

  /// The columns that may be set, in words.
  var editableNames: String { enumeration(style.editableColumns.map(\.name)) }

  /// Whether a word begins with a column that may be set, and an equals sign.
  func isAssignment(_ word: String) -> Bool {
    guard let name = BookTable.assignment(word)?.column.lowercased() else { return false }
    return style.editableColumns.contains { $0.name.lowercased() == name }
  }

  /// What words `COLUMN=VALUE` say that a record is to hold.
  func values(of words: some Sequence<String>) throws -> ExactRow {
    var values: ExactRow = [:]
    for word in words {
      guard let (name, text) = BookTable.assignment(word) else {
        throw UsageError("'\(word)' is no COLUMN=VALUE; in \(self.name) these can be: \(editableNames).")
      }
      let column = try column(named: name)
      guard let editable = style.editableColumns.first(where: { $0.name == column }) else {
        throw UsageError("\(column) can't be set; in \(self.name) these can be: \(editableNames).")
      }
      guard values[column] == nil else { throw UsageError("\(column) is given twice.") }
      do throws(EditableColumn.Problem) {
        values[column] = try editable.value(of: text)
      } catch {
        throw UsageError(error, of: column, text)
      }
    }
    return values
  }
}

/// Some of the records that were named do not exist.
struct RecordsMissing: SentenceError {
  let table: String
  let ids: [RecordID]

  /// Throws where one is missing.
  static func refuse(_ ids: [RecordID], in table: ListedTable) throws {
    if !ids.isEmpty { throw RecordsMissing(table: table.name, ids: ids) }
  }

  var description: String {
    if ids.count == 1 { return "\(RecordGone(table: table, id: ids[0]))" }
    // The first ones are enough where there are many.
    let some = ids.prefix(8).map(\.description)
    let names = ids.count > some.count ? some.joined(separator: ", ") + " and others" : enumeration(some)
    return "There are no records \(names) in \(table)."
  }
}

extension Arguments {
  /// Throws where there are more words than `count`.
  func refuseWords(from count: Int) throws {
    guard words.count > count else { return }
    throw UsageError("'\(words[count])' is one word too many; --help tells what is taken.")
  }
}

extension UsageError {
  /// A change would put another value into a column that says yes or no.
  static func noFlag(_ column: String, _ text: String) -> UsageError {
    UsageError("\(column) is yes or no (or true, false, 1, 0), not '\(text)'.")
  }

  /// A column, or the option for it, was to hold what it can't.
  init(_ problem: EditableColumn.Problem, of name: String, _ text: String) {
    switch problem {
    case .empty: self.init("\(name) is required, and would be empty.")
    case .noEMailAddress: self.init("\(name) is an e-mail address, not '\(text)'.")
    case .noFlag: self = .noFlag(name, text)
    }
  }
}

/// Words as a sentence names them: "a, b and c".
func enumeration(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}
