// Tables, records and columns as they are named on the command line.
import AlmanacRecords
import Databases

/// A table of the book by its name.
enum BookTable {
  static func named(_ name: String) throws -> ListedTable {
    guard let table = ListedTable.ofBook.first(where: { $0.name == name }) else {
      throw UsageError("There is no table '\(name)'; there are facts and users.")
    }
    return table
  }
}

/// Some of the records that were named do not exist.
struct RecordsMissing: SentenceError {
  let table: String
  let names: [String]

  var description: String {
    if names.count == 1 { return "There is no record \(names[0]) in \(table)." }
    // The first ones are enough where there are many.
    let some = Array(names.prefix(8))
    let named = names.count > some.count ? some.joined(separator: ", ") + " and others" : enumeration(some)
    return "There are no records \(named) in \(table)."
  }
}

extension Arguments {
  /// Throws where there are more words than `count`.
  func refuseWords(from count: Int) throws {
    guard words.count > count else { return }
    throw UsageError("'\(words[count])' is one argument too many; --help shows the usage.")
  }
}

extension UsageError {
  /// A change would put another value into a column that says yes or no.
  static func noFlag(_ column: String, _ text: String) -> UsageError {
    UsageError("\(column) must be yes or no (or true, false, 1, 0), not '\(text)'.")
  }

  /// A column, or the option for it, was to hold what it can't.
  init(_ problem: EditableColumn.Problem, of name: String, _ text: String) {
    switch problem {
    case .empty: self.init("\(name) must not be empty.")
    case .noEMailAddress: self.init("\(name) must be an e-mail address, not '\(text)'.")
    case .noFlag: self = .noFlag(name, text)
    }
  }
}

/// Words as a sentence names them: "a, b and c".
func enumeration(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}
