// Marked records.

extension DiffableDataSource {
  /// Marks a record, or takes its mark away.
  public func toggleMark(_ id: Item.ID) {
    if marked.remove(id) == nil { mark(CollectionOfOne(id)) }
  }

  /// Marks these records. Of a whole list, those that are not in it are passed over; in a window the list may have them
  /// elsewhere.
  public func mark(_ ids: some Sequence<Item.ID>) {
    let isWhole = position.reachesStart && position.reachesEnd
    for id in ids where !isWhole || rows.index(of: id) != nil { marked.insert(id) }
  }

  /// Marks these records and no others, as `mark` does.
  public func markOnly(_ ids: Set<Item.ID>) {
    let isWhole = position.reachesStart && position.reachesEnd
    marked = isWhole ? ids.filter { rows.index(of: $0) != nil } : ids
  }

  /// Takes the marks of these records away.
  public func unmark(_ ids: some Sequence<Item.ID>) { marked.subtract(ids) }

  /// Takes all marks away.
  public func clearMarks() { marked = [] }

  /// Whether the item at `index` is marked.
  public func isMarked(_ index: Int) -> Bool { !marked.isEmpty && marked.contains(rows[index].id) }
}
