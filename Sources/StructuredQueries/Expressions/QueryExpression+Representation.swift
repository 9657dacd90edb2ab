// Comparing columns that hold a representation with Swift values. What takes the representation itself is preferred, so
// that `nil` has one meaning.

extension QueryExpression where QueryValue: QueryRepresentation {
  /// Whether the column has this value, compared in its representation. `nil` equals NULL, as in Swift.
  @_disfavoredOverload
  public func eq(_ value: QueryValue.Represented) -> SQLExpression<Bool> { eq(QueryValue(representing: value)) }

  /// Whether the column has another value. NULL is another value than any but `nil`, as in Swift.
  @_disfavoredOverload
  public func neq(_ value: QueryValue.Represented) -> SQLExpression<Bool> { neq(QueryValue(representing: value)) }

  /// Whether the column has a lower value, as the representation is ordered.
  @_disfavoredOverload
  public func lt(_ value: QueryValue.Represented) -> SQLExpression<Bool> { lt(QueryValue(representing: value)) }

  /// Whether the column has a lower value or this one.
  @_disfavoredOverload
  public func lte(_ value: QueryValue.Represented) -> SQLExpression<Bool> { lte(QueryValue(representing: value)) }

  /// Whether the column has a higher value, as the representation is ordered.
  @_disfavoredOverload
  public func gt(_ value: QueryValue.Represented) -> SQLExpression<Bool> { gt(QueryValue(representing: value)) }

  /// Whether the column has a higher value or this one.
  @_disfavoredOverload
  public func gte(_ value: QueryValue.Represented) -> SQLExpression<Bool> { gte(QueryValue(representing: value)) }

  /// Whether the value lies between two others, both included.
  @_disfavoredOverload
  public func between(_ lower: QueryValue.Represented, and upper: QueryValue.Represented) -> SQLExpression<Bool> {
    between(QueryValue(representing: lower), and: QueryValue(representing: upper))
  }

  /// Whether the value is one of these; of none, never.
  @_disfavoredOverload
  public func `in`(_ values: some Sequence<QueryValue.Represented>) -> SQLExpression<Bool> {
    self.in(values.map { QueryValue(representing: $0) })
  }

  /// As `eq` with the representation of the value.
  @_disfavoredOverload
  public static func == (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.eq(right) }

  /// As `neq` with the representation of the value.
  @_disfavoredOverload
  public static func != (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.neq(right) }

  /// As `lt` with the representation of the value.
  @_disfavoredOverload
  public static func < (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.lt(right) }

  /// As `lte` with the representation of the value.
  @_disfavoredOverload
  public static func <= (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.lte(right) }

  /// As `gt` with the representation of the value.
  @_disfavoredOverload
  public static func > (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.gt(right) }

  /// As `gte` with the representation of the value.
  @_disfavoredOverload
  public static func >= (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.gte(right) }
}

extension SQLExpression where QueryValue: QueryRepresentation {
  /// A Swift value as a `?`, in its representation.
  public init(representing value: QueryValue.Represented) { self.init(value: QueryValue(representing: value)) }
}
