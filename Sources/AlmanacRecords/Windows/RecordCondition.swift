public import Databases
import StructuredQueries

/// What a column of a record must hold.
public struct RecordCondition: Hashable, Sendable {
  private enum Value: Hashable, Sendable {
    /// What a filter of the list lets through.
    case filter(RecordFilter)
    case number(Int)
    case text(String)
    case email(String)
  }

  private let column: String
  private let value: Value

  /// Why a column can't hold what was typed.
  public enum Problem: Error, Hashable, Sendable {
    /// Neither yes nor no.
    case noFlag
    /// The column holds numbers, and the text is none.
    case noNumber
  }

  /// The column holds what `text` says: a flag yes or no in the words that a form takes for them, an identity a number,
  /// an e-mail the text whatever the case of A to Z, any other column the text to the letter.
  public init(_ table: ListedTable, column: String, text: String) throws(Problem) {
    self.column = column
    if table.isFlag(column) {
      guard let isOn = EditableColumn.flag(text.trimmedOfWhitespace) else { throw .noFlag }
      value = .filter(RecordFilter("", column: column, is: isOn))
    } else if table.identity == .rowID(column) {
      guard let id = Int(text.trimmedOfWhitespace) else { throw .noNumber }
      value = .number(id)
    } else if table.style.editableColumns.contains(where: { $0.name == column && $0.kind == .email }) {
      value = .email(text)
    } else {
      value = .text(text)
    }
  }

  /// The column holds this value, with its storage class.
  public init(column: String, value: ExactValue) {
    (self.column, self.value) = (column, .filter(RecordFilter(column: column, value: value)))
  }

  var fragment: QueryFragment {
    let name = column.quotedName
    return switch value {
    case .filter(let filter): filter.condition
    case .number(let number): "\(raw: name) = \(bind: number)"
    case .text(let text): "\(raw: name) = \(bind: text)"
    case .email(let text): "\(raw: name) = \(bind: text) COLLATE NOCASE"
    }
  }
}
