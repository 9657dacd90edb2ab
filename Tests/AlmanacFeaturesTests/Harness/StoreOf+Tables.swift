// The list and the tab of a table, for tests.
import AlmanacRecords
import Stores

@testable import AlmanacFeatures

extension Store<Application.State, Application.Action> {
  /// The list of a table, which must have been visited. Tracked.
  func list(_ table: String) -> RecordList.State { state.lists.first { $0.table.name == table }! }

  /// The count on the tab of a table. Tracked.
  func count(_ table: String) -> RecordCount { state.tableTabs.first { $0.table.name == table }!.count }
}
