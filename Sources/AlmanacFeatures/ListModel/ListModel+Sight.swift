// Which record a key can mean that waits for the cursor.
import AlmanacRecords
import DiffableLists

extension ListModel {
  /// Tells later whether the record that has the cursor then is one that the person knew of: its row is at hand now, or
  /// the list has only lost records since.
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
