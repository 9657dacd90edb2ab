// Values that a column of a book does not accept.
import AlmanacRecords

extension UsageError {
  /// A change would store another value in a yes-or-no column.
  static func noFlag(_ column: String, _ text: String) -> UsageError { UsageError(.noFlag, of: column, text) }

  /// `text` is not a value for the column or option `name`.
  init(_ problem: EditableColumn.Problem, of name: String, _ text: String) {
    self.init(UnusableText(problem: problem, name: name, text: text).description)
  }
}
