// Values that a column stores in another representation.

/// A way to store a Swift value in a column: `@Column(as: Date.UnixTimeRepresentation.self) var written: Date`.
///
/// The property has the Swift value; the column has the representation's type. Conditions and assignments also accept
/// the Swift value. `select` returns the representation, whose `represented` is the value.
public protocol QueryRepresentation<Represented>: QueryBindable {
  /// The Swift type of the value.
  associatedtype Represented

  /// Makes the representation of a value.
  init(representing value: Represented)

  /// The value.
  var represented: Represented { get }
}

extension Optional: QueryRepresentation where Wrapped: QueryRepresentation {
  /// Makes the representation of a value, or NULL.
  public init(representing value: Wrapped.Represented?) {
    self = value.map { Wrapped(representing: $0) }
  }

  /// The value; nil for NULL.
  public var represented: Wrapped.Represented? { map(\.represented) }
}
