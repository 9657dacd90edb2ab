// What a list reads of a record. Another program may have put a value of any kind anywhere: it is shown as it is, in its
// own cell, and keeps no other row away.
public import Databases
import StructuredQueries

/// A value of a record as a list reads it: of a long text or a blob, only the beginning.
public enum Excerpt: Hashable, Sendable {
  /// NULL.
  case null
  /// An integer of 64 bits.
  case integer(Int)
  /// A real number.
  case real(Double)
  /// What is not UTF-8 is replaced by U+FFFD.
  case text(String)
  /// The first bytes, and how many there are.
  case blob([UInt8], count: Int)

  /// A list reads so many bytes of a text: more than any screen is wide.
  public static let textLength = 4000
  /// How many bytes of a blob of no known kind are shown.
  private static let shortBlobLength = 16
  /// It reads so many bytes of a blob.
  static let blobLength = 100

  /// The value as a person reads it, what it is where it is no text.
  public var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob(let start, let count): Self.shown(ValueKind(start, count: count), start, count: count)
    }
  }

  /// The value as a person reads it in a column with a meaning.
  package func shown(as meaning: ValueMeaning) -> String {
    guard case .blob(let start, let count) = self else { return shown }
    return Self.shown(ValueKind(start, count: count, meaning: meaning), start, count: count)
  }

  /// The value of a column of the row that `statement` stands on. It is cut here: an expression that cut it would also be
  /// computed for each row that a search passes over, and SQLite reads a value whole in any case.
  init(_ statement: PreparedStatement, _ index: Int) {
    switch statement.storageClass(index) {
    case .null: self = .null
    case .integer: self = .integer(statement.integer(index))
    case .real: self = .real(statement.real(index))
    case .text:
      self = .text(statement.withBytes(index) { String(decoding: $0.prefix(Self.textLength), as: UTF8.self) })
    case .blob:
      self = statement.withBytes(index) { .blob(Array($0.prefix(Self.blobLength)), count: $0.count) }
    }
  }

  /// A value that was read, or its beginning: `byteCount` tells then how long it is.
  public init(_ value: ExactValue, byteCount: Int? = nil) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let bytes): self = .text(String(decoding: bytes.prefix(Self.textLength), as: UTF8.self))
    case .utf16:
      self = .text(String(decoding: (value.repairedString ?? "").utf8.prefix(Self.textLength), as: UTF8.self))
    case .blob(let bytes): self = .blob(Array(bytes.prefix(Self.blobLength)), count: byteCount ?? bytes.count)
    }
  }

  /// What a blob is, and how large; a few bytes that are nothing known stand there themselves.
  private static func shown(_ kind: ValueKind, _ start: [UInt8], count: Int) -> String {
    if kind == .empty { return kind.name }
    // In a list a guess is no better than the bytes.
    if kind == .unknown || kind.isGuess {
      return count <= shortBlobLength
        ? ExactValue.hexadecimal(start, limit: shortBlobLength) : "\(ValueKind.unknown.name), \(ValueKind.size(count))"
    }
    return "\(kind.title), \(ValueKind.size(count))"
  }
}

/// A record as a list reads it.
public struct ListedRow: Identifiable, Hashable, Sendable {
  public var id: RecordID
  /// A value for each column of the table, in their order.
  public var cells: [Excerpt]

  /// Makes a row of a record's cells, in the order of the list's columns.
  public init(id: RecordID, cells: [Excerpt]) {
    self.id = id
    self.cells = cells
  }

  /// The row that `statement` stands on, from the first columns, which are those of `table.listedColumns`.
  init(_ statement: PreparedStatement, of table: ListedTable) {
    id = table.identity(statement)
    cells = table.cellFields.map { Excerpt(statement, $0) }
    for place in table.computedReals {
      // While it sorts, SQLite keeps a whole number as an integer, and forgets that such a column makes it real again.
      if case .integer(let number) = cells[place] { cells[place] = .real(Double(number)) }
    }
  }
}

extension ListedTable {
  /// A record that was read by itself, as a list would read it; of the `stored` values the row has only the beginning.
  public func listedRow(_ id: RecordID, _ row: ExactRow, stored: [String: LongValue] = [:]) -> ListedRow {
    ListedRow(
      id: id, cells: columns.map { Excerpt(row[$0] ?? .null, byteCount: stored[$0]?.byteCount) })
  }
}
