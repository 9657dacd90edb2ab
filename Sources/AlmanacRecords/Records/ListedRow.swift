// The values of a record in a list. Another program may have stored any kind of value anywhere: it is shown unchanged
// in its own cell, and does not hide other rows.
public import Databases
import StructuredQueries

/// A value of a record in a list; of a long text or a blob, only the beginning.
public enum Excerpt: Hashable, Sendable {
  /// NULL.
  case null
  /// An integer of 64 bits.
  case integer(Int)
  /// A real number.
  case real(Double)
  /// A text; bytes that are not UTF-8 are replaced by U+FFFD.
  case text(String)
  /// The first bytes of a blob, and its size.
  case blob([UInt8], count: Int)

  /// The most bytes of a text in a list: more than the width of any screen.
  public static let textLength = 4000
  /// The most bytes of a blob of unknown kind that are shown.
  private static let shortBlobLength = 16
  /// The most bytes of a blob in a list.
  static let blobLength = 100

  /// The value as readable text; for a blob its kind and size.
  public var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob(let start, let count): Self.shown(ValueKind(start, count: count), start, count: count)
    }
  }

  /// The value as readable text in a column with a meaning.
  package func shown(as meaning: ValueMeaning) -> String {
    guard case .blob(let start, let count) = self else { return shown }
    return Self.shown(ValueKind(start, count: count, meaning: meaning), start, count: count)
  }

  /// Reads a column of the row at `statement`. It is cut here: an expression in the query would also be computed for
  /// each row that a search skips, and SQLite reads a value whole in any case.
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

  /// Makes an excerpt of a value, or of its beginning: then `byteCount` is its full length.
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

  /// The kind and the size of a blob; a few bytes of unknown kind are shown themselves.
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

/// A record as a list shows it.
public struct ListedRow: Identifiable, Hashable, Sendable {
  public var id: RecordID
  /// A value for each column of the table, in their order.
  public var cells: [Excerpt]

  /// Makes a row from cells in the order of the table's columns.
  public init(id: RecordID, cells: [Excerpt]) {
    self.id = id
    self.cells = cells
  }

  /// Reads the row at `statement`, whose first columns are `table.listedColumns`.
  init(_ statement: PreparedStatement, of table: ListedTable) {
    id = table.identity(statement)
    cells = table.cellFields.map { Excerpt(statement, $0) }
    for place in table.computedReals {
      // While it sorts, SQLite keeps a whole number as an integer, and does not convert such a column back to real.
      if case .integer(let number) = cells[place] { cells[place] = .real(Double(number)) }
    }
  }
}

extension ListedTable {
  /// A separately read record as a list row; of the `stored` values the row has only the beginning.
  public func listedRow(_ id: RecordID, _ row: ExactRow, stored: [String: LongValue] = [:]) -> ListedRow {
    ListedRow(
      id: id, cells: columns.map { Excerpt(row[$0] ?? .null, byteCount: stored[$0]?.byteCount) })
  }
}
