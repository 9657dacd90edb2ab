// Marked records.

extension DiffableDataSource {
  /// Marks a record, or removes its mark.
  public func toggleMark(_ id: Item.ID) {
    if marked.remove(id) == nil { mark(CollectionOfOne(id)) }
  }

  /// Marks these records. In a whole list, unknown records are ignored; in a window they may be elsewhere in the list.
  public func mark(_ ids: some Sequence<Item.ID>) {
    let isWhole = position.reachesStart && position.reachesEnd
    for id in ids where !isWhole || rows.index(of: id) != nil { marked.insert(id) }
  }

  /// Marks these records and no others, as `mark` does.
  public func markOnly(_ ids: Set<Item.ID>) {
    let isWhole = position.reachesStart && position.reachesEnd
    marked = isWhole ? ids.filter { rows.index(of: $0) != nil } : ids
  }

  /// Removes the marks of these records.
  public func unmark(_ ids: some Sequence<Item.ID>) { marked.subtract(ids) }

  /// Removes all marks.
  public func clearMarks() { marked = [] }

  /// Whether the item at `index` is marked.
  public func isMarked(_ index: Int) -> Bool { !marked.isEmpty && marked.contains(rows[index].id) }
}
