// Runs a statement's text with its bindings on a connection.

public import Databases
public import StructuredQueries

extension QueryFragment {
  /// Runs the text and decodes every row.
  @inlinable
  func fetchAll<Value: QueryDecodable>(_ db: Database, as type: Value.Type) throws -> [Value] {
    guard !isEmpty else { return [] }
    return try db.withStatement(sql) { statement in
      try bind(to: statement)
      var values: [Value] = []
      guard try statement.step() else { return values }
      // After the first step: until then a schema change may still change the columns.
      let columnCount = statement.columnCount
      repeat {
        var decoder = RowDecoder(statement, columnCount: columnCount)
        do {
          values.append(try Value(decoder: &decoder))
        } catch {
          throw decoder.located(error, place: values.count + 1)
        }
      } while try statement.step()
      return values
    }
  }

  /// Runs the text up to its first row and decodes that; nil if there is none.
  @inlinable
  func fetchOne<Value: QueryDecodable>(_ db: Database, as type: Value.Type) throws -> Value? {
    guard !isEmpty else { return nil }
    return try db.withStatement(sql) { statement -> Value? in
      try bind(to: statement)
      guard try statement.step() else { return nil }
      var decoder = RowDecoder(statement, columnCount: statement.columnCount)
      do {
        return try Value(decoder: &decoder)
      } catch {
        throw decoder.located(error, place: 1)
      }
    }
  }

  /// Runs the text to its end and ignores its rows.
  func execute(_ db: Database) throws {
    guard !isEmpty else { return }
    try db.withStatement(sql) { statement in
      try bind(to: statement)
      while try statement.step() {}
    }
  }

  /// Binds the values; throws `QueryBindingError` if one of them can't be bound.
  @inlinable
  public func bind(to statement: PreparedStatement) throws {
    var position = 0
    for binding in bindings {
      position += 1
      switch binding {
      case .null: try statement.bind(.null, at: position)
      case .integer(let value): try statement.bind(value, at: position)
      case .real(let value): try statement.bind(value, at: position)
      case .text(let value): try statement.bind(value, at: position)
      case .blob(let value): try statement.bind(value, at: position)
      case .encodedText(let bytes, .utf8): try statement.bind(exactly: .text(bytes), at: position)
      case .encodedText(let bytes, .utf16(let isBigEndian)):
        try statement.bind(exactly: .utf16(bytes, isBigEndian: isBigEndian), at: position)
      case .invalid(let reason): throw QueryBindingError(reason: reason)
      }
    }
  }
}
