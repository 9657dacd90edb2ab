import Harnesses

/// A way to torture the program, with cases that a seed and a number identify.
struct Trial: Sendable {
  var name: String
  /// The number of cases in a full run.
  var count: Int
  /// Runs a case. Throws a fault as a sentence.
  var run: @Sendable (Rig, inout SeededGenerator) throws -> Void

  /// The random numbers of a case.
  func generator(seed: UInt64, number: Int) -> SeededGenerator {
    let name = self.name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return SeededGenerator(seed: name ^ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }
}
