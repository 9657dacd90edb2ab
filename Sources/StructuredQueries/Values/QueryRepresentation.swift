// Values that a column holds in a form of its own.

/// A way to hold a Swift value in a column: `@Column(as: Date.UnixTimeRepresentation.self) var written: Date`.
///
/// The property has the Swift value. The column is one of the representation: conditions and assignments take the Swift
/// value as well, and `select` gives the representation, whose `represented` is the value.
public protocol QueryRepresentation<Represented>: QueryBindable {
  /// The Swift type of the value.
  associatedtype Represented

  /// The representation of a value.
  init(representing value: Represented)

  /// The value.
  var represented: Represented { get }
}

extension Optional: QueryRepresentation where Wrapped: QueryRepresentation {
  /// The representation of a value, or NULL.
  public init(representing value: Wrapped.Represented?) {
    self = value.map { Wrapped(representing: $0) }
  }

  /// The value; `nil` for NULL.
  public var represented: Wrapped.Represented? { map(\.represented) }
}
