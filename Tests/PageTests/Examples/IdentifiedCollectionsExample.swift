import IdentifiedCollections
import Testing

@Test func identifiedCollections() {
  var facts: IdentifiedArrayOf<Fact> = [Fact(id: 1), Fact(id: 2)]
  facts[id: 2]?.body = "Honey keeps."
  facts.remove(id: 1)
  #expect(facts.map(\.body) == ["Honey keeps."])
}
