// Values that a column of a book does not take.
import AlmanacRecords

extension UsageError {
  /// A change would put another value into a column that says yes or no.
  static func noFlag(_ column: String, _ text: String) -> UsageError {
    UsageError("\(column) must be yes or no (or true, false, 1, 0), not '\(text)'.")
  }

  /// `text` is no value of the column or option `name`.
  init(_ problem: EditableColumn.Problem, of name: String, _ text: String) {
    switch problem {
    case .empty: self.init("\(name) must not be empty.")
    case .noEMailAddress: self.init("\(name) must be an e-mail address, not '\(text)'.")
    case .noFlag: self = .noFlag(name, text)
    }
  }
}
