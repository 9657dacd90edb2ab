// What can be read from a row.

/// A Swift value made from one or more neighbouring columns of a row.
public protocol QueryDecodable {
  /// Reads the value from the next columns. Throws `QueryDecodingError`, or what the decoder throws.
  init(decoder: inout some QueryDecoder) throws

  /// Reads the value, or `nil` when each of its columns is NULL (the empty half of a left join).
  static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> Self?

  /// How many columns the value is made from.
  static var queryColumnCount: Int { get }
}

extension QueryDecodable {
  @inlinable
  public static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> Self? {
    if decoder.skipNulls(queryColumnCount) { return nil }
    return try Self(decoder: &decoder)
  }
}

extension Optional: QueryDecodable where Wrapped: QueryDecodable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws { self = try Wrapped.decodeOptional(&decoder) }

  @inlinable
  public static var queryColumnCount: Int { Wrapped.queryColumnCount }
}

/// The value of a statement that gives no rows.
extension Never: QueryDecodable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws { throw QueryDecodingError.unexpectedRow }

  @inlinable
  public static var queryColumnCount: Int { 0 }
}
