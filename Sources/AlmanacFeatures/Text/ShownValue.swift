import AlmanacRecords
import Databases

/// A value of a column as a person sees it; for a value that is not text, its description.
struct ShownValue: Hashable {
  var text: String
  /// A remark about the value.
  var note: String?
  /// Whether `text` describes a value instead of being it.
  var isStandIn = false

  /// The most shown bytes of a blob.
  static let byteLimit = 256

  /// A `nil` value: the table does not have the column. `byteCount`: the length of the whole value, if `value` is only
  /// its beginning.
  init(_ value: ExactValue?, byteCount: Int? = nil, meaning: ValueMeaning? = nil) {
    switch value {
    case nil: (text, isStandIn) = ("no such column", true)
    case .null: (text, isStandIn) = ("NULL", true)
    case .integer(let value): text = String(value)
    case .real(let value): text = String(value)
    case .text(let bytes), .utf16(let bytes, _):
      text = value?.repairedString ?? ""
      note = value?.kindOfNoText.map { "\($0): \(ExactValue.hexadecimal(bytes, limit: Self.byteLimit))" }
      if let byteCount { note = "the first \(bytes.count.groupedDigits) of \(byteCount.counted("byte"))" }
    case .blob(let bytes):
      (text, isStandIn) = (ExactValue.hexadecimal(bytes, limit: Self.byteLimit), true)
      let count = byteCount ?? bytes.count
      let kind = ValueKind(Array(bytes.prefix(ValueKind.startLength)), count: count, meaning: meaning)
      note = kind.title + (count == 0 ? "" : ", \(count.counted("byte"))")
    }
  }

  /// The text in a blob, or the beginning of the text if `bytes` is only a beginning; `nil` if the blob is not text.
  static func text(ofBlob bytes: [UInt8], byteCount: Int?) -> String? {
    let count = byteCount ?? bytes.count
    guard ValueKind(Array(bytes.prefix(ValueKind.startLength)), count: count).isText else { return nil }
    // The last character of a beginning may be cut.
    let end = byteCount == nil ? bytes.count : bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return String(validating: bytes[..<end], as: UTF8.self)
  }
}

extension ExactValue {
  /// The kind of a value that is not text to type: `a blob of 3 bytes`; `nil` for text.
  var kindOfNoText: String? {
    switch self {
    case .null: "NULL"
    case .integer, .real: "a number"
    case .text: string == nil ? "not valid UTF-8" : nil
    case .utf16: "not valid UTF-16"
    case .blob(let bytes): "a blob of \(bytes.count.groupedDigits) \(bytes.count == 1 ? "byte" : "bytes")"
    }
  }

  /// The value in a few words, for messages: `“Grace H.”`, `NULL`.
  var quoted: String {
    guard let string else { return ShownValue(self).text }
    return "“\(string.prefix(200))”"
  }
}
