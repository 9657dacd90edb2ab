import Databases
import StructuredQueries

/// What a column of a record must hold.
public struct RecordCondition: Hashable, Sendable {
  private enum Value: Hashable, Sendable {
    case flag(Bool)
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
    case noNumber
  }

  /// The column holds what `text` says: a flag yes or no in the words that a form takes for them, an identity a number,
  /// an e-mail the text whatever the case of A to Z, any other column the text to the letter.
  public init(_ table: ListedTable, column: String, text: String) throws(Problem) {
    self.column = column
    if table.isFlag(column) {
      guard let isOn = EditableColumn.flag(text.trimmedOfWhitespace) else { throw .noFlag }
      value = .flag(isOn)
    } else if table.identity == .rowID(column) {
      guard let id = Int(text.trimmedOfWhitespace) else { throw .noNumber }
      value = .number(id)
    } else if table.style.editableColumns.contains(where: { $0.name == column && $0.kind == .email }) {
      value = .email(text)
    } else {
      value = .text(text)
    }
  }

  var fragment: QueryFragment {
    let name = column.quotedName
    return switch value {
    case .flag(let isOn): RecordFilter.condition(column, is: isOn)
    case .number(let number): "\(raw: name) = \(bind: number)"
    case .text(let text): "\(raw: name) = \(bind: text)"
    case .email(let text): "\(raw: name) = \(bind: text) COLLATE NOCASE"
    }
  }
}
