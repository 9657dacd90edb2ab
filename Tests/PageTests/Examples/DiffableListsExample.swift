import DiffableLists
import Testing

@MainActor
@Test func diffableLists() {
  let list = DiffableDataSource<Int, Fact>(height: 10)
  list.apply(DiffableSnapshot(section: 0, items: [Fact(id: 1), Fact(id: 2)]))
  list.select(2)
  let difference = list.apply(DiffableSnapshot(section: 0, items: [Fact(id: 3), Fact(id: 1), Fact(id: 2)]))
  let arrived = difference.inserts.map(\.id)
  let cursor = list.selected
  #expect(arrived == [3])
  #expect(cursor == 2)
}
