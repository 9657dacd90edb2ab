// UNION, EXCEPT, INTERSECT.

/// Several queries with rows of one type, as one.
public struct Compound<QueryValue: QueryDecodable>: Statement {
  public let query: QueryFragment
}

extension Statement {
  /// The rows of both, each once; with `all`, as often as they come. An empty statement vanishes.
  public func union(all: Bool = false, _ other: some Statement<QueryValue>) -> Compound<QueryValue> {
    let query = query
    let second = other.query
    if query.isEmpty { return Compound(query: second) }
    if second.isEmpty { return Compound(query: query) }
    return Compound(query: "\(query) UNION \(raw: all ? "ALL " : "")\(second)")
  }

  /// The rows that the other statement does not give.
  public func except(_ other: some Statement<QueryValue>) -> Compound<QueryValue> {
    let query = query
    let second = other.query
    if query.isEmpty || second.isEmpty { return Compound(query: query) }
    return Compound(query: "\(query) EXCEPT \(second)")
  }

  /// The rows that both give.
  public func intersect(_ other: some Statement<QueryValue>) -> Compound<QueryValue> {
    let query = query
    let second = other.query
    if query.isEmpty || second.isEmpty { return Compound(query: "") }
    return Compound(query: "\(query) INTERSECT \(second)")
  }
}
