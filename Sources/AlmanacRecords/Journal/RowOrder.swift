// The order in which the rows of a commit can be written one by one.
//
// A commit changes many rows at once, but its lines are read one after the other. Deletions come first, then the
// updates, each after the update that frees the unique value it takes, then the insertions. Undo can take the same
// order backwards. If updates exchange their values in a circle, no order works: then one of them becomes a deletion
// and an insertion.
public import Databases

/// The rows of one table that a commit changed, in an order that is valid line by line.
public struct RowOrder: Sendable {
  /// The rows.
  public let rows: [ChangedRows.Row]
  /// The number of last rows that insert records from a circle; the same records are also among the deletions.
  public let exchangedCount: Int

  /// The remark about a circle, as a sentence without its full stop.
  public static let remark =
    "records exchange unique values in a circle: one of them is told as a deletion and an insertion"

  /// Orders the rows of a commit.
  public init(_ changed: ChangedRows) {
    let deleted = changed.rows.filter { $0.kind == .deleted }
    let updated = changed.rows.filter { $0.kind == .updated }
    let inserted = changed.rows.filter { $0.kind == .inserted }
    let (ordered, circling) = Self.order(updated, changed.table)
    rows =
      deleted + circling.map { ChangedRows.Row(rowID: $0.rowID, before: $0.before, after: nil) } + ordered + inserted
      + circling.map { ChangedRows.Row(rowID: $0.rowID, before: nil, after: $0.after) }
    exchangedCount = circling.count
  }

  /// Whether the row at a place belongs to a record that occurs twice.
  public func isExchanged(_ place: Int) -> Bool {
    let deleted = rows.prefix { $0.kind == .deleted }.count
    return place >= rows.count - exchangedCount || (deleted - exchangedCount..<deleted).contains(place)
  }

  /// The updates, each after the ones that free its values; and the updates whose removal breaks all circles.
  private static func order(
    _ rows: [ChangedRows.Row], _ table: ChangedRows.Table
  ) -> (ordered: [ChangedRows.Row], circling: [ChangedRows.Row]) {
    let predecessors = predecessors(of: rows, table)
    guard predecessors.contains(where: { !$0.isEmpty }) else { return (rows, []) }
    enum State { case unseen, open, done }
    var states = [State](repeating: .unseen, count: rows.count)
    var isCircling = [Bool](repeating: false, count: rows.count)
    var order: [Int] = []
    for start in rows.indices where states[start] == .unseen {
      // Chains may be as long as a commit, so there is no recursion.
      var path = [(row: start, next: 0)]
      states[start] = .open
      while let (row, next) = path.last {
        guard next < predecessors[row].count else {
          states[row] = .done
          if !isCircling[row] { order.append(row) }
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let before = predecessors[row][next]
        switch states[before] {
        case .unseen:
          states[before] = .open
          path.append((before, 0))
        case .open: isCircling[before] = true
        case .done: break
        }
      }
    }
    return (order.map { rows[$0] }, rows.indices.filter { isCircling[$0] }.map { rows[$0] })
  }

  /// For each row, the rows that release a unique value that it takes.
  private static func predecessors(of rows: [ChangedRows.Row], _ table: ChangedRows.Table) -> [[Int]] {
    var found = [[Int]](repeating: [], count: rows.count)
    guard rows.count > 1 else { return found }
    for names in table.unique {
      let places = names.compactMap { table.columns.firstIndex(of: $0) }
      guard places.count == names.count else { continue }
      var holders: [[ExactValue]: [Int]] = [:]
      for (index, row) in rows.enumerated() {
        let (before, after) = (key(row.before, places), key(row.after, places))
        if let before, before != after { holders[before, default: []].append(index) }
      }
      guard !holders.isEmpty else { continue }
      for (index, row) in rows.enumerated() {
        guard let after = key(row.after, places), after != key(row.before, places) else { continue }
        found[index] += (holders[after] ?? []).filter { $0 != index }
      }
    }
    return found
  }

  /// The values that a unique index compares; nil if a NULL makes it differ from all others. Texts that a collation may
  /// treat as equal are equal here: an unneeded order does no harm.
  private static func key(_ values: [ExactValue]?, _ places: [Int]) -> [ExactValue]? {
    guard let values else { return nil }
    var key: [ExactValue] = []
    for place in places {
      let value = values[place]
      if value == .null { return nil }
      if let text = value.repairedString {
        var folded = Array(text.lowercasedASCII.utf8)
        while folded.last == 0x20 { folded.removeLast() }
        key.append(.text(folded))
      } else {
        key.append(value.asKey)
      }
    }
    return key
  }
}
