// How a replay writes its rows: as few statements as possible, which skip the rows that SQLite refuses.

import Databases

/// The error that SQLite refuses some of the rows.
struct RefusedRows: Error {
  /// The places of the rows among the changes that were to be written, and why SQLite refuses each. Not empty.
  var rows: [(index: Int, error: DatabaseError)]
}

extension Replay {
  /// Makes changes: all deletions, then the updates, then the insertions. Throws `RefusedRows` after it has written all
  /// rows that SQLite takes.
  ///
  /// 1. The deletions.
  /// 2. The updates. A row is skipped whose unique value another row has.
  /// 3. Skipped rows may wait for each other's values. They are deleted, and inserted whole with their new content.
  /// 4. The insertions.
  func write(_ changes: [RowChange]) throws {
    for (table, indices) in groups(changes.indices.filter { changes[$0].after == nil }, by: { changes[$0].key }) {
      try shape(table).delete(indices.map { changes[$0].id }, database)
    }
    let waiting = try update(changes.indices.filter { changes[$0].before != nil && changes[$0].after != nil }, changes)
    let aside = try waiting.map { index in
      let (change, columns) = (changes[index], Set(changes[index].differingColumns))
      let row = (try row(change) ?? [:]).merging((change.after ?? [:]).filter { columns.contains($0) })
      return Insertion(index: index, table: change.key, id: change.id, row: row)
    }
    for (table, rows) in groups(aside, by: \.table) { try shape(table).delete(rows.map(\.id), database) }
    let added = changes.indices.filter { changes[$0].before == nil }.map { index in
      Insertion(index: index, table: changes[index].key, id: changes[index].id, row: changes[index].after ?? [:])
    }
    try insert(aside + added)
    for insertion in aside where try row(changes[insertion.index]) != insertion.row {
      throw inexact(changes[insertion.index])
    }
  }

  /// A row to insert, for the change at `index`.
  private struct Insertion {
    let index: Int
    let table: TableKey
    let id: RecordID
    let row: ExactRow
  }

  /// The rows that one statement can change: they are of one table, and the same columns are written.
  private struct Group: Hashable {
    let table: TableKey
    let columns: [String]
  }

  /// The elements that one statement can write, in the order of the first element of each group.
  private func groups<Element, Key: Hashable>(
    _ elements: [Element], by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var places: [Key: Int] = [:]
    for element in elements {
      let key = key(element)
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append((key, []))
      }
      groups[place].elements.append(element)
    }
    return groups
  }

  /// Updates rows; returns the indices of the skipped ones.
  private func update(_ indices: [Int], _ changes: [RowChange]) throws -> [Int] {
    var skipped: [Int] = []
    let groups = groups(indices) { Group(table: changes[$0].key, columns: changes[$0].differingColumns) }
    for (group, indices) in groups {
      let rows = indices.map { index in
        (changes[index].id, group.columns.map { changes[index].after?[$0] ?? .null })
      }
      if try shape(group.table).update(group.columns, of: rows, database) { continue }
      skipped += try indices.filter { index in
        let (present, after) = (try row(changes[index]), changes[index].after)
        return !group.columns.allSatisfy { present?[$0] == after?[$0] }
      }
    }
    return skipped
  }

  private func insert(_ insertions: [Insertion]) throws {
    var refused: [Insertion] = []
    for (group, rows) in groups(insertions, by: { Group(table: $0.table, columns: $0.row.columns) }) {
      let shape = shape(group.table)
      if try shape.insert(rows.map { ($0.id, $0.row) }, database) { continue }
      refused += try rows.filter { try shape.row($0.id, database) == nil }
    }
    let errors = try refused.compactMap { insertion in
      try shape(insertion.table).refusal(of: insertion.row, insertion.id, database).map { (insertion.index, $0) }
    }
    if !errors.isEmpty { throw RefusedRows(rows: errors) }
  }
}
