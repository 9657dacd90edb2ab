// The records that arrived or changed, which the person visits one after the other.
import AlmanacRecords
import Containers
import Databases
import DiffableLists
import Stores

extension RecordListPane {
  /// Goes to the next record that arrived or changed while the list was shown, or that another program changed out of
  /// sight since the file was opened; if not `forward`, to the previous one.
  func visitChange(forward: Bool) {
    takeChangesElsewhere()
    switch model.changed.next(from: dataSource.selectedIndex, in: dataSource.items.lazy.map(\.id), forward: forward) {
    case .loaded(let id) where id == dataSource.selected:
      store.send(.report(.noted("No other record has come or changed.")))
    case .loaded(let id): move { $0.select(id) }
    case .elsewhere(let id): store.send(.cursor(.visitAsked(id: id)))
    case .none: store.send(.report(.noted("No record has come or changed.")))
    }
  }

  /// Takes over what the journal has of other programs' changes of this table since the last visit.
  private func takeChangesElsewhere() {
    guard !table.isOfJournal, let journal = Container.shared.changeJournal() else { return }
    let (first, last) = (model.changed.lastEntry, journal.lastID)
    model.changed.lastEntry = last
    let entries = journal.entries(after: first, atMost: ChangedRecords.capacity) { entry in
      !entry.isOwn && entry.table.map(table.isNamed) == true
    }
    var changed: [RecordID] = []
    var seen: Set<RecordID> = []
    for entry in entries {
      guard case .row(let other, let row) = entry.event, let id = table.identity(of: row, in: other),
        seen.insert(id).inserted
      else { continue }
      if row.after != nil { changed.append(id) }
    }
    model.changed.add(changed.reversed())
  }
}
