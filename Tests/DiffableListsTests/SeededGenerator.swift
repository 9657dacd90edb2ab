// Random cases that can be repeated: the seed is printed, and may be given.

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

/// How many cases a property is tried with: `DIFFABLE_LISTS_CASES` in the environment, else few enough for every run.
func caseCount(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["DIFFABLE_LISTS_CASES"].flatMap(Int.init) ?? usual
}

/// Where the cases begin: `DIFFABLE_LISTS_SEED` in the environment, else the clock. Printed, so that a failure can be repeated.
func firstSeed(_ name: String) -> UInt64 {
  let given = ProcessInfo.processInfo.environment["DIFFABLE_LISTS_SEED"].flatMap(UInt64.init)
  let seed = given ?? UInt64(Date().timeIntervalSince1970 * 1_000)
  print("\(name): seed \(seed)")
  return seed
}
