// Several selected values. A tuple can't conform to a protocol, so it is wrapped.

/// A row of several values: the result of `select { ($0.id, $0.name) }`. The tuple itself is `values`.
public struct RowTuple<each Value: QueryDecodable>: QueryDecodable {
  /// The values, in the order of the selection.
  public var values: (repeat each Value)

  /// Makes a row from values.
  @inlinable
  public init(_ values: repeat each Value) { self.values = (repeat each values) }

  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    values = (repeat try (each Value)(decoder: &decoder))
  }

  public static var queryColumnCount: Int {
    var count = 0
    for type in repeat (each Value).self { count += type.queryColumnCount }
    return count
  }
}

extension RowTuple: Sendable where repeat each Value: Sendable {}

extension RowTuple: Equatable where repeat each Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    for (one, other) in repeat (each left.values, each right.values) {
      if one != other { return false }
    }
    return true
  }
}

extension RowTuple: Hashable where repeat each Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    for value in repeat each values { hasher.combine(value) }
  }
}
