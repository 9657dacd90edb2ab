// Decodes a row of a prepared statement column by column.

public import Databases
public import StructuredQueries

/// Decodes a statement's current row, from its first column on.
///
/// Everything is inlinable: the decoding of a table comes down to calls of the C library.
public struct RowDecoder: QueryDecoder {
  @usableFromInline let statement: PreparedStatement
  @usableFromInline let columnCount: Int
  /// The column that is read next, counted from 0.
  @usableFromInline var next = 0

  /// Makes a decoder of the current row; `columnCount` is that of the statement.
  @inlinable
  public init(_ statement: PreparedStatement, columnCount: Int) {
    self.statement = statement
    self.columnCount = columnCount
  }

  @inlinable public var remainingColumnCount: Int { columnCount - next }

  @inlinable
  public mutating func decode(_ type: Int.Type) throws -> Int? {
    let value = try takeValue()
    switch value.storageClass {
    case .integer: return value.integer
    case .null: return nil
    case let other: throw other.mismatch(with: "an integer")
    }
  }

  @inlinable
  public mutating func decode(_ type: Double.Type) throws -> Double? {
    let value = try takeValue()
    switch value.storageClass {
    case .real, .integer: return value.real
    case .null: return nil
    case let other: throw other.mismatch(with: "a number")
    }
  }

  @inlinable
  public mutating func decode(_ type: Bool.Type) throws -> Bool? {
    let value = try takeValue()
    switch value.storageClass {
    case .integer: return value.integer != 0
    case .null: return nil
    case let other: throw other.mismatch(with: "a yes or no (integer)")
    }
  }

  @inlinable
  public mutating func decode(_ type: String.Type) throws -> String? {
    let value = try takeValue()
    switch value.storageClass {
    case .text: return try text(value)
    case .null: return nil
    case let other: throw other.mismatch(with: "a text")
    }
  }

  @inlinable
  public mutating func decode(_ type: [UInt8].Type) throws -> [UInt8]? {
    let value = try takeValue()
    switch value.storageClass {
    case .blob: return value.blob
    case .null: return nil
    case let other: throw other.mismatch(with: "a blob")
    }
  }

  @inlinable
  public mutating func decode(_ type: QueryBinding.Type) throws -> QueryBinding {
    let value = try takeValue()
    switch value.storageClass {
    case .null: return .null
    case .integer: return .integer(value.integer)
    case .real: return .real(value.real)
    case .text: return .text(try text(value))
    case .blob: return .blob(value.blob)
    }
  }

  @inlinable
  func text(_ value: StoredValue) throws -> String {
    guard let text = try value.validText() else { throw QueryDecodingError.invalidText }
    return text
  }

  @inlinable
  public mutating func skipNulls(_ count: Int) -> Bool {
    guard count <= remainingColumnCount else { return false }
    for index in next..<(next + count) where !statement.isNull(index) { return false }
    next += count
    return true
  }

  @inlinable
  mutating func takeValue() throws -> StoredValue {
    guard next < columnCount else { throw missingColumn() }
    defer { next += 1 }
    return statement.storedValue(next)
  }

  @usableFromInline
  func missingColumn() -> RowDecodingError {
    RowDecodingError(
      column: next, name: nil, table: nil, row: nil, sql: statement.sql,
      reason: "The row has only \(columnCount) columns: select as many as the type decodes.")
  }

  /// Adds the location to a decoding error; `place` is the index of the row in the result, from 1.
  @usableFromInline
  func located(_ error: any Error, place: Int) -> any Error {
    guard let error = error as? QueryDecodingError else { return error }
    let column = max(0, next - 1)
    guard column < columnCount else {
      return RowDecodingError(
        column: column, name: nil, table: nil, row: .place(place), sql: statement.sql, reason: error.description)
    }
    let origin = statement.origin(column)
    return RowDecodingError(
      column: column, name: origin?.column ?? statement.columnName(column), table: origin?.table,
      row: statement.identity(ofRowOf: column).map(RowDecodingError.Row.identity) ?? .place(place),
      sql: statement.sql, reason: error.description)
  }
}

extension SQLiteStorageClass {
  /// The error for a value of this class if another one was expected.
  @usableFromInline
  func mismatch(with expected: String) -> QueryDecodingError {
    .wrongStorageClass(found: description, expected: expected)
  }
}
