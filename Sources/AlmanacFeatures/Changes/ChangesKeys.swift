// The keys of the list of changes, in addition to those of every list.
import AlmanacRecords
import Containers
import Stores
import Terminals

extension ApplicationScreen {
  /// The keys that the bottom line shows first, in the list and in the detail.
  static let lineKeysOfChanges: [Key] = [
    .enter, .character("l"), .character("f"), .character("y"), .character("P"),
  ]

  /// The keys for the change with the cursor, in the list and in the detail.
  var changesKeys: [KeyBinding<RecordScreen>] {
    [
      KeyBinding(
        .character("l"), .right, does: "go to record", isHinted: true, hintedIf: { $0.record != nil },
        waitsFor: .record
      ) { [store] screen in
        if let entry = screen.journalEntry { store.send(.journal(.followed(entry))) }
      },
      KeyBinding(
        .character("y"), does: "copy as SQL", isHinted: true, hintedIf: { $0.record != nil }, waitsFor: .record
      ) { [store] screen in
        guard let entry = screen.journalEntry else { return }
        guard let statement = entry.statement else {
          store.send(.message(.noted("No statement can repeat this change: there is nothing to copy.")))
          return
        }
        guard statement.utf8.count <= Clipboard.byteLimit else {
          let size = statement.utf8.count.counted("byte")
          store.send(.message(.noted("Not copied: the statement has \(size), too much for terminals.")))
          return
        }
        Container.shared.clipboard()(statement)
        let shown = statement.prefix(200)
        store.send(.message(.noted("Copied: \(shown)\(shown.endIndex < statement.endIndex ? "…" : "")")))
      },
      KeyBinding(.character("X"), does: "clear the list") { [store] _ in store.send(.journal(.cleared)) },
    ]
  }
}

extension RecordScreen {
  /// The journal entry that keys act on; `nil` if the journal has forgotten it.
  fileprivate var journalEntry: JournalEntry? {
    guard let id = record?.rowID else { return nil }
    return Container.shared.changeJournal()?.entry(id)
  }
}
