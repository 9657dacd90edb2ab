// One value of a row.

/// A value as a record stores it.
///
/// Two values are equal if SQLite would store them with the same bytes: `0.0` and `-0.0` differ.
public enum RecordValue: Sendable {
  /// NULL. Records also store it for an INTEGER PRIMARY KEY, whose value is the rowid.
  case null
  /// An integer. A column of real numbers also stores whole numbers this way.
  case integer(Int64)
  /// A real number.
  case real(Double)
  /// A text: bytes in the file's encoding, valid or not.
  case text([UInt8])
  /// A blob.
  case blob([UInt8])
}

extension RecordValue: Hashable {
  /// Whether both have the same storage class and the same bytes.
  public static func == (left: RecordValue, right: RecordValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left == right
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Hashes the storage class and the bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .real(let value):
      hasher.combine(2)
      hasher.combine(value.bitPattern)
    case .text(let bytes):
      hasher.combine(3)
      hasher.combine(bytes)
    case .blob(let bytes):
      hasher.combine(4)
      hasher.combine(bytes)
    }
  }
}
