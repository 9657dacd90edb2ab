// Values that fit into one column.

/// A Swift value that one column holds. Conform your own type to define its representation:
///
/// ```swift
/// struct Timestamp: QueryBindable {
///   var text: String
///   init(decoder: inout some QueryDecoder) throws { text = try String(decoder: &decoder) }
///   var queryBinding: QueryBinding { .text(text) }
/// }
/// ```
///
/// An `enum` whose raw values have such a type only needs to declare the conformance.
public protocol QueryBindable: QueryDecodable {
  /// The value as SQLite stores it.
  var queryBinding: QueryBinding { get }

  /// Whether the type can represent NULL, so that comparisons with a value use `IS`.
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
