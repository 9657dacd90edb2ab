// Which record a key may mean if it waits for the cursor.
import AlmanacRecords
import DiffableLists

extension ListModel {
  /// Returns a closure that tells later whether the person knew of the record that then has the cursor: its row is
  /// loaded now, or the list has only lost records since.
  @MainActor func sight() -> CursorSight {
    let (items, places) = (dataSource.items, collected)
    return { [self] in
      guard let id = dataSource.selected, id != newestHere, !items.contains(where: { $0.id == id }) else { return true }
      if arrivals.contains(id) { return false }
      guard let places, let collected, places.list == collected.list else { return true }
      return collected.hasOnlyLost(since: places)
    }
  }
}
