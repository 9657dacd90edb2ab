// A value as SQLite holds it, to the byte: what a deletion takes away, its undo puts back.
import Databases
import StructuredQueries

/// A value of a column, exactly: text is kept as bytes, since it need not be valid UTF-8.
public enum ExactValue: Hashable, Sendable {
  case null
  case integer(Int)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  /// The value of a column of the row that `statement` stands on.
  init(_ statement: PreparedStatement, _ column: Int) {
    switch statement.storageClass(column) {
    case .null: self = .null
    case .integer: self = .integer(statement.integer(column))
    case .real: self = .real(statement.real(column))
    case .text: self = .text(statement.withBytes(column) { Array($0) })
    case .blob: self = .blob(statement.withBytes(column) { Array($0) })
    }
  }

  /// The value in a statement.
  var fragment: QueryFragment {
    switch self {
    case .null: QueryFragment(bind: .null)
    case .integer(let value): QueryFragment(bind: .integer(value))
    case .real(let value): QueryFragment(bind: .real(value))
    case .text(let bytes): "CAST(\(QueryFragment(bind: .blob(bytes))) AS TEXT)"
    case .blob(let bytes): QueryFragment(bind: .blob(bytes))
    }
  }

  /// What stands for the value in a statement; bytes become text again there.
  var placeholder: String {
    if case .text = self { "CAST(? AS TEXT)" } else { "?" }
  }

  /// How many bytes of text or of a blob there are.
  var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let bytes), .blob(let bytes): bytes.count
    }
  }

  /// What is bound to the placeholder.
  var binding: SQLiteValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let bytes), .blob(let bytes): .blob(bytes)
    }
  }
}
