// The keys of the list of changes, in addition to those of every list.
import AlmanacRecords
import Containers
import Stores
import Terminals

extension ApplicationScreen {
  /// The keys that the bottom line shows first, in the list and in the detail.
  static let lineKeysOfChanges: [Key] = [
    .enter, .character("l"), .character("R"), .character("f"), .character("P"), .character("y"),
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
        .character("R"), does: "revert commit/marked", isHinted: true, now: { _ in "revert" },
        unless: { [environment] in environment.refusal(.change) ?? $0.revertRefusal },
        hintedIf: { $0.record != nil }, waitsFor: [.record, .change], opensText: { $0.revertsMany },
        writes: { _ in true }, isOfRecord: { !$0.hasMarks }
      ) { [store] screen in
        if let changes = screen.revertedChanges { store.send(.step(.revertKeyPressed(changes))) }
      },
      KeyBinding(
        .character("y"), does: "copy as SQL", isHinted: true, now: { _ in "copy" }, hintedIf: { $0.record != nil },
        waitsFor: .record
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

  /// Why nothing can be reverted here; `nil` if a change has the cursor.
  fileprivate var revertRefusal: KeyRefusal? { record == nil ? .because("There is no change here.") : nil }

  /// The marked lines or, without marks, the commit of the change with the cursor; `nil` if there is none.
  fileprivate var revertedChanges: RevertedChanges? {
    guard let chosen else { return nil }
    return chosen.list == nil
      ? chosen.only?.rowID.map(RevertedChanges.commit) : .entries(Set(chosen.ids.compactMap(\.rowID)))
  }

  /// Whether the number of the rows to revert must be typed.
  fileprivate var revertsMany: Bool {
    guard let changes = revertedChanges, let journal = Container.shared.changeJournal() else { return false }
    return (try? journal.reversal(of: changes)).map { $0.count > RecordList.unconfirmedLimit } == true
  }
}
