// `IdentifiedArray` in code that knows only the protocols of collections.

import IdentifiedCollections
import TestSupport
import Testing

private struct Fact: Identifiable, Equatable, Comparable {
  let id: Int
  var body = ""

  static func < (left: Fact, right: Fact) -> Bool { left.id < right.id }
}

/// Sorts in place, written without knowledge of `IdentifiedArray`.
private func sorted<C: MutableCollection & RandomAccessCollection>(_ collection: C) -> C where C.Element: Comparable {
  var result = collection
  result.sort()
  return result
}

private func reversed<C: MutableCollection & BidirectionalCollection>(_ collection: C) -> C {
  var result = collection
  result.reverse()
  return result
}

private func firstHalfSorted<C: MutableCollection & RandomAccessCollection>(_ collection: C) -> C
where C.Element: Comparable {
  var result = collection
  let middle = result.index(result.startIndex, offsetBy: result.count / 2)
  result[..<middle].sort()
  return result
}

private func partitioned<C: MutableCollection & BidirectionalCollection>(
  _ collection: C, by isSecond: (C.Element) -> Bool
) -> (C, C.Index) {
  var result = collection
  let index = result.partition(by: isSecond)
  return (result, index)
}

private func appended<C: RangeReplaceableCollection>(_ collection: C, _ elements: [C.Element]) -> C {
  var result = collection
  for element in elements { result.append(element) }
  result.append(contentsOf: elements)
  return result
}

private func replaced<C: RangeReplaceableCollection>(_ collection: C, _ count: Int, _ elements: [C.Element]) -> C {
  var result = collection
  result.replaceSubrange(result.startIndex..<result.index(result.startIndex, offsetBy: count), with: elements)
  return result
}

@Suite(.recordsIssues) struct GenericCodeTests {
  private let facts: IdentifiedArrayOf<Fact> = [Fact(id: 3), Fact(id: 1), Fact(id: 4), Fact(id: 2)]

  /// Whether each element is found at its position.
  private func isWhole(_ facts: IdentifiedArrayOf<Fact>) -> Bool {
    facts.indices.allSatisfy { facts.index(id: facts[$0].id) == $0 } && Set(facts.ids).count == facts.count
  }

  @Test("LIB-13: generic code sorts, reverses and partitions")
  func mutable() {
    for (result, ids) in [
      (sorted(facts), [1, 2, 3, 4]), (reversed(facts), [2, 4, 1, 3]), (firstHalfSorted(facts), [1, 3, 4, 2]),
    ] {
      #expect(result.ids == ids)
      #expect(isWhole(result))
    }
    let (result, index) = partitioned(facts) { $0.id > 2 }
    #expect(index == 2)
    #expect(Set(result[..<index].map(\.id)) == [1, 2])
    #expect(isWhole(result))
    var shuffled = facts
    shuffled.shuffle()
    #expect(isWhole(shuffled))
  }

  @Test("LIB-13: generic code appends and replaces, and what is here already is left out")
  func rangeReplaceable() {
    let appended = appended(facts, [Fact(id: 5), Fact(id: 3, body: "again")])
    #expect(appended.ids == [3, 1, 4, 2, 5])
    #expect(appended[id: 3]?.body == "")
    #expect(isWhole(appended))
    let replaced = replaced(facts, 2, [Fact(id: 3, body: "new"), Fact(id: 4, body: "no"), Fact(id: 6), Fact(id: 6)])
    #expect(replaced.ids == [3, 6, 4, 2])
    #expect(replaced[id: 3]?.body == "new")
    #expect(replaced[id: 4]?.body == "")
    #expect(isWhole(replaced))
    #expect((facts + [Fact(id: 9)]).ids == [3, 1, 4, 2, 9])
  }

  @Test("LIB-13: a collection is made of another one")
  func copies() {
    #expect(IdentifiedArray(facts) == facts)
    #expect(IdentifiedArrayOf<Fact>([Fact(id: 1), Fact(id: 1, body: "again")]) == [Fact(id: 1)])
    let named = IdentifiedArray(uniqueElements: ["a", "b"], id: \.self)
    #expect(IdentifiedArray(named).ids == ["a", "b"])
  }

  @Test("LIB-13: an assignment that would break uniqueness ends the program, with advice")
  func broken() async {
    await #expect(processExitsWith: .failure) {
      var facts: IdentifiedArrayOf<Fact> = [Fact(id: 1), Fact(id: 2)]
      facts[0] = Fact(id: 2)
    }
    await #expect(processExitsWith: .failure) {
      var facts: IdentifiedArrayOf<Fact> = [Fact(id: 1), Fact(id: 2), Fact(id: 3)]
      facts[0..<1] = IdentifiedArrayOf<Fact>([Fact(id: 3)])[...]
    }
  }
}
