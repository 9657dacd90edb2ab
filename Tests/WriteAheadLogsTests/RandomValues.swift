// Random choices that can be repeated.

import Foundation
import TestSupport

@testable import WriteAheadLogs

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &self) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// A value of any storage class, sometimes with an overflow chain.
  mutating func value(upTo most: Int) -> RecordValue {
    let kind = below(100)
    if kind < 15 { return .null }
    if kind < 30 {
      return .integer(
        pick([0, 1, -1, 127, 128, 32767, 1 << 31, 1 << 47, .min, .max, Int64(below(2_000_000)) - 1_000_000]))
    }
    if kind < 40 { return .real(pick([0.5, -1.25, 3.0, 1e300, -0.0, Double(below(1000)) / 7])) }
    let small = pick([0, 1, 5, 20, 60, 200, below(most)])
    let count = chance(90) ? small : below(most * 6)
    guard kind < 70 else { return .blob(bytes(count)) }
    var text = ""
    for _ in 0..<min(count, 1500) { text.append(pick(["a", "b", "c", "é", "€", "𝄞", " ", "x"])) }
    return .text(text)
  }
}

/// The seeds of random cases: `count` seeds from 1 on. `CHANGES_LOOKS` sets the total number of looks, and
/// `CHANGES_SEED` a single seed, to repeat a failure. The seeds in `known`, which found mistakes, come last.
func seeds(usually count: Int, looksOfEach looks: Int, known: [UInt64] = []) -> [UInt64] {
  let environment = ProcessInfo.processInfo.environment
  if let seed = environment["CHANGES_SEED"].flatMap(UInt64.init) { return [seed] }
  let wanted = environment["CHANGES_LOOKS"].flatMap(Int.init).map { ($0 + looks - 1) / looks } ?? count
  return (1...max(wanted, 1)).map { UInt64($0) } + known.filter { $0 > wanted }
}
