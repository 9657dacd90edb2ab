// D1 to D4: the cost of a list's change, known or found by comparison.
import DiffableLists
import Harnesses

extension Measurement {
  static let listChanges = Measurement(ids: ["D1", "D2", "D3", "D4"]) { bench in
    var lines = [await knownChanges()]
    lines += try foundChanges()
    return lines
  }

  /// An item and its text.
  private struct Item: Identifiable, Equatable {
    let id: Int
    var text = 0
  }

  private static func snapshot(_ items: some Sequence<Item>) -> DiffableSnapshot<Int, Item> {
    DiffableSnapshot(section: 0, items: items)
  }

  /// D1: nanoseconds per change, in lists of 1k and 1M items.
  @MainActor private static func knownChanges() -> ReportLine {
    var pair = Pair()
    for count in [1_000, 1_000_000] {
      let list = DiffableDataSource<Int, Item>(height: 50)
      list.apply(snapshot((0..<count).map { Item(id: $0) }))
      for round in 1...200 {
        let changes: [ListChange<Item>] = (0..<10).map { number in
          .update(Item(id: (round * 7919 + number * 104_729) % count, text: round))
        }
        let start = nanoseconds()
        list.apply(changes: changes)
        let time = Double(nanoseconds() - start) / Double(changes.count)
        if count == 1_000 { pair.floor.values.append(time) } else { pair.product.values.append(time) }
      }
    }
    return ReportLine(
      id: "D1", subject: "a known change of 1M items, against 1k", goal: "<= 1 us, <= 4 x",
      floor: "\(decimal(pair.floor.median, 0)) ns", product: "\(decimal(pair.product.median, 0)) ns",
      checks: [
        .init(name: "time", value: pair.product.median / 1000, limit: 1),
        .init(name: "growth", value: pair.medianRatio, limit: 4),
      ])
  }

  /// D2 to D4: instructions per item if the changes must be found. Without an instruction counter D2 and D3 are
  /// omitted.
  private static func foundChanges() throws -> [ReportLine] {
    let count = 100_000
    let old = (0..<count).map { Item(id: $0) }
    var random = SeededGenerator(seed: 7)
    var mixed = old
    // One change of each kind in every three hundred items: slightly more than one percent.
    let places = stride(from: 0, to: count - 300, by: 300)
    for place in places {
      mixed[place].text += 1
      mixed[place + 2] = Item(id: count + place)
      mixed.insert(mixed.remove(at: place + 1), at: place + 150)
    }
    let cases: [(id: String, subject: String, limit: Double, items: [Item])] = [
      ("D2", "none of 100k items changed", 25, old), ("D2", "one at the head of 100k items", 25, [Item(id: -1)] + old),
      ("D3", "1 % of 100k items changed, moved, replaced", 470, mixed),
      ("D3", "100k items shuffled", 850, old.shuffled(using: &random)),
    ]
    var lines: [ReportLine] = []
    for found in cases {
      let (before, after) = (snapshot(old), snapshot(found.items))
      guard let counter = InstructionCounter(threads: [0]) else {
        say("This processor does not count instructions: D2 and D3 are left out.")
        break
      }
      let start = counter.total
      let difference = after.difference(from: before)
      let instructions = Double(counter.total - start) / Double(count)
      guard difference.isEmpty == (found.items == old) else { throw Trouble("The difference is wrong.") }
      lines.append(
        ReportLine(
          id: found.id, subject: found.subject, goal: "<= \(decimal(found.limit, 0)) instructions an item", floor: "",
          product: decimal(instructions, 1), checks: [.init(name: "", value: instructions, limit: found.limit)]))
    }
    let operations = snapshot(mixed).difference(from: snapshot(old)).operationCount
    // An update, a deletion, an insertion and a move at each place.
    let made = Array(places).count * 4
    lines.append(
      ReportLine(
        id: "D4", subject: "operations where 1 % of 100k items changed", goal: "<= the changes made",
        floor: String(made), product: String(operations),
        checks: [.init(name: "", value: Double(operations), limit: Double(made))]))
    return lines
  }
}
