import FoundationEssentials
import TestSupport
import Testing

@testable import IdentifiedCollections

struct Item: Hashable, Identifiable, Codable, Sendable, ExpressibleByIntegerLiteral {
  var id: Int
  var text = ""

  init(_ id: Int, _ text: String = "") {
    self.id = id
    self.text = text
  }

  init(integerLiteral value: Int) { self.init(value) }

  init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(Int.self)) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}

@Suite(.recordsIssues)
struct IdentifiedArrayTests {
  var array: IdentifiedArrayOf<Item> = [1, 2, 3]

  @Test("IA-01: append adds what is new and refuses what is there")
  mutating func append() {
    #expect(array.append(4) == (true, 3))
    #expect(array.ids == [1, 2, 3, 4])
    #expect(array.append(Item(2, "other")) == (false, 1))
    #expect(array == [1, 2, 3, 4])
    #expect(array.isConsistent)
  }

  @Test("IA-02: appending contents adds what is new")
  mutating func appendContents() {
    array.append(contentsOf: [1, 4, 3, 5])
    #expect(array == [1, 2, 3, 4, 5])
    #expect(array.isConsistent)
  }

  @Test("IA-03: insert adds what is new at its place and refuses what is there")
  mutating func insert() {
    #expect(array.insert(0, at: 0) == (true, 0))
    #expect(array == [0, 1, 2, 3])
    #expect(array.insert(2, at: 0) == (false, 2))
    #expect(array == [0, 1, 2, 3])
    #expect(array.isConsistent)
  }

  @Test("IA-04: updateOrAppend")
  mutating func updateOrAppend() {
    #expect(array.updateOrAppend(4) == nil)
    #expect(array == [1, 2, 3, 4])
    #expect(array.updateOrAppend(Item(2, "new")) == 2)
    #expect(array == [1, Item(2, "new"), 3, 4])
    #expect(array.isConsistent)
  }

  @Test("IA-05: updateOrInsert")
  mutating func updateOrInsert() {
    #expect(array.updateOrInsert(0, at: 0) == (nil, 0))
    #expect(array == [0, 1, 2, 3])
    #expect(array.updateOrInsert(2, at: 0) == (2, 2))
    #expect(array == [0, 1, 2, 3])
    #expect(array.isConsistent)
  }

  @Test("IA-06: removing by identity re-bases the others")
  mutating func removeByIdentity() {
    #expect(array.remove(id: 2) == 2)
    #expect(array == [1, 3])
    #expect(array.index(id: 3) == 1)
    #expect(array.remove(id: 2) == nil)
    array[id: 3] = nil
    #expect(array == [1])
    #expect(array.index(id: 1) == 0)
    #expect(array.index(id: 3) == nil)
    array[id: 1] = nil
    #expect(array.isEmpty)
    #expect(array.isConsistent)
  }

  @Test("IA-06: assigning by identity edits, appends and removes")
  mutating func assignByIdentity() {
    array[id: 1]?.text = "one"
    array[id: 9]?.text = "nobody"
    #expect(array == [Item(1, "one"), 2, 3])
    array[id: 4] = 4
    #expect(array == [Item(1, "one"), 2, 3, 4])
    array[id: 1] = nil
    #expect(array == [2, 3, 4])
    #expect(array.isConsistent)
    array[0].text = "two"
    #expect(array[id: 2] == Item(2, "two"))
  }

  @Test("IA-08: an element with another identity at a place is a trap")
  func identityIsKept() async {
    await #expect(processExitsWith: .failure) {
      var array: IdentifiedArrayOf<Item> = [1, 2, 3]
      array.update(3, at: 1)
    }
    await #expect(processExitsWith: .failure) {
      var array: IdentifiedArrayOf<Item> = [1, 2, 3]
      array[1] = 3
    }
    await #expect(processExitsWith: .failure) {
      var array: IdentifiedArrayOf<Item> = [1, 2, 3]
      array[id: 2] = 3
    }
    await #expect(processExitsWith: .success) {
      var array: IdentifiedArrayOf<Item> = [1, 2, 3]
      array.update(Item(2, "two"), at: 1)
    }
  }

  @Test("An element with an identity that is not here yet takes the place of the one at a position")
  func replaced() {
    var array: IdentifiedArrayOf<Item> = [1, 2, 3]
    array[1] = 4
    #expect(array == [1, 4, 3])
    #expect(array[id: 2] == nil)
    #expect(array.index(id: 4) == 1)
    #expect(array.isConsistent)
  }

  @Test("First, last and the same element are removed")
  func removedAtTheEnds() {
    var array: IdentifiedArrayOf<Item> = [1, 2, 3, 4, 5, 6, 7]
    #expect(array.removeFirst() == 1)
    #expect(array.removeLast() == 7)
    array.removeFirst(2)
    array.removeLast(1)
    #expect(array == [4, 5])
    #expect(array.remove(Item(4, "another text")) == 4)
    #expect(array.remove(9) == nil)
    #expect(array == [5])
    #expect(array.isConsistent)
  }

  @Test("Partition and shuffle keep the elements, and know where they stand")
  func mixed() {
    var array = IdentifiedArray(uniqueElements: (0..<10).map { Item($0) })
    let middle = array.partition { $0.id.isMultiple(of: 3) }
    #expect(middle == 6)
    #expect(array[..<middle].allSatisfy { !$0.id.isMultiple(of: 3) })
    #expect(array[middle...].allSatisfy { $0.id.isMultiple(of: 3) })
    #expect(array.isConsistent)
    var generator = SeededGenerator(seed: 1)
    let before = array
    array.shuffle(using: &generator)
    #expect(array != before)
    #expect(Set(array.ids) == Set(0..<10))
    #expect(array.isConsistent)
  }

  @Test("An identity that comes twice is a trap that names it")
  func duplicates() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = IdentifiedArray(uniqueElements: [Item(1), Item(7), Item(7)])
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the identity 7 comes twice, at positions 1 and 2"))
  }

  @Test("IA-09: move", arguments: [(0, [1, 3, 2]), (1, [1, 3, 2]), (2, [2, 1, 3]), (3, [2, 1, 3])])
  func move(destination: Int, expected: [Int]) {
    var array = array
    array.move(fromOffsets: [0, 2], toOffset: destination)
    #expect(array.ids == expected)
    #expect(array.isConsistent)
  }

  @Test("IA-10: remove at offsets")
  mutating func removeAtOffsets() {
    array.remove(atOffsets: [0, 2])
    #expect(array == [2])
    #expect(array.isConsistent)
  }

  @Test("IA-12: coded as a plain array; an identity that comes twice is corrupt data")
  func coding() throws {
    #expect(String(decoding: try JSONEncoder().encode(array), as: UTF8.self) == "[1,2,3]")
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: Data("[1,2,3]".utf8)) == array)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: Data("[1,1,1]".utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("Not corrupt data: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "The identity 1 at offset 1 has come before.")
  }

  @Test("IA-14: equal when the same elements come in the same order, however made")
  func equality() {
    let others: [IdentifiedArrayOf<Item>] = [
      IdentifiedArray(uniqueElements: [1, 2, 3]),
      IdentifiedArray(uniqueElements: [1, 2, 3], id: \.id),
      IdentifiedArray([1, 2, 3, 2, 1], uniquingIDsWith: { first, _ in first }),
    ]
    for other in others {
      #expect(other == array)
      #expect(other.hashValue == array.hashValue)
    }
    #expect(array != [1, 3, 2])
    #expect(array != [1, 2])
    #expect(array != [1, 2, Item(3, "three")])
  }

  @Test("IA-15: a copy's mutation leaves the original untouched")
  mutating func copyOnWrite() {
    let original = array
    array[id: 2]?.text = "two"
    array.append(4)
    array.remove(id: 1)
    #expect(original == [1, 2, 3])
    #expect(original.isConsistent)
    #expect(array == [Item(2, "two"), 3, 4])
    #expect(array.isConsistent)
  }

  @Test("IA-15: 100,000 edits in place copy the storage once, and what the elements hold never")
  func editsInPlace() {
    struct Tagged: Identifiable {
      let id: Int
      var tags: [Int]
    }
    func address<Element>(_ elements: [Element]) -> UnsafeRawPointer? {
      elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }
    func address(_ array: IdentifiedArrayOf<Tagged>) -> UnsafeRawPointer? {
      array.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
    }
    let original = IdentifiedArray(
      uniqueElements: (0..<1000).map { id -> Tagged in
        var tags: [Int] = []
        tags.reserveCapacity(200)
        return Tagged(id: id, tags: tags)
      })
    var array = original
    var copies = 0
    var tagCopies = 0
    var seen = address(array)
    for edit in 0..<100_000 {
      let id = edit % 1000
      array[id: id]!.tags.append(edit)
      if address(array) != seen {
        copies += 1
        seen = address(array)
      }
      // The first edit of each element copies the original's tags; from then on this copy has its own.
      guard edit >= 1000 else { continue }
      let before = address(array[id: id]!.tags)
      array[id: id]!.tags[0] = edit
      if address(array[id: id]!.tags) != before { tagCopies += 1 }
    }
    #expect(copies == 1)
    #expect(tagCopies == 0)
    #expect(original.allSatisfy { $0.tags.isEmpty })
    #expect(array.isConsistent)
  }

  @Test("IA-16: remove-all-where visits each element once")
  func removeAllWhere() {
    var array = IdentifiedArray(uniqueElements: (0..<100_000).map { Item($0) })
    var visits = 0
    array.removeAll { item in
      visits += 1
      return item.id.isMultiple(of: 2)
    }
    #expect(visits == 100_000)
    #expect(array.count == 50_000)
    #expect(array[id: 99_999] == 99_999)
    #expect(array.index(id: 99_999) == 49_999)
  }

  @Test("Any sequence of mutations agrees with a plain array", arguments: 0..<20)
  func agreesWithPlainArray(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var array: IdentifiedArrayOf<Item> = []
    var plain: [Item] = []
    for step in 0..<200 {
      let item = Item(Int.random(in: 0..<12, using: &generator), "\(step)")
      let place = Int.random(in: 0...plain.count, using: &generator)
      let known = plain.firstIndex { $0.id == item.id }
      let before = array
      switch Int.random(in: 0..<9, using: &generator) {
      case 0:
        array.insert(item, at: place)
        if known == nil { plain.insert(item, at: place) }
      case 1:
        array.updateOrInsert(item, at: place)
        if let known { plain[known] = item } else { plain.insert(item, at: place) }
      case 2:
        array[id: item.id] = item
        if let known { plain[known] = item } else { plain.append(item) }
      case 3:
        array[id: item.id] = nil
        if let known { plain.remove(at: known) }
      case 4:
        array[id: item.id]?.text += "!"
        if let known { plain[known].text += "!" }
      case 5 where plain.count > 1:
        array.swapAt(0, plain.count - 1)
        plain.swapAt(0, plain.count - 1)
      case 7 where place < plain.count && (known == nil || known == place):
        array[place] = item
        plain[place] = item
      case 6:
        array.sort { $0.id < $1.id }
        plain.sort { $0.id < $1.id }
      default:
        array.remove(id: item.id)
        if let known { plain.remove(at: known) }
      }
      #expect(array.elements == plain, "seed \(seed), step \(step)")
      #expect(array.isConsistent, "seed \(seed), step \(step)")
      #expect(array.hasSameIdentities(as: before) == (array.ids == before.ids), "seed \(seed), step \(step)")
    }
  }
}
