// The keys of a list.
import AlmanacRecords
import DiffableLists
import Stores
import Terminals

extension RecordListPane {
  /// The keys while the list has them.
  static var keys: [KeyBinding<RecordListPane>] {
    [
      KeyBinding(.character("j"), .down, caption: "j ↓", "next record", if: { $0.hasRows }) {
        $0.move { $0.moveSelection(by: 1) }
      },
      KeyBinding(.character("k"), .up, caption: "k ↑", "previous record", if: { $0.hasRows }) {
        $0.move { $0.moveSelection(by: -1) }
      },
      KeyBinding(.character("g"), .home, caption: "g Home", "first record", if: { $0.hasRows }) {
        $0.move { $0.moveToStart() }
      },
      KeyBinding(.character("G"), .end, caption: "G End", "last record", if: { $0.hasRows }) { $0.move { $0.moveToEnd() } },
      KeyBinding(.pageDown, caption: "PgDn", "a page down", if: { $0.hasRows }) { $0.move { $0.pageDown() } },
      KeyBinding(.pageUp, caption: "PgUp", "a page up", if: { $0.hasRows }) { $0.move { $0.pageUp() } },
      KeyBinding(.control("d"), caption: "C-d", "half a page down", if: { $0.hasRows }) { $0.move { $0.halfPageDown() } },
      KeyBinding(.control("u"), caption: "C-u", "half a page up", if: { $0.hasRows }) { $0.move { $0.halfPageUp() } },
      KeyBinding(.character("a"), caption: "a", "add", isHinted: true) { $0.store.send(.addKeyPressed) },
      KeyBinding(.character(" "), caption: "Space", "toggle", isHinted: Record.toggle != nil, if: { $0.hasRows }) { pane in
        pane.dataSource.selected.map { _ = pane.store.send(.toggleKeyPressed(id: $0)) }
      },
      KeyBinding(.character("d"), .delete, caption: "d", "delete", isHinted: true, if: { $0.hasRows }) { pane in
        pane.dataSource.selected.map { _ = pane.store.send(.deleteKeyPressed(id: $0)) }
      },
      KeyBinding(.character("/"), caption: "/", "search", isHinted: true) { $0.store.send(.searchKeyPressed) },
      KeyBinding(.enter, .character("l"), .right, caption: "⏎ l →", "open", isHinted: true, if: { $0.hasRows }) { pane in
        pane.dataSource.selected.map { _ = pane.store.send(.openKeyPressed(id: $0)) }
      },
      KeyBinding(.escape, caption: "Esc", "clear the search", if: { $0.isSearchShown }) { $0.clearSearch() },
    ]
  }

  /// The keys while a search is typed; every other key is text.
  static var searchKeys: [KeyBinding<RecordListPane>] {
    [
      KeyBinding(.enter, caption: "⏎", "keep the search", isHinted: true) { $0.store.send(.searchSubmitted) },
      KeyBinding(.escape, caption: "Esc", "clear it", isHinted: true) { $0.clearSearch() },
      KeyBinding(.up, caption: "↑", "previous hit", isHinted: true) { $0.move { $0.moveSelection(by: -1) } },
      KeyBinding(.down, caption: "↓", "next hit", isHinted: true) { $0.move { $0.moveSelection(by: 1) } },
      KeyBinding(.pageUp, caption: "PgUp", "a page up") { $0.move { $0.pageUp() } },
      KeyBinding(.pageDown, caption: "PgDn", "a page down") { $0.move { $0.pageDown() } },
    ]
  }

  var hasRows: Bool { !dataSource.items.isEmpty }

  /// Does what a key asks of the list. Returns whether it asks anything.
  func handle(_ key: Key) -> Bool {
    guard store.isSearchTyped else { return Self.keys.handle(key, self) }
    if Self.searchKeys.handle(key, self) { return true }
    if let edit = TextEdit(key) { store.send(.searchEdited(edit)) }
    return true
  }

  /// Takes pasted text: into the search line while that is typed, else nowhere: text is never commands.
  func paste(_ text: String) {
    if store.isSearchTyped { store.send(.searchEdited(.insert(text))) }
  }

  private func clearSearch() {
    store.send(.searchCleared(around: dataSource.selectedItem?.key))
  }
}
