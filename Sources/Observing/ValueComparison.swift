// Whether two values of an unknown type are known to be the same.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether both values are comparable and equal, or the same bit by bit. Where that can't be known the answer is no.
package func areEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  func open<Comparable: Equatable>(_ first: Comparable) -> Bool { first == second as? Comparable }
  if let first = first as? any Equatable { return open(first) }
  return haveSameBytes(first, second)
}

/// Whether two values, or the bytes `part` of both, are the same bit by bit, and so refer to the same objects.
package func haveSameBytes<Value>(_ first: Value, _ second: Value, in part: Range<Int>? = nil) -> Bool {
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { second in
      let part = part ?? first.indices
      return part.isEmpty
        || memcmp(first.baseAddress! + part.lowerBound, second.baseAddress! + part.lowerBound, part.count) == 0
    }
  }
}
