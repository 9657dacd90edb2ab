// Compares values of unknown types.

import Glibc

/// Whether both values are Equatable and equal, or otherwise equal bit by bit. False if that can't be known.
package func areEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  func open<Comparable: Equatable>(_ first: Comparable) -> Bool { first == second as? Comparable }
  if let first = first as? any Equatable { return open(first) }
  return haveSameBytes(first, second)
}

/// Whether two values, or the bytes `part` of both, are equal bit by bit, and so reference the same objects.
package func haveSameBytes<Value>(_ first: Value, _ second: Value, in part: Range<Int>? = nil) -> Bool {
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { second in
      let part = part ?? first.indices
      return part.isEmpty
        || memcmp(first.baseAddress! + part.lowerBound, second.baseAddress! + part.lowerBound, part.count) == 0
    }
  }
}
