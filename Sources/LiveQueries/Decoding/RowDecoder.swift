// A row of a prepared statement, read column after column.

public import Databases
public import StructuredQueries

/// Decodes the row on which a statement stands, from its first column on.
///
/// Everything is inlinable: the decoding of a table comes down to calls of the C library.
public struct RowDecoder: QueryDecoder {
  @usableFromInline let statement: PreparedStatement
  @usableFromInline let columnCount: Int
  /// The column that is read next, counted from 0.
  @usableFromInline var next = 0

  /// Makes the decoder of the present row; `columnCount` is that of the statement.
  @inlinable
  public init(_ statement: PreparedStatement, columnCount: Int) {
    self.statement = statement
    self.columnCount = columnCount
  }

  @inlinable public var remainingColumnCount: Int { columnCount - next }

  // A NULL reads as zero or as empty: only then is it asked which of the two it is.

  @inlinable
  public mutating func decode(_ type: Int.Type) throws -> Int? {
    let index = try takeColumn()
    let value = statement.integer(index)
    return value == 0 && statement.isNull(index) ? nil : value
  }

  @inlinable
  public mutating func decode(_ type: Double.Type) throws -> Double? {
    let index = try takeColumn()
    let value = statement.real(index)
    return value == 0 && statement.isNull(index) ? nil : value
  }

  @inlinable
  public mutating func decode(_ type: String.Type) throws -> String? {
    let index = try takeColumn()
    let value = statement.text(index)
    return value.isEmpty && statement.isNull(index) ? nil : value
  }

  @inlinable
  public mutating func decode(_ type: [UInt8].Type) throws -> [UInt8]? {
    let index = try takeColumn()
    let value = statement.blob(index)
    return value.isEmpty && statement.isNull(index) ? nil : value
  }

  @inlinable
  public mutating func decode(_ type: QueryBinding.Type) throws -> QueryBinding {
    switch statement.value(try takeColumn()) {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .blob(let value): .blob(value)
    }
  }

  @inlinable
  public mutating func skipNulls(_ count: Int) -> Bool {
    guard count <= remainingColumnCount else { return false }
    for index in next..<(next + count) where !statement.isNull(index) { return false }
    next += count
    return true
  }

  @inlinable
  mutating func takeColumn() throws -> Int {
    guard next < columnCount else { throw missingColumn() }
    defer { next += 1 }
    return next
  }

  @usableFromInline
  func missingColumn() -> RowDecodingError {
    RowDecodingError(
      column: next, name: nil, sql: statement.sql,
      reason: "The row has only \(columnCount) columns: select as many as the type decodes.")
  }

  /// An error of decoding, with the column at which it happened.
  @usableFromInline
  func located(_ error: any Error) -> any Error {
    guard let error = error as? QueryDecodingError else { return error }
    let column = max(0, next - 1)
    return RowDecodingError(
      column: column, name: column < columnCount ? statement.columnName(column) : nil, sql: statement.sql,
      reason: error.description)
  }
}
