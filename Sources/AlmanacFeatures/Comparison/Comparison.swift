// Two records side by side.
//
//   = with two marked records ──> both records, live ──> the sheet;  Esc ──> the list
import AlmanacRecords
import Databases
import LiveQueries
import Stores

/// The two records that the person compares.
@ObservableState
struct Comparison: Equatable {
  /// Their table.
  let table: ListedTable
  /// The identity of each.
  let ids: [RecordID]
  /// The present records.
  @Fetch private var first = ExactRecord.Value.unread
  @Fetch private var second = ExactRecord.Value.unread

  /// Reads two records, and follows them. `rowIDVersion`: the schema version for which their identities hold.
  init(_ ids: [RecordID], of table: ListedTable, rowIDVersion: Int?) {
    (self.ids, self.table) = (ids, table)
    func request(_ id: RecordID) -> ExactRecord {
      ExactRecord(table, id: id, length: ExactRecord.shownLength, isKept: true, rowIDVersion: rowIDVersion)
    }
    _first = Fetch(wrappedValue: .unread, request(ids[0]))
    _second = Fetch(wrappedValue: .unread, request(ids[1]))
  }

  /// Both records. Tracked.
  var records: [ExactRecord.Value] { [first, second] }
}
