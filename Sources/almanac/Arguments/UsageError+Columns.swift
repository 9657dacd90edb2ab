// Values that a column of a book does not take.
import AlmanacRecords

extension UsageError {
  /// A change would put another value into a column that says yes or no.
  static func noFlag(_ column: String, _ text: String) -> UsageError { UsageError(.noFlag, of: column, text) }

  /// `text` is no value of the column or option `name`.
  init(_ problem: EditableColumn.Problem, of name: String, _ text: String) {
    self.init(UnusableText(problem: problem, name: name, text: text).description)
  }
}
