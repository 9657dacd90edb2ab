/// The rows that arrived above and below the screen of a list and that the person has not seen.
///
/// It keeps no more than the loaded rows and the names of the last window.
struct ListNews<ID: Hashable> {
  private(set) var unseen: Set<ID> = []
  /// The loaded rows that came below the screen.
  var below: Set<ID> = []
  /// The arrivals that the last window named; nil if it named none.
  private(set) var named: ListArrivals<ID>?

  mutating func add(_ arrivals: some Sequence<ID>) { unseen.formUnion(arrivals) }

  mutating func remove(_ id: ID) { unseen.remove(id) }

  mutating func keep(where isNews: (ID) -> Bool) { unseen = unseen.filter(isNews) }

  mutating func name(_ arrivals: ListArrivals<ID>) { named = arrivals }

  /// Clears the news.
  mutating func forget() { (unseen, below) = ([], []) }
}
