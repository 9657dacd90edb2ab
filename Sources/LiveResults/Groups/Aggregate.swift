// One aggregate of a query, and what must be kept of a group to know its value.

import Databases

/// An aggregate that follows each row by arithmetic.
struct Aggregate {
  enum Kind {
    case count, sum, average, total, least, greatest, countOfDistinct
  }

  let kind: Kind
  /// The call as SQL.
  let call: String
  /// The argument as SQL; rows that FILTER leaves out have NULL.
  let argument: String
  /// The argument without FILTER, for its collation.
  let bareArgument: String
  /// How the argument's values are compared.
  var collation = Collation.binary

  var isExtreme: Bool { kind == .least || kind == .greatest }
  /// Whether it converts its values to numbers.
  var isSum: Bool { [.sum, .average, .total].contains(kind) }

  /// Throws `NotKept` if the aggregate needs all rows of its group.
  init(_ call: AggregateCall, sql: String) throws {
    switch (call.name, call.isDistinct) {
    case ("count", false): kind = .count
    case ("count", true): kind = .countOfDistinct
    case ("sum", false): kind = .sum
    case ("avg", false): kind = .average
    case ("total", false): kind = .total
    case ("min", _): kind = .least
    case ("max", _): kind = .greatest
    default: throw NotKept("the aggregate \(call.name)")
    }
    if call.arguments.hasSubquery || call.filter?.hasSubquery == true { throw NotKept("a subquery in an aggregate") }
    // The value of such a call is compared by that collation, and a column of the table of groups is not.
    if call.arguments.contains(where: { $0.upper == "COLLATE" }) { throw NotKept("COLLATE in an aggregate") }
    self.call = sql
    bareArgument = call.arguments.isEmpty || call.arguments.upper(0) == "*" ? "1" : call.arguments.sql
    argument =
      call.filter.map { "CASE WHEN \($0.sql) THEN \(call.arguments.upper(0) == "*" ? "1" : call.arguments.sql) END" }
      ?? bareArgument
  }
}

/// What is kept of a group for one aggregate.
enum AggregateState {
  case count(Int)
  case sum(Sum)
  /// The least or greatest value; NULL if there is none.
  case extreme(ExactValue)
  /// How often each value occurs.
  case distinct([ExactValue: Int])

  struct Sum {
    var count = 0
    var integers: Int128 = 0
    var reals = ExactSum()
    /// The number of values that are not integers.
    var realCount = 0
  }

  init(_ aggregate: Aggregate) {
    switch aggregate.kind {
    case .count: self = .count(0)
    case .sum, .average, .total: self = .sum(Sum())
    case .least, .greatest: self = .extreme(.null)
    case .countOfDistinct: self = .distinct([:])
    }
  }

  /// Adds a value `weight` times, or takes it away. Counts the bytes of kept values. Returns false if the group must be
  /// asked for its least or greatest value.
  mutating func add(
    _ value: ExactValue, _ weight: Int, _ aggregate: Aggregate, _ byteCount: inout Int
  ) throws -> Bool {
    if value == .null { return true }
    switch self {
    case .count(let count): self = .count(count + weight)
    case .sum(var sum):
      // The copy in the case must not be shared, or each digit is copied.
      self = .count(0)
      try sum.add(value, weight)
      self = .sum(sum)
    case .extreme(let extreme):
      let order = extreme == .null ? nil : value.compare(extreme, aggregate.collation)
      if weight < 0 { return order != 0 }
      guard let order else {
        self = .extreme(value)
        return true
      }
      if aggregate.kind == .least ? order < 0 : order > 0 { self = .extreme(value) }
    case .distinct(var counts):
      self = .count(0)
      let key = aggregate.collation.canonical(value)
      let before = counts[key] ?? 0
      let count = before + weight
      if count < 0 { throw ResultMismatch() }
      counts[key] = count == 0 ? nil : count
      byteCount += ((count == 0 ? 0 : 1) - (before == 0 ? 0 : 1)) * (32 + key.approximateSize)
      self = .distinct(counts)
    }
    return true
  }

  /// The value of the aggregate. Throws `NotKept` if only SQLite knows it.
  func value(_ aggregate: Aggregate) throws -> ExactValue {
    switch self {
    case .count(let count): .integer(count)
    case .extreme(let value): value
    case .distinct(let counts): .integer(counts.count)
    case .sum(let sum): try sum.value(aggregate.kind)
    }
  }
}

extension AggregateState.Sum {
  fileprivate mutating func add(_ value: ExactValue, _ weight: Int) throws {
    count += weight
    switch AggregateNumber(value) {
    case .integer(let number): integers += Int128(number) * Int128(weight)
    case .real(let number):
      guard number.isFinite else { throw NotKept("an infinite number") }
      reals.add(number, weight)
      realCount += weight
    }
  }

  fileprivate func value(_ kind: Aggregate.Kind) throws -> ExactValue {
    if count == 0 { return kind == .total ? .real(0) : .null }
    if kind == .sum, realCount == 0 {
      guard let sum = Int(exactly: integers) else { throw NotKept("a sum of more than 64 bits") }
      return .integer(sum)
    }
    var exact = reals
    exact.add(integers)
    return .real(kind == .average ? exact.value / Double(count) : exact.value)
  }
}

extension ExactValue {
  /// Whether it is a blob, or a text that is not valid in UTF-16.
  var isOfBytes: Bool {
    switch self {
    case .blob, .utf16: true
    case .null, .integer, .real, .text: false
    }
  }
}
