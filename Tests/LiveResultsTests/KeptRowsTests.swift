// The rows of a result as bytes, against an array.
import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct KeptRowsTests {
  /// Values at the limits of their kinds, and short ones that meet often.
  private static let values: [ExactValue] = [
    .null, .integer(0), .integer(-1), .integer(63), .integer(64), .integer(.max), .integer(.min), .real(0),
    .real(-1.5), .real(.infinity), .real(.greatestFiniteMagnitude), .text(""), .text("a"), .text("B"),
    .text([0xff, 0]), .text(String(repeating: "ä", count: 100)), .utf16([0, 0xd8], isBigEndian: false),
    .utf16([0xd8, 0], isBigEndian: true), .blob([]),
    .blob(Array(repeating: 7, count: 1_000)),
  ]

  private static func row(_ generator: inout SeededGenerator) -> Tuple {
    (0..<3).map { _ in values.randomElement(using: &generator) ?? .null }
  }

  private static let order = [
    OrderTerm(column: 1, collation: .nocase, isDescending: true), OrderTerm(column: 0, collation: .binary),
  ]

  @Test("LSQ-09: rows as bytes are the rows that were kept, in their order, after any changes", arguments: [1, 2, 3])
  func changes(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var plain: [Tuple] = (0..<1_200).map { _ in Self.row(&generator) }
    var kept = KeptRows(order: Self.order)
    kept.fill(plain)
    for _ in 0..<4 {
      plain.sort { Self.order.compareExactly($0, $1) < 0 }
      #expect(kept.tuples() == plain)
      #expect(kept.count == plain.count)
      let offset = Int.random(in: 0..<plain.count, using: &generator)
      #expect(kept.tuples(from: offset, limit: 700) == Array(plain[offset...].prefix(700)))
      let (before, former) = (kept, plain)
      for _ in 0..<300 {
        if Bool.random(using: &generator), let place = plain.indices.randomElement(using: &generator) {
          try kept.add(plain.remove(at: place), -1)
        } else {
          plain.append(Self.row(&generator))
          try kept.add(plain[plain.count - 1], 1)
        }
      }
      plain.sort { Self.order.compareExactly($0, $1) < 0 }
      let compared = try before.change(to: kept)
      var undone = kept
      try undone.undoChanges()
      #expect(undone.tuples() == former)
      let noted = kept.takeChanges()
      #expect(applied(noted, to: former) == plain)
      #expect(compared.gone.map(\.place) == noted.gone.map(\.place))
      #expect(compared.come.map(\.place) == noted.come.map(\.place))
      #expect(compared.come.map(\.element) == noted.come.map(\.element))
    }
    #expect(throws: ResultMismatch.self) { try kept.add([.text("nowhere"), .null, .null], -1) }
  }

  /// The list after a change.
  private func applied(_ change: PlacedChange<Tuple>, to list: [Tuple]) -> [Tuple] {
    var list = list
    for placed in change.gone.reversed() { #expect(list.remove(at: placed.place) == placed.element) }
    for placed in change.come { list.insert(placed.element, at: placed.place) }
    return list
  }

  @Test("LSQ-09: rows that arrive in another order are sorted in portions and merged")
  func sorting() {
    var generator = SeededGenerator(seed: 4)
    let rows = (0..<13_000).map { _ in
      [ExactValue.integer(Int.random(in: 0..<9_000, using: &generator)), .null]
    }
    var kept = KeptRows(order: [OrderTerm(column: 0, collation: .binary)])
    kept.fill(rows)
    #expect(kept.tuples() == rows.sorted { $0.compareExactly($1) < 0 })
    kept.fill(rows.sorted { $0.compareExactly($1) > 0 })
    #expect(kept.tuples() == rows.sorted { $0.compareExactly($1) < 0 })
  }

  @Test("LSQ-09: long rows among short ones keep their places, at the front of a chunk, in its middle and at its end")
  func longRows() throws {
    var generator = SeededGenerator(seed: 5)
    func row() -> Tuple {
      let length = [1, 30_000, 65_535, 65_536, 200_000].randomElement(using: &generator) ?? 0
      return [.integer(Int.random(in: 0..<1_000, using: &generator)), .blob(Array(repeating: 3, count: length))]
    }
    var plain = (0..<60).map { _ in row() }
    var kept = KeptRows(order: [])
    kept.fill(plain)
    for _ in 0..<200 {
      if Bool.random(using: &generator), let place = plain.indices.randomElement(using: &generator) {
        try kept.add(plain.remove(at: place), -1)
      } else {
        plain.append(row())
        try kept.add(plain[plain.count - 1], 1)
      }
    }
    plain.sort { $0.compareExactly($1) < 0 }
    #expect(kept.tuples() == plain)
    #expect(kept.count == plain.count)
    let bytes = plain.reduce(0) { $0 + $1[1].byteCount }
    #expect((bytes..<bytes + 4_000).contains(kept.byteCount))
  }

  @Test("LSQ-09: a million rows of three numbers and a word take less than 24 MB")
  func size() {
    var kept = KeptRows(order: [])
    kept.fill(
      (0..<100_000).lazy.map { [.integer(900_000 + $0), .integer($0 % 99_000), .text("open"), .integer(9_999)] })
    #expect(kept.byteCount < 2_000_000)
  }

  @Test("LSQ-09: a change that takes more than 64 MB is refused: the query runs as a new one")
  func largeChange() {
    var (before, after) = (KeptRows(order: []), KeptRows(order: []))
    before.fill((0..<40).lazy.map { [.integer($0), .blob(Array(repeating: 1, count: 1_000_000))] })
    after.fill((0..<40).lazy.map { [.integer($0), .blob(Array(repeating: 2, count: 1_000_000))] })
    #expect(throws: QueryError.tooLarge) { try before.change(to: after) }
  }
}
