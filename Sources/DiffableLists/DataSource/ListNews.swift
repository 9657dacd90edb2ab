/// What arrived above and below the screen of a list, and the person has not seen.
///
/// No more is kept than the rows at hand and what the last window named.
struct ListNews<ID: Hashable> {
  private(set) var unseen: Set<ID> = []
  /// What came below the screen among the rows at hand.
  var below: Set<ID> = []
  /// What the last window named; `nil` where it named nothing.
  private(set) var named: ListArrivals<ID>?

  mutating func add(_ arrivals: some Sequence<ID>) { unseen.formUnion(arrivals) }

  mutating func remove(_ id: ID) { unseen.remove(id) }

  mutating func keep(where isNews: (ID) -> Bool) { unseen = unseen.filter(isNews) }

  mutating func name(_ arrivals: ListArrivals<ID>) { named = arrivals }

  /// Nothing is news any more.
  mutating func forget() { (unseen, below) = ([], []) }
}
