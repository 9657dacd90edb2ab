// The keys of a list.
import AlmanacRecords
import DiffableLists
import Stores
import Terminals

extension RecordListPane {
  /// The keys while the list has them.
  static func makeKeys() -> [KeyBinding<RecordListPane>] {
    [
      KeyBinding(.character("j"), .down, does: "next record", if: { $0.hasRows }) {
        $0.move { $0.moveSelection(by: 1) }
      },
      KeyBinding(.character("k"), .up, does: "previous record", if: { $0.hasRows }) {
        $0.move { $0.moveSelection(by: -1) }
      },
      KeyBinding(.character("g"), .home, does: "first record", if: { $0.hasRows }) {
        $0.move { $0.moveToStart() }
      },
      KeyBinding(.character("G"), .end, does: "last record", if: { $0.hasRows }) { $0.move { $0.moveToEnd() } },
      KeyBinding(.pageDown, does: "a page down", if: { $0.hasRows }) { $0.move { $0.pageDown() } },
      KeyBinding(.pageUp, does: "a page up", if: { $0.hasRows }) { $0.move { $0.pageUp() } },
      KeyBinding(.control("d"), does: "half a page down", if: { $0.hasRows }) { $0.move { $0.halfPageDown() } },
      KeyBinding(.control("u"), does: "half a page up", if: { $0.hasRows }) { $0.move { $0.halfPageUp() } },
      KeyBinding(.character("a"), does: "add", isHinted: true, unless: { $0.editRefusal }) {
        $0.sendInOrder(.addKeyPressed, opens: true)
      },
      KeyBinding(
        .character("e"), does: "edit", isHinted: true, unless: { $0.editRefusal ?? $0.recordRefusal },
        hintedIf: { $0.hasRecord }
      ) {
        $0.editSelected()
      },
      KeyBinding(
        .character(" "), does: "toggle", isHinted: Record.toggle != nil, isListed: Record.toggle != nil,
        unless: { $0.editRefusal ?? $0.recordRefusal }, hintedIf: { $0.hasRecord }
      ) {
        $0.actOnMarked { .toggleKeyPressed(ids: $0, cursor: $1) }
      },
      KeyBinding(
        .character("d"), .delete, does: "delete", isHinted: true, unless: { $0.editRefusal ?? $0.recordRefusal },
        hintedIf: { $0.hasRecord }
      ) {
        $0.deleteMarked()
      },
      KeyBinding(.character("/"), does: "search", isHinted: true) {
        $0.sendInOrder(.searchKeyPressed, opens: true)
      },
      KeyBinding(
        .enter, .character("l"), .right, does: "open", isHinted: true, unless: { $0.recordRefusal },
        hintedIf: { $0.hasRecord }
      ) {
        $0.openSelected()
      },
      KeyBinding(.character("x"), does: "mark", unless: { $0.recordRefusal }) { $0.toggleMark() },
      KeyBinding(.control("a"), does: "mark all found", if: { $0.hasRows }) { $0.markAll() },
      KeyBinding(.character("s"), does: "sort by the next column", isListed: Record.orders.count > 1) {
        $0.relist { .sortKeyPressed(selected: $0) }
      },
      KeyBinding(.character("S"), does: "other direction") { $0.relist { .reverseKeyPressed(selected: $0) } },
      KeyBinding(.character("f"), does: "filter", isListed: !Record.filters.isEmpty) {
        $0.relist { .filterKeyPressed(selected: $0) }
      },
      KeyBinding(.character("F"), does: "follow the newest") { $0.sendInOrder(.followKeyPressed) },
      KeyBinding(.character("P"), does: "pause, catch up") { $0.sendInOrder(.pauseKeyPressed) },
      KeyBinding(.character("p"), does: "the record beside") { pane in
        pane.store.send(.besideKeyPressed(hasRoom: pane.hasRoomBeside))
      },
      KeyBinding(.character("n"), does: "next change") { $0.visitChange(forward: true) },
      KeyBinding(.character("N"), does: "previous change") { $0.visitChange(forward: false) },
      KeyBinding(.escape, does: "clear marks/search/filter", if: { $0.isNarrowedOrMarked }) { $0.clear() },
    ]
  }

  /// The keys while a search is typed; every other key is text.
  static func makeSearchKeys() -> [KeyBinding<RecordListPane>] {
    [
      KeyBinding(.enter, does: "keep the search", isHinted: true) { $0.store.send(.searchSubmitted) },
      KeyBinding(.escape, does: "clear it", isHinted: true) { $0.clearSearch() },
      KeyBinding(.up, does: "previous hit", isHinted: true) { $0.move { $0.moveSelection(by: -1) } },
      KeyBinding(.down, does: "next hit", isHinted: true) { $0.move { $0.moveSelection(by: 1) } },
      KeyBinding(.pageUp, does: "a page up") { $0.move { $0.pageUp() } },
      KeyBinding(.pageDown, does: "a page down") { $0.move { $0.pageDown() } },
    ]
  }

  func openSelected() { openSelected { .openKeyPressed(id: $0) } }

  var editRefusal: KeyRefusal? { environment.editRefusal() }

  /// Whether there is one, or is to be one when the rows are there that are on their way.
  private var hasRows: Bool { hasRecord || isListComing }

  /// Why nothing can be done to the record with the cursor now; `nil` where something can.
  private var recordRefusal: KeyRefusal? {
    guard hasRows else { return .because("There is no \(Record.noun) here.") }
    return environment.isLocked() && isRecordComing ? .notNow : nil
  }

  /// Does what a key asks of the list.
  func handle(_ key: Key) -> KeyAnswer {
    // Whatever else it does, it forgets what waits.
    if key == .escape { heldKeys.dropKeys() }
    guard store.withState({ $0.isSearchTyped }) else { return keys.handle(key, self) }
    let answer = searchKeys.handle(key, self)
    if answer != .unknown { return answer }
    if let edit = TextEdit(key) { self.edit(edit) }
    return .done
  }

  /// Takes pasted text: into the search line while that is typed, else nowhere: text is never commands.
  func paste(_ text: String) -> KeyAnswer {
    guard isSearchTyped else { return .unknown }
    edit(.insert(text))
    return .done
  }

  private func edit(_ edit: TextEdit) {
    let before = list
    store.send(.searchEdited(edit))
    if list != before { heldKeys.dropFormer() }
  }

  private var isNarrowedOrMarked: Bool { isSearchShown || !dataSource.marked.isEmpty }

  /// Takes away what narrows the list, the nearest first: marks, then the search, then the filter.
  private func clear() {
    if !dataSource.marked.isEmpty {
      clearMarks()
    } else if !search.isEmpty {
      clearSearch()
    } else {
      heldKeys.drop()
      relistAtOnce { .filterCleared(selected: $0) }
    }
  }

  private func clearSearch() {
    heldKeys.drop()
    store.send(.searchCleared(around: placeToReturnTo()))
  }
}
