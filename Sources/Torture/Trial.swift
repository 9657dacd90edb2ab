import Harnesses

/// One way to torture the program, in cases that a seed and a number tell apart.
struct Trial: Sendable {
  var name: String
  /// How many cases the full length has.
  var count: Int
  /// Runs a case. Throws what is wrong, in a sentence.
  var run: @Sendable (Rig, inout SeededGenerator) throws -> Void

  /// The random numbers of a case.
  func generator(seed: UInt64, number: Int) -> SeededGenerator {
    let name = self.name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return SeededGenerator(seed: name ^ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }
}
