// What fits into one column, both ways.

/// A Swift value that one column holds. Conform a type of your own to give it a representation:
///
/// ```swift
/// struct Timestamp: QueryBindable {
///   var text: String
///   init(decoder: inout some QueryDecoder) throws { text = try String(decoder: &decoder) }
///   var queryBinding: QueryBinding { .text(text) }
/// }
/// ```
///
/// An `enum` with raw values of such a type needs no more than the conformance's name.
public protocol QueryBindable: QueryDecodable {
  /// The value as SQLite holds it.
  var queryBinding: QueryBinding { get }

  /// Whether the type has a place for NULL, so that comparing with a value is done by `IS`.
  static var isNullable: Bool { get }
}

extension QueryBindable {
  @inlinable
  public static var queryColumnCount: Int { 1 }

  @inlinable
  public static var isNullable: Bool { false }
}

extension Optional: QueryBindable where Wrapped: QueryBindable {
  @inlinable
  public var queryBinding: QueryBinding {
    switch self {
    case .none: .null
    case .some(let value): value.queryBinding
    }
  }

  @inlinable
  public static var isNullable: Bool { true }
}

extension QueryBindable where Self: RawRepresentable, RawValue: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    let rawValue = try RawValue(decoder: &decoder)
    guard let value = Self(rawValue: rawValue) else {
      throw QueryDecodingError.unexpectedValue("\(rawValue)", type: "\(Self.self)")
    }
    self = value
  }

  @inlinable
  public var queryBinding: QueryBinding { rawValue.queryBinding }
}
