// Computes the difference between two snapshots.

/// The match of two snapshots' items. If both have only one section, the same, items are matched with items; otherwise
/// lines (headings and items) with lines.
@usableFromInline struct SnapshotMatch {
  @usableFromInline let match: SequenceMatch
  /// The layouts with every heading on a line of its own; nil if items were matched with items.
  @usableFromInline let layouts: (old: SectionLayout, new: SectionLayout)?

  @usableFromInline init(match: SequenceMatch, layouts: (old: SectionLayout, new: SectionLayout)?) {
    self.match = match
    self.layouts = layouts
  }

  /// The new index of the item that had `index`; nil if it is gone.
  func newIndex(ofOld index: Int) -> Int? {
    guard let layouts else { return match.newPosition(ofOld: index) }
    guard let line = match.newPosition(ofOld: layouts.old.line(ofItem: index)) else { return nil }
    return layouts.new.item(atOrAfterLine: line)
  }

  /// The old index of the item that has `index` now; nil if it is new.
  func oldIndex(ofNew index: Int) -> Int? {
    guard let layouts else { return match.oldPosition(ofNew: index) }
    guard let line = match.oldPosition(ofNew: layouts.new.line(ofItem: index)) else { return nil }
    return layouts.old.item(atOrAfterLine: line)
  }

  /// Whether the item now at `index` existed before and keeps its order relative to the others.
  func isStable(new index: Int) -> Bool { match.isStable(new: newPosition(ofItem: index)) }

  /// Whether the content of the item now at `index` changed. Takes logarithmic time in the number of updates.
  func isUpdated(new index: Int) -> Bool {
    let position = newPosition(ofItem: index)
    var low = 0
    var high = match.updates.count
    while low < high {
      let middle = (low + high) / 2
      if match.updates[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < match.updates.count && match.updates[low] == position
  }

  private func newPosition(ofItem index: Int) -> Int { layouts.map { $0.new.line(ofItem: index) } ?? index }
}

extension DiffableSnapshot {
  /// The minimal operations that lead from `old` to this snapshot.
  @inlinable public func difference(from old: Self) -> ListDifference<Item.ID> {
    operations(from: old, matched: matched(from: old))
  }

  @inlinable func matched(from old: Self) -> SnapshotMatch {
    if parts.count == 1, old.parts.count == 1, parts[0].section == old.parts[0].section {
      return SnapshotMatch(match: SequenceMatch(old: old.parts[0].items, new: parts[0].items), layouts: nil)
    }
    return SnapshotMatch(match: SequenceMatch(old: old.lines, new: lines), layouts: (old.fullLayout, fullLayout))
  }

  /// The layout with every section's heading on a line of its own.
  @usableFromInline var fullLayout: SectionLayout {
    var starts: [Int] = []
    var count = 0
    for part in parts {
      starts.append(count)
      count += part.items.count
    }
    return SectionLayout(starts: starts, itemCount: count)
  }

  @inlinable func operations(from old: Self, matched: SnapshotMatch) -> ListDifference<Item.ID> {
    var difference = ListDifference<Item.ID>()
    let match = matched.match
    if !match.isEmpty {
      if matched.layouts == nil {
        difference.addOperations(match, old: old.parts[0].items, new: parts[0].items)
      } else {
        addLineOperations(match, from: old, to: &difference)
      }
    }
    if !reconfiguredIDs.isEmpty { addReconfigured(to: &difference) }
    return difference
  }

  /// Adds the operations if headings and items were matched together.
  @usableFromInline func addLineOperations(
    _ match: SequenceMatch, from old: Self, to difference: inout ListDifference<Item.ID>
  ) {
    let oldSide = Side(old)
    let newSide = Side(self)
    for i in match.newOfOld.indices where match.newOfOld[i] < 0 {
      switch oldSide[match.prefix + i] {
      case .row(let row): difference.deletes.append(row)
      case .heading(let heading): difference.headingDeletes.append(heading)
      }
    }
    for j in match.oldOfNew.indices {
      let new = match.prefix + j
      if match.oldOfNew[j] < 0 {
        switch newSide[new] {
        case .row(let row): difference.inserts.append(row)
        case .heading(let heading): difference.headingInserts.append(heading)
        }
      } else if !match.keepsOrder.isEmpty, !match.keepsOrder[j] {
        switch (oldSide[Int(match.oldOfNew[j])], newSide[new]) {
        case (.row(let from), .row(let to)): difference.moves.append(.init(from: from, to: to))
        case (.heading(let from), .heading(let to)): difference.headingMoves.append(.init(from: from, to: to))
        default: break  // A heading and an item never have one identity.
        }
      }
    }
    for position in match.updates {
      if case .row(let row) = newSide[position] { difference.updates.append(row) }
    }
  }

  @usableFromInline func addReconfigured(to difference: inout ListDifference<Item.ID>) {
    let listed = Set(difference.updates.map(\.id)).union(difference.inserts.map(\.id))
    let layout = fullLayout
    for (index, item) in items.enumerated() where reconfiguredIDs.contains(item.id) && !listed.contains(item.id) {
      difference.updates.append(.init(id: item.id, index: index, line: layout.line(ofItem: index)))
    }
    difference.updates.sort { $0.index < $1.index }
  }

  /// One of the two snapshots of a difference, by matched position.
  private struct Side {
    enum Element {
      case row(ListDifference<Item.ID>.Row)
      case heading(ListDifference<Item.ID>.Heading)
    }

    let items: [Item]
    let layout: SectionLayout

    init(_ snapshot: DiffableSnapshot) {
      items = snapshot.items
      layout = snapshot.fullLayout
    }

    subscript(position: Int) -> Element {
      if let section = layout.heading(atLine: position) { return .heading(.init(section: section, line: position)) }
      let index = layout.item(atOrAfterLine: position)
      return .row(.init(id: items[index].id, index: index, line: position))
    }
  }
}

extension ListDifference {
  /// Adds the operations between the items of one section, whose heading takes the line before them.
  @inlinable mutating func addOperations<Item: Identifiable>(
    _ match: SequenceMatch, old: [Item], new: [Item]
  ) where Item.ID == ID {
    for i in match.newOfOld.indices where match.newOfOld[i] < 0 {
      let index = match.prefix + i
      deletes.append(Row(id: old[index].id, index: index, line: index + 1))
    }
    for j in match.oldOfNew.indices {
      let from = Int(match.oldOfNew[j])
      if from >= 0, match.keepsOrder.isEmpty || match.keepsOrder[j] { continue }
      let index = match.prefix + j
      let id = new[index].id
      let row = Row(id: id, index: index, line: index + 1)
      if from < 0 {
        inserts.append(row)
      } else {
        moves.append(Move(from: Row(id: id, index: from, line: from + 1), to: row))
      }
    }
    for index in match.updates { updates.append(Row(id: new[index].id, index: index, line: index + 1)) }
  }
}
