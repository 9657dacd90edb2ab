// Rows of a list whose records nothing identifies: one that is changed is another one to SQLite.
import AlmanacRecords

/// The rows that have taken the places of others, each with the row that stood there before.
struct ReplacedRows {
  private var before: [RecordID: ListedRow] = [:]

  /// Between two rows that have stayed, as many rows have come as have gone: each has taken the place of one.
  init(from old: [ListedRow], to new: [ListedRow]) {
    let (known, present) = (Set(old.map(\.id)), Set(new.map(\.id)))
    var (gone, come) = (old[...], new[...])
    while !gone.isEmpty, !come.isEmpty {
      let left = gone.prefix { !present.contains($0.id) }
      let arrived = come.prefix { !known.contains($0.id) }
      if left.count == arrived.count { for (row, new) in zip(left, arrived) { before[new.id] = row } }
      // Behind them stands a row that has stayed, or one that has only moved.
      (gone, come) = (gone.dropFirst(left.count + 1), come.dropFirst(arrived.count + 1))
    }
  }

  /// The row in whose place a new one stands; `nil` where it stands in none's.
  subscript(id: RecordID) -> ListedRow? { before[id] }
}
