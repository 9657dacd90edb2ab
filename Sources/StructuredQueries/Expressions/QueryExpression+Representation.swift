// Compares columns that hold a representation with Swift values. Overloads for the representation itself are preferred,
// so that `nil` has one meaning.

extension QueryExpression where QueryValue: QueryRepresentation {
  /// Whether the column has this value, compared in its representation. `nil` equals NULL, as in Swift.
  @_disfavoredOverload
  public func eq(_ value: QueryValue.Represented) -> SQLExpression<Bool> { eq(QueryValue(representing: value)) }

  /// Whether the column has a different value. As in Swift, NULL differs from every value but `nil`.
  @_disfavoredOverload
  public func neq(_ value: QueryValue.Represented) -> SQLExpression<Bool> { neq(QueryValue(representing: value)) }

  /// Whether the column has a lower value, in the order of the representation.
  @_disfavoredOverload
  public func lt(_ value: QueryValue.Represented) -> SQLExpression<Bool> { lt(QueryValue(representing: value)) }

  /// Whether the column has a lower value or this one.
  @_disfavoredOverload
  public func lte(_ value: QueryValue.Represented) -> SQLExpression<Bool> { lte(QueryValue(representing: value)) }

  /// Whether the column has a higher value, in the order of the representation.
  @_disfavoredOverload
  public func gt(_ value: QueryValue.Represented) -> SQLExpression<Bool> { gt(QueryValue(representing: value)) }

  /// Whether the column has a higher value or this one.
  @_disfavoredOverload
  public func gte(_ value: QueryValue.Represented) -> SQLExpression<Bool> { gte(QueryValue(representing: value)) }

  /// Whether the value is between two others, inclusive.
  @_disfavoredOverload
  public func between(_ lower: QueryValue.Represented, and upper: QueryValue.Represented) -> SQLExpression<Bool> {
    between(QueryValue(representing: lower), and: QueryValue(representing: upper))
  }

  /// Whether the value is one of these; false if there are none.
  @_disfavoredOverload
  public func `in`(_ values: some Sequence<QueryValue.Represented>) -> SQLExpression<Bool> {
    self.in(values.map { QueryValue(representing: $0) })
  }

  /// The same as `eq`, with the value's representation.
  @_disfavoredOverload
  public static func == (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.eq(right) }

  /// The same as `neq`, with the value's representation.
  @_disfavoredOverload
  public static func != (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.neq(right) }

  /// The same as `lt`, with the value's representation.
  @_disfavoredOverload
  public static func < (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.lt(right) }

  /// The same as `lte`, with the value's representation.
  @_disfavoredOverload
  public static func <= (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.lte(right) }

  /// The same as `gt`, with the value's representation.
  @_disfavoredOverload
  public static func > (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.gt(right) }

  /// The same as `gte`, with the value's representation.
  @_disfavoredOverload
  public static func >= (left: Self, right: QueryValue.Represented) -> SQLExpression<Bool> { left.gte(right) }
}

extension SQLExpression where QueryValue: QueryRepresentation {
  /// Makes a `?` for a Swift value, in its representation.
  public init(representing value: QueryValue.Represented) { self.init(value: QueryValue(representing: value)) }
}
