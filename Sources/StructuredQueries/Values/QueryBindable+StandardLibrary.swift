// Column types of the standard library: Int, the other integers, Double, Float, Bool, String, bytes.

extension Int: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Int.self) else { throw QueryDecodingError.unexpectedNull(type: "Int") }
    self = value
  }

  @inlinable
  public static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> Int? {
    try decoder.decode(Int.self)
  }

  @inlinable
  public var queryBinding: QueryBinding { .integer(self) }
}

extension Double: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Double.self) else { throw QueryDecodingError.unexpectedNull(type: "Double") }
    self = value
  }

  @inlinable
  public static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> Double? {
    try decoder.decode(Double.self)
  }

  @inlinable
  public var queryBinding: QueryBinding { .real(self) }
}

extension String: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(String.self) else { throw QueryDecodingError.unexpectedNull(type: "String") }
    self = value
  }

  @inlinable
  public static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> String? {
    try decoder.decode(String.self)
  }

  @inlinable
  public var queryBinding: QueryBinding { .text(self) }
}

extension Array: QueryDecodable where Element == UInt8 {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode([UInt8].self) else {
      throw QueryDecodingError.unexpectedNull(type: "[UInt8]")
    }
    self = value
  }

  @inlinable
  public static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> [UInt8]? {
    try decoder.decode([UInt8].self)
  }
}

extension Array: QueryBindable where Element == UInt8 {
  @inlinable
  public var queryBinding: QueryBinding { .blob(self) }
}

/// True and false as 1 and 0; any other number is true, as in SQL.
extension Bool: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Bool.self) else { throw QueryDecodingError.unexpectedNull(type: "Bool") }
    self = value
  }

  @inlinable
  public static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> Bool? {
    try decoder.decode(Bool.self)
  }

  @inlinable
  public var queryBinding: QueryBinding { .integer(self ? 1 : 0) }
}

extension Float: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws { self.init(try Double(decoder: &decoder)) }

  @inlinable
  public var queryBinding: QueryBinding { .real(Double(self)) }
}

/// Integers of another width than the column's 64 bits: values that don't fit are errors in both directions.
extension QueryBindable where Self: FixedWidthInteger {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    let value = try Int(decoder: &decoder)
    guard let exact = Self(exactly: value) else {
      throw QueryDecodingError.unexpectedValue("\(value)", type: "\(Self.self)")
    }
    self = exact
  }

  @inlinable
  public var queryBinding: QueryBinding {
    guard let value = Int(exactly: self) else {
      return .invalid(reason: "The \(Self.self) \(self) does not fit into SQLite's 64-bit signed integers.")
    }
    return .integer(value)
  }
}

extension Int8: QueryBindable {}
extension Int16: QueryBindable {}
extension Int32: QueryBindable {}
extension Int64: QueryBindable {}
extension UInt8: QueryBindable {}
extension UInt16: QueryBindable {}
extension UInt32: QueryBindable {}
extension UInt64: QueryBindable {}
extension UInt: QueryBindable {}

/// A value in its own storage class: for columns whose type is known only at run time.
extension QueryBinding: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws { self = try decoder.decode(QueryBinding.self) }

  @inlinable
  public var queryBinding: QueryBinding { self }

  @inlinable
  public static var isNullable: Bool { true }
}
