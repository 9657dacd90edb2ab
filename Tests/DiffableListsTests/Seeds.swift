// Random cases that can be repeated: the seed is printed, and can be set.

import Foundation
import TestSupport

extension SeededGenerator {
  mutating func upTo(_ limit: Int) -> Int { Int.random(in: 0...limit, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// The seeds for testing a property, the same in each run: `count` seeds from 1 on. `DIFFABLE_LISTS_CASES` and
/// `DIFFABLE_LISTS_SEED` in the environment change the number and the first seed. Both are printed, so that a failure
/// can be repeated.
func seeds(_ name: String, usually count: Int) -> Range<UInt64> {
  let environment = ProcessInfo.processInfo.environment
  let count = environment["DIFFABLE_LISTS_CASES"].flatMap(UInt64.init) ?? UInt64(count)
  let first = environment["DIFFABLE_LISTS_SEED"].flatMap(UInt64.init) ?? 1
  print("\(name): \(count) cases from seed \(first)")
  return first..<(first + count)
}
