// Values as text.
import AlmanacRecords
import Databases
import Terminals

extension SQLiteValue {
  /// The value as text, NULL as nothing, bytes as SQL writes them: `x'00ff'`.
  var plainText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob(let bytes): ExactValue.hexadecimal(bytes, limit: .max)
    }
  }

  /// The same in one line, control characters made visible.
  var shownText: String { SafeText.string(plainText) }

  /// The value in JSON; bytes as the same text, numbers that JSON does not know as null.
  var json: String {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? String(value) : "null"
    case .text(let text): JSONText.quoted(text)
    case .blob: JSONText.quoted(plainText)
    }
  }
}
