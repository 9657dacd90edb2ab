// What tells two sets of identities apart, in little memory however large they are.
//
// Each identity is added to three of a fixed number of cells. The cells of one set less those of another hold only what
// is in one of the two: a cell that holds a single identity gives it away, and taking that one out of its other cells
// lays open the next.

/// A set of identities, as far as it takes to tell how another set differs from it.
struct IdentitySketch: Sendable {
  private struct Cell: Sendable {
    var count = 0
    var hashes: UInt64 = 0
    var checks: UInt64 = 0
  }

  /// What is in the one set and not in the other, by hash.
  struct Difference: Hashable, Sendable {
    var arrived: Set<UInt64> = []
    var gone: Set<UInt64> = []
  }

  /// Differences of about four thousand identities can be counted.
  private static let cellsOfAPart = 1 << 11

  private var cells = Array(repeating: Cell(), count: 3 * cellsOfAPart)
  private(set) var count = 0

  mutating func add(_ hash: UInt64) {
    count += 1
    change(hash, by: 1)
  }

  private mutating func change(_ hash: UInt64, by sign: Int) {
    for part in 0..<3 {
      let place = part * Self.cellsOfAPart + Int(truncatingIfNeeded: hash >> (part * 11)) & (Self.cellsOfAPart - 1)
      cells[place].count += sign
      cells[place].hashes &+= sign > 0 ? hash : 0 &- hash
      cells[place].checks &+= sign > 0 ? Self.check(hash) : 0 &- Self.check(hash)
    }
  }

  /// Tells a single hash from a sum of several.
  private static func check(_ hash: UInt64) -> UInt64 {
    let mixed = (hash ^ (hash >> 31)) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ (mixed >> 29)
  }

  /// What has come and gone since `old`; `nil` where that is too much to tell.
  func difference(from old: IdentitySketch) -> Difference? {
    var rest = self
    for place in cells.indices {
      rest.cells[place].count -= old.cells[place].count
      rest.cells[place].hashes &-= old.cells[place].hashes
      rest.cells[place].checks &-= old.cells[place].checks
    }
    var difference = Difference()
    var isDone = false
    while !isDone {
      isDone = true
      for cell in rest.cells.indices {
        let (sign, sum, check) = (rest.cells[cell].count, rest.cells[cell].hashes, rest.cells[cell].checks)
        guard sign == 1 || sign == -1 else { continue }
        let hash = sign > 0 ? sum : 0 &- sum
        guard Self.check(hash) == (sign > 0 ? check : 0 &- check) else { continue }
        rest.change(hash, by: -sign)
        if sign > 0 { difference.arrived.insert(hash) } else { difference.gone.insert(hash) }
        isDone = false
      }
    }
    return rest.cells.allSatisfy { $0.count == 0 && $0.hashes == 0 && $0.checks == 0 } ? difference : nil
  }
}

extension RecordID {
  /// What a sketch knows it by, in this run of the program.
  var sketched: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
}
