import AlmanacRecords

/// Arrived or changed records to visit one after the other. At most the latest `capacity` are kept.
struct ChangedRecords {
  /// Where the next one is.
  enum Visit: Hashable {
    case loaded(RecordID)
    /// It is not a loaded row, and was not visited yet.
    case elsewhere(RecordID)
  }

  static let capacity = 1000

  /// The last entry of the journal whose record was taken over.
  var lastEntry = 0

  /// The latest last.
  private var ids: [RecordID] = []
  private var known: Set<RecordID> = []

  mutating func add(_ new: [RecordID]) {
    if !known.isDisjoint(with: new) {
      let again = Set(new)
      ids.removeAll { again.contains($0) }
    }
    known.formUnion(new)
    ids += new
    let surplus = max(0, ids.count - Self.capacity)
    known.subtract(ids.prefix(surplus))
    ids.removeFirst(surplus)
  }

  /// The user has deleted these records.
  mutating func remove(_ gone: [RecordID]) {
    guard !known.isDisjoint(with: gone) else { return }
    known.subtract(gone)
    ids.removeAll { !known.contains($0) }
  }

  /// The next record below the one at `index` in `rows`, or above it. After the last one comes one that is not in
  /// `rows`, or the first one again.
  mutating func next(from index: Int?, in rows: some RandomAccessCollection<RecordID>, forward: Bool) -> Visit? {
    guard !ids.isEmpty else { return nil }
    let rows = Array(rows)
    let cursor = index ?? -1
    let ahead = forward ? Array(rows.dropFirst(cursor + 1)) : rows.prefix(max(0, cursor)).reversed()
    if let id = ahead.first(where: known.contains) { return .loaded(id) }
    let atHand = Set(rows)
    if let id = ids.last(where: { !atHand.contains($0) }) {
      ids.removeAll { $0 == id }
      known.remove(id)
      return .elsewhere(id)
    }
    return (forward ? rows.first(where: known.contains) : rows.last(where: known.contains)).map(Visit.loaded)
  }
}
