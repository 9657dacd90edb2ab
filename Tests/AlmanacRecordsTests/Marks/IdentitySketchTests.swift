// What a sketch tells of two sets, against the sets themselves.
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct IdentitySketchTests {
  private static func sketch(_ hashes: some Sequence<UInt64>) -> IdentitySketch {
    var sketch = IdentitySketch()
    for hash in hashes { sketch.add(hash) }
    return sketch
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func theDifferenceIsThatOfTheSets(seed: UInt64) {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let old = Set((0..<20_000).map { _ in UInt64.random(in: .min ... .max, using: &random) })
    for size in [0, 1, 2, 10, 500, 3000] {
      let gone = Set(old.prefix(size / 2))
      let arrived = Set((0..<size - size / 2).map { _ in UInt64.random(in: .min ... .max, using: &random) })
      let now = old.subtracting(gone).union(arrived)
      let difference = Self.sketch(now).difference(from: Self.sketch(old))
      #expect(difference?.arrived == arrived)
      #expect(difference?.gone == gone)
    }
  }

  @Test func ofTooManyNothingIsTold() {
    var random = SeededGenerator(seed: 1)
    let hashes = (0..<9000).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    #expect(Self.sketch(hashes).difference(from: IdentitySketch()) == nil)
  }
}
