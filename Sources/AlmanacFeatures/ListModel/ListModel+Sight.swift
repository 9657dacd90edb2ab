// Which record a key may mean if it waits for the cursor.
import AlmanacRecords
import DiffableLists

extension ListModel {
  /// Returns a closure that tells later whether the person knew of the record that then has the cursor: its row is
  /// loaded now, or the list has only lost records since.
  @MainActor func sight() -> CursorSight {
    let (items, places) = (dataSource.items, loaded.places)
    return { [self] in
      guard let id = dataSource.selected, id != own.newest, !items.contains(where: { $0.id == id }) else { return true }
      if loaded.arrivals.contains(id) { return false }
      guard let places, let present = loaded.places, places.list == present.list else { return true }
      return present.hasOnlyLost(since: places)
    }
  }
}
