// Does a kept result still equal what the query returns?

import Databases
import Locks

/// A comparison of a kept result with a run of its query.
enum TruthCheck {
  /// Remembers the ways to keep a result that have shown a wrong one: they are not used again.
  final class Trust: Sendable {
    /// That of this process.
    static let shared = Trust()

    private let lost = Lock<[Upkeep: Int]>([:])

    func isLost(in upkeep: Upkeep) -> Bool { lost.withLock { $0[upkeep] != nil } }
    func lose(in upkeep: Upkeep) { lost.withLock { $0[upkeep, default: 0] += 1 } }
    /// The number of wrong results.
    var lossCount: Int { lost.withLock { $0.values.reduce(0, +) } }
  }

  /// Whether both have the same rows, in any order. If not `exactly`, what SQLite leaves open may differ: how equal values
  /// are written, and the last digits of a sum.
  static func agree(_ kept: [Tuple], _ read: [Tuple], exactly: Bool) -> Bool {
    guard kept.count == read.count else { return false }
    if exactly {
      let sorted = [kept, read].map { $0.sorted { $0.compareExactly($1) < 0 } }
      return sorted[0] == sorted[1]
    }
    return zip(sorted(kept), sorted(read)).allSatisfy { zip($0, $1).allSatisfy { $0.isNear($1) } }
  }

  private static func sorted(_ rows: [Tuple]) -> [[Loose]] {
    rows.map { $0.map(Loose.init) }.sorted { first, second in
      for (a, b) in zip(first, second) where a.rank != b.rank || a.rounded != b.rounded || a.text != b.text {
        return (a.rank, a.rounded) == (b.rank, b.rounded)
          ? a.text.lexicographicallyPrecedes(b.text) : (a.rank, a.rounded) < (b.rank, b.rounded)
      }
      return false
    }
  }

  /// A value without what may differ.
  private struct Loose {
    var rank = 0
    var number = 0.0
    var text: [UInt8] = []

    /// So that numbers that differ in their last digits have the same place.
    var rounded: Double { (number * 1e6).rounded() }

    init(_ value: ExactValue) {
      switch value {
      case .null: break
      case .integer(let value): (rank, number) = (1, Double(value))
      case .real(let value): (rank, number) = (1, value)
      case .text, .utf16:
        let folded = Collation.nocase.canonical(Collation.rtrim.canonical(value))
        if case .text(let bytes) = folded { text = bytes }
        rank = 2
      case .blob(let bytes): (rank, text) = (3, bytes)
      }
    }

    func isNear(_ other: Loose) -> Bool {
      rank == other.rank && text == other.text
        && (number == other.number || abs(number - other.number) <= 1e-7 * max(1, abs(number)))
    }
  }
}
