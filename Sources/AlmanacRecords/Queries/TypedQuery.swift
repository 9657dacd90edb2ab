// A query of the query builder: it is read once, or followed as a `QueryResult`.
public import Databases
public import LiveResults
import LiveQueries
public import StructuredQueries

/// A statement of the query builder as text, and the type of its rows.
public struct TypedQuery<Value: QueryDecodable>: Hashable, Sendable {
  /// The text, with a `?` for each value.
  public let sql: String
  /// The values, by their numbers.
  public let parameters: QueryParameters

  /// Makes the query of a statement.
  public init(_ statement: some Statement<Value>) {
    let query = statement.query
    sql = query.sql
    parameters = Dictionary(
      uniqueKeysWithValues: query.bindings.enumerated().map { ("\($0 + 1)", ExactValue($1)) })
  }

  /// The typed values of rows that the query has returned. Throws `QueryDecodingError`.
  public func values(of rows: [[ExactValue]]) throws -> [Value] {
    try rows.map { row in
      var decoder = ExactRowDecoder(row: row)
      return try Value(decoder: &decoder)
    }
  }

  /// Runs the query. Call inside a read. Throws `DatabaseError` and `QueryDecodingError`.
  public func fetch(_ db: Database) throws -> [Value] {
    try db.withStatement(sql) { statement in
      for (number, value) in parameters { try statement.bind(exactly: value, at: Int(number) ?? 0) }
      var rows: [[ExactValue]] = []
      while try statement.step() { rows.append((0..<statement.columnCount).map(statement.exactValue)) }
      return try values(of: rows)
    }
  }
}

extension ExactValue {
  /// The value of a placeholder. Traps if SQLite can't store it: a statement of the program has no such value.
  fileprivate init(_ binding: QueryBinding) {
    switch binding {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(Array(text.utf8))
    case .blob(let bytes): self = .blob(bytes)
    case .encodedText(let bytes, .utf8): self = .text(bytes)
    case .encodedText(let bytes, .utf16(let isBigEndian)): self = .utf16(bytes, isBigEndian: isBigEndian)
    case .invalid(let reason): fatalError("A statement can't run: \(reason)")
    }
  }
}

/// Decodes a row of values.
private struct ExactRowDecoder: QueryDecoder {
  let row: [ExactValue]
  private var next = 0

  init(row: [ExactValue]) { self.row = row }

  var remainingColumnCount: Int { row.count - next }

  private mutating func take<Decoded>(
    _ expected: String, _ decoded: (ExactValue) throws -> Decoded?
  ) throws -> Decoded? {
    defer { next += 1 }
    let value = next < row.count ? row[next] : .null
    if value == .null { return nil }
    if let decoded = try decoded(value) { return decoded }
    throw QueryDecodingError.wrongStorageClass(found: value.className, expected: expected)
  }

  mutating func decode(_ type: Int.Type) throws -> Int? {
    try take("an integer") { if case .integer(let number) = $0 { number } else { nil } }
  }

  mutating func decode(_ type: Double.Type) throws -> Double? {
    try take("a number") { value in
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      case .null, .text, .utf16, .blob: nil
      }
    }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool? {
    try take("a yes or no (integer)") { if case .integer(let number) = $0 { number != 0 } else { nil } }
  }

  mutating func decode(_ type: String.Type) throws -> String? {
    // One damaged text must not hide the other rows.
    try take("a text", \.repairedString)
  }

  mutating func decode(_ type: [UInt8].Type) throws -> [UInt8]? {
    try take("a blob") { if case .blob(let bytes) = $0 { bytes } else { nil } }
  }

  mutating func decode(_ type: QueryBinding.Type) throws -> QueryBinding {
    defer { next += 1 }
    return switch next < row.count ? row[next] : .null {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let bytes): .encodedText(bytes, .utf8)
    case .utf16(let bytes, let isBigEndian): .encodedText(bytes, .utf16(isBigEndian: isBigEndian))
    case .blob(let bytes): .blob(bytes)
    }
  }

  mutating func skipNulls(_ count: Int) -> Bool {
    guard row[next...].prefix(count).allSatisfy({ $0 == .null }) else { return false }
    next += count
    return true
  }
}

extension ExactValue {
  /// The storage class in words.
  fileprivate var className: String {
    switch self {
    case .null: "NULL"
    case .integer: "an integer"
    case .real: "a real number"
    case .text, .utf16: "a text"
    case .blob: "a blob"
    }
  }
}

/// Any stored value is an excerpt.
extension Excerpt: QueryDecodable {
  /// Reads the next column, whatever it holds.
  public init(decoder: inout some QueryDecoder) throws {
    self =
      switch try decoder.decode(QueryBinding.self) {
      case .null, .invalid: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): Excerpt(.text(Array(text.utf8)))
      case .blob(let bytes): Excerpt(.blob(bytes))
      case .encodedText(let bytes, .utf8): Excerpt(.text(bytes))
      case .encodedText(let bytes, .utf16(let isBigEndian)): Excerpt(.utf16(bytes, isBigEndian: isBigEndian))
      }
  }

  public static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> Excerpt? {
    let value = try Excerpt(decoder: &decoder)
    return value == .null ? nil : value
  }

  public static var queryColumnCount: Int { 1 }
}
