// Aggregate functions. `filter` selects the rows that count.

extension QueryExpression where QueryValue: QueryBindable {
  /// The number of rows with a value that is not NULL, or of different values.
  public func count(distinct: Bool = false, filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<Int> {
    aggregate("count", distinct: distinct, filter: filter)
  }

  /// The smallest value; NULL if there are no rows.
  public func min(filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<QueryValue?> {
    aggregate("min", filter: filter)
  }

  /// The smallest value; NULL if there are no rows.
  public func min<Wrapped>(filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<Wrapped?>
  where QueryValue == Wrapped? {
    aggregate("min", filter: filter)
  }

  /// The greatest value; NULL if there are no rows.
  public func max(filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<QueryValue?> {
    aggregate("max", filter: filter)
  }

  /// The greatest value; NULL if there are no rows.
  public func max<Wrapped>(filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<Wrapped?>
  where QueryValue == Wrapped? {
    aggregate("max", filter: filter)
  }

  func aggregate<Result>(
    _ function: String, distinct: Bool = false, separator: QueryFragment? = nil, filter: (any QueryExpression<Bool>)?
  ) -> SQLExpression<Result> {
    var result: QueryFragment = "\(raw: function)(\(raw: distinct ? "DISTINCT " : "")\(fragment)"
    if let separator { result.append(", \(separator)" as QueryFragment) }
    result.append(")")
    if let filter { result.append(" FILTER (WHERE \(filter.fragment))" as QueryFragment) }
    return SQLExpression(result)
  }
}

extension QueryExpression where QueryValue: NumericQueryValue {
  /// The mean; NULL if there are no rows.
  public func average(distinct: Bool = false, filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<Double?> {
    aggregate("avg", distinct: distinct, filter: filter)
  }

  /// The sum; NULL if there are no rows.
  public func sum(distinct: Bool = false, filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<QueryValue?> {
    aggregate("sum", distinct: distinct, filter: filter)
  }

  /// The sum as a real number; 0 if there are no rows.
  public func total(distinct: Bool = false, filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<Double> {
    aggregate("total", distinct: distinct, filter: filter)
  }

  /// The sum; NULL if there are no rows.
  public func sum<Wrapped>(distinct: Bool = false, filter: (any QueryExpression<Bool>)? = nil)
    -> SQLExpression<Wrapped?> where QueryValue == Wrapped?
  {
    aggregate("sum", distinct: distinct, filter: filter)
  }
}

extension QueryExpression where QueryValue: TextQueryValue {
  /// The texts joined with the separator; NULL if there are no rows.
  public func concatenated(separator: String = ",", filter: (any QueryExpression<Bool>)? = nil)
    -> SQLExpression<String?>
  {
    aggregate("group_concat", separator: "\(bind: separator)", filter: filter)
  }
}

extension TableDefinition {
  /// The number of rows.
  public func count(filter: (any QueryExpression<Bool>)? = nil) -> SQLExpression<Int> {
    guard let filter else { return SQLExpression("count(*)") }
    return SQLExpression("count(*) FILTER (WHERE \(filter.fragment))")
  }
}
