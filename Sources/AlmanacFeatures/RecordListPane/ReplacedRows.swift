// Rows of a table without identities. To SQLite, a changed row is another row.
import AlmanacRecords

/// The rows that replaced others, each with the row that it replaced.
struct ReplacedRows {
  private var before: [RecordID: ListedRow] = [:]

  /// Pairs rows between two that stayed: if as many rows came as left, each new row replaces one.
  init(from old: [ListedRow], to new: [ListedRow]) {
    let (known, present) = (Set(old.map(\.id)), Set(new.map(\.id)))
    var (gone, come) = (old[...], new[...])
    while !gone.isEmpty, !come.isEmpty {
      let left = gone.prefix { !present.contains($0.id) }
      let arrived = come.prefix { !known.contains($0.id) }
      if left.count == arrived.count { for (row, new) in zip(left, arrived) { before[new.id] = row } }
      // The next row has stayed, or has only moved.
      (gone, come) = (gone.dropFirst(left.count + 1), come.dropFirst(arrived.count + 1))
    }
  }

  /// The row that a new one replaced; `nil` if it replaced none.
  subscript(id: RecordID) -> ListedRow? { before[id] }
}
