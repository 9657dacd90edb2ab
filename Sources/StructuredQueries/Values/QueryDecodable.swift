// Values that can be decoded from a row.

/// A Swift value decoded from one or more neighbouring columns of a row.
public protocol QueryDecodable {
  /// Reads the value from the next columns. Throws `QueryDecodingError`, or what the decoder throws.
  init(decoder: inout some QueryDecoder) throws

  /// Decodes the value, or returns nil if all of its columns are NULL (the missing row of a left join).
  static func decodeOptional(_ decoder: inout some QueryDecoder) throws -> Self?

  /// The number of columns of the value.
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

/// The value type of a statement that returns no rows.
extension Never: QueryDecodable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws { throw QueryDecodingError.unexpectedRow }

  @inlinable
  public static var queryColumnCount: Int { 0 }
}
