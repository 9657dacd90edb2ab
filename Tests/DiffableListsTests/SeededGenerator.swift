// Random cases that can be repeated: the seed is known, and may be given.

import Foundation

/// SplitMix64: small, and the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func upTo(_ limit: Int) -> Int { Int.random(in: 0...limit, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// The seeds that a property is tried with, the same in each run: so many as usual, from 1 on; `DIFFABLE_LISTS_CASES` and
/// `DIFFABLE_LISTS_SEED` in the environment say otherwise, and are printed, so that a failure can be repeated.
func seeds(_ name: String, usually count: Int) -> Range<UInt64> {
  let environment = ProcessInfo.processInfo.environment
  let count = environment["DIFFABLE_LISTS_CASES"].flatMap(UInt64.init) ?? UInt64(count)
  let first = environment["DIFFABLE_LISTS_SEED"].flatMap(UInt64.init) ?? 1
  print("\(name): \(count) cases from seed \(first)")
  return first..<(first + count)
}
