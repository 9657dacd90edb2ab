// Reads payloads as values.

/// Reads the values of a record.
enum Record {
  static func values(_ bytes: UnsafeRawBufferPointer) throws(UnknownReason) -> [RecordValue] {
    guard let base = bytes.baseAddress else { throw .damaged }
    var at = 0
    guard let header = readVarint(base, &at, bytes.count), header <= UInt64(bytes.count) else { throw .damaged }
    let end = Int(header)
    var body = end
    var values: [RecordValue] = []
    while at < end {
      guard let type = readVarint(base, &at, end), type <= UInt64(bytes.count) * 2 + 13 else { throw .damaged }
      let size = size(ofType: Int(type))
      guard body + size <= bytes.count else { throw .damaged }
      values.append(try value(ofType: Int(type), UnsafeRawBufferPointer(rebasing: bytes[body..<body + size])))
      body += size
    }
    return values
  }

  private static func size(ofType type: Int) -> Int {
    switch type {
    case 0...4: type
    case 5: 6
    case 6, 7: 8
    case 8...11: 0
    default: (type - 12) / 2
    }
  }

  private static func value(ofType type: Int, _ bytes: UnsafeRawBufferPointer) throws(UnknownReason) -> RecordValue {
    switch type {
    case 0: return .null
    case 1...6: return .integer(integer(bytes))
    case 7:
      let number = Double(bitPattern: UInt64(bitPattern: integer(bytes)))
      // SQLite stores no NaN, and returns NULL for one that something else stored.
      return number.isNaN ? .null : .real(number)
    case 8, 9: return .integer(Int64(type - 8))
    case 10, 11: throw .damaged
    default: return type & 1 == 0 ? .blob([UInt8](bytes)) : .text([UInt8](bytes))
    }
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var value: Int64 = (bytes.first ?? 0) & 128 == 0 ? 0 : -1
    for byte in bytes { value = value << 8 | Int64(byte) }
    return value
  }
}
