// The keys of a list.
import AlmanacRecords
import DiffableLists
import Stores
import Terminals

extension RecordListPane {
  /// The keys of the list. `taken`: keys that mean something else on this screen. `actOnMarked`: whether one of them
  /// acts on marked records.
  static func makeKeys(
    _ style: TableStyle, except taken: [Key] = [], actOnMarked: Bool = false, looksBack: Bool = false
  ) -> [KeyBinding<RecordListPane>] {
    let actsOnMarked =
      actOnMarked || style.editing.refusals[.delete] == nil
      || style.editing.refusals[.edit] == nil && style.editing.toggledColumn != nil
      || !taken.contains(.character("y"))
    let noMarks = actsOnMarked ? nil : "No key acts on marked \(style.noun)s."
    let clear = KeyBinding<RecordListPane>(
      .escape, does: "clear \(actsOnMarked ? "marks/" : "")search/filter", if: { $0.isNarrowedOrMarked }
    ) {
      $0.clear()
    }
    let marks = markKeys(never: noMarks, withParts: !taken.contains(.character("X")))
    return motionKeys.about(.moving) + changeKeys(style).about(.records) + openKeys(style)
      + marks.about(.marking) + orderKeys(style).about(.finding) + columnKeys(style).about(.columns)
      + viewKeys + (looksBack ? momentKeys.about(.changes) : []) + [clear].about(.finding)
  }

  private static let motionKeys: [KeyBinding<RecordListPane>] = {
    func key(
      _ keys: Key..., does title: String, of group: String? = nil,
      move: @escaping @MainActor (DiffableDataSource<ListSection, ListedRow>) -> Void
    ) -> KeyBinding<RecordListPane> {
      var binding = KeyBinding<RecordListPane>(
        does: title, of: group, if: { $0.hasRows }, waitsFor: [.rows, .cursor]
      ) { $0.move(move) }
      binding.keys = keys
      return binding
    }
    return [
      key(.character("j"), .down, does: "next record", of: "next, previous record") { $0.moveSelection(by: 1) },
      key(.character("k"), .up, does: "previous record", of: "next, previous record") { $0.moveSelection(by: -1) },
      key(.character("g"), .home, does: "first record") { $0.moveToStart() },
      key(.character("G"), .end, does: "last record") { $0.moveToEnd() },
      key(.pageDown, does: "a page down", of: "a page down, up") { $0.pageDown() },
      key(.pageUp, does: "a page up", of: "a page down, up") { $0.pageUp() },
      key(.control("d"), does: "half a page down") { $0.halfPageDown() },
      key(.control("u"), does: "half a page up") { $0.halfPageUp() },
    ]
  }()

  private static func changeKeys(_ style: TableStyle) -> [KeyBinding<RecordListPane>] {
    [
      KeyBinding(
        .character("a"), does: "add", isHinted: true, of: "add, duplicate", never: style.editing.refusals[.add],
        unless: { $0.environment.refusal(.open) },
        hintedIf: { $0.canSave }, opensText: { _ in true }
      ) {
        $0.store.send(.open(.addKeyPressed))
      },
      KeyBinding(
        .character("D"), does: "duplicate", of: "add, duplicate", never: style.editing.refusals[.add],
        unless: { $0.refusal(.open) }, waitsFor: .record, opensText: { _ in true }, isOfRecord: { _ in true }
      ) {
        $0.duplicateSelected()
      },
      KeyBinding(
        .character("e"), does: "edit", isHinted: true, never: style.editing.refusals[.edit],
        unless: { $0.refusal(.open) },
        hintedIf: { $0.follower.hasRecord && $0.canSave }, waitsFor: .record, opensText: { _ in true },
        isOfRecord: { $0.model.markCount == 0 }
      ) {
        $0.editSelected()
      },
      KeyBinding(
        .character("E"), does: "the value in $EDITOR", never: style.editing.refusals[.edit],
        unless: { $0.refusal(.change) },
        waitsFor: [.record, .change],
        writes: { _ in true }, isOfRecord: { _ in true }
      ) {
        $0.editValue()
      },
      KeyBinding(
        .character(" "), does: "toggle", isHinted: true, isListed: style.editing.toggledColumn != nil,
        never: style.editing.refusals[.edit], unless: { $0.refusal(.change) },
        hintedIf: { $0.follower.hasRecord && $0.toggledColumn != nil },
        waitsFor: [.record, .change], opensText: { $0.toggledColumn != nil && $0.asksForNumber },
        writes: { $0.toggledColumn != nil }, isOfRecord: { $0.model.markCount == 0 }
      ) { pane in
        let column = pane.columns.currentName
        pane.actOnMarked { .change(.toggleKeyPressed($0, cursor: $1, column: column)) }
      },
      KeyBinding(
        .character("d"), .delete, does: "delete", isHinted: true, never: style.editing.refusals[.delete],
        unless: { $0.refusal(.change) }, hintedIf: { $0.follower.hasRecord }, waitsFor: [.record, .change],
        opensText: { $0.asksForNumber },
        writes: { _ in true }, isOfRecord: { $0.model.markCount == 0 }
      ) {
        $0.actOnMarked { .change(.deleteKeyPressed($0, cursor: $1)) }
      },
    ]
  }

  private static func openKeys(_ style: TableStyle) -> [KeyBinding<RecordListPane>] {
    let hasReferences = !style.relations.references.isEmpty
    let search = KeyBinding<RecordListPane>(.character("/"), does: "search", isHinted: true, opensText: { _ in true }) {
      $0.store.send(.query(.searchKeyPressed))
    }
    var open = KeyBinding<RecordListPane>(
      .enter, .character("l"), .right, does: "open", isHinted: !hasReferences, unless: { $0.recordRefusal },
      hintedIf: { $0.follower.hasRecord }, waitsFor: .record
    ) {
      $0.openSelected()
    }
    if hasReferences { open.keys.removeAll { $0 == .enter } }
    return [search].about(.finding) + (hasReferences ? [goKey, open] : [open]).about(.records)
  }

  /// The title of the keys that mark records.
  private static let markGroup = "mark, up to, equal, others"

  private static func markKeys(never noMarks: String?, withParts: Bool) -> [KeyBinding<RecordListPane>] {
    let mark = KeyBinding<RecordListPane>(
      .character("x"), does: "mark", of: withParts ? markGroup : nil, never: noMarks, unless: { $0.recordRefusal },
      waitsFor: .record, isOfRecord: { _ in true }
    ) {
      $0.toggleMark()
    }
    return [mark] + (withParts ? partKeys(never: noMarks) : []) + [
      KeyBinding(.control("a"), does: "mark all found", never: noMarks, if: { $0.hasRows }, waitsFor: .record) {
        $0.store.send(.marks(.partKeyPressed(.all)))
      },
      KeyBinding(
        .character("y"), does: "copy as JSON", of: "copy as JSON, choose",
        unless: { $0.recordRefusal ?? $0.oldRowsRefusal() },
        waitsFor: [.record, .change], opensText: { $0.asksForNumber }, isOfRecord: { $0.model.markCount == 0 }
      ) {
        $0.actOnMarked { .change(.copyKeyPressed($0, cursor: $1)) }
      },
      KeyBinding(
        .character("Y"), does: "choose what to copy", of: "copy as JSON, choose",
        unless: { $0.recordRefusal ?? $0.oldRowsRefusal() },
        waitsFor: [.record, .change], opensText: { _ in true }
      ) {
        if let records = $0.copied(detail: nil) { $0.store.send(.report(.copyAsked(records))) }
      },
    ]
  }

  /// The keys that mark records by what they have in common.
  private static func partKeys(never noMarks: String?) -> [KeyBinding<RecordListPane>] {
    [
      KeyBinding(
        .character("X"), does: "mark up to here", of: markGroup, never: noMarks,
        unless: { $0.recordRefusal ?? $0.rangeRefusal }, waitsFor: .record
      ) {
        guard let last = $0.model.range.lastMarked, let here = $0.dataSource.selected else { return }
        $0.store.send(.marks(.partKeyPressed(.between(last, here), adds: true)))
      },
      KeyBinding(
        .character("*"), does: "mark equal values", of: markGroup, never: noMarks,
        unless: { $0.recordRefusal ?? $0.columnRefusal }, waitsFor: .record
      ) {
        guard let column = $0.columns.currentName, let here = $0.dataSource.selected else { return }
        $0.store.send(.marks(.partKeyPressed(.equal(to: here, in: column), adds: true)))
      },
      KeyBinding(
        .character("~"), does: "mark the others", of: markGroup, never: noMarks,
        unless: { $0.recordRefusal }, waitsFor: .record
      ) {
        $0.store.send(.marks(.partKeyPressed(.others(than: $0.dataSource.marked))))
      },
    ]
  }

  private static func orderKeys(_ style: TableStyle) -> [KeyBinding<RecordListPane>] {
    let group = style.orders.count > 1 ? "sort, other way, filter" : nil
    return [
      KeyBinding(
        .character("s"), does: "sort by the next column", isListed: style.orders.count > 1, of: group,
        waitsFor: .record
      ) {
        $0.sort()
      },
      KeyBinding(
        .character("S"), does: style.orders.count > 1 ? "other direction" : "turn the order round", of: group,
        waitsFor: .record
      ) {
        $0.relist { .query(.reverseKeyPressed(selected: $0)) }
      },
      KeyBinding(
        .character("f"), does: "filter", isListed: style.isDerived || !style.filters.isEmpty, of: group,
        waitsFor: .record
      ) { pane in
        let column = pane.columns.currentName
        pane.relist { .query(.filterKeyPressed(selected: $0, column: column)) }
      },
      KeyBinding(
        .alt(.character("s")), does: "sort by this column too",
        isListed: style.isDerived && style.orders.count > 1, unless: { $0.columnRefusal }, waitsFor: .record
      ) { pane in
        guard let column = pane.columns.currentName else { return }
        pane.relist { .query(.nextSortKeyPressed(selected: $0, column: column)) }
      },
    ]
  }

  private static let viewKeys: [KeyBinding<RecordListPane>] = {
    let beside = KeyBinding<RecordListPane>(.character("p"), does: "record next to list") { pane in
      let remark = "The record next to the list needs \(RecordListPane.leastWidthBeside) columns."
      pane.store.send(.report(pane.hasRoomBeside ? .sidePaneToggled : .noted(remark)))
    }
    let changes: [KeyBinding<RecordListPane>] = [
      KeyBinding(.character("F"), does: "follow the newest", unless: { $0.followRefusal }) {
        $0.store.send(.cursor(.followKeyPressed))
      },
      KeyBinding(
        .character("P"), does: "pause, catch up", now: { $0.store.isPaused ? "catch up" : "pause" },
        waitsFor: [.record, .change]
      ) {
        $0.store.send(.pauseKeyPressed)
      },
      KeyBinding(.character("n"), does: "next change", of: "next, previous change", waitsFor: .record) {
        $0.visitChange(forward: true)
      },
      KeyBinding(.character("N"), does: "previous change", of: "next, previous change", waitsFor: .record) {
        $0.visitChange(forward: false)
      },
    ]
    return changes.about(.changes) + [beside].about(.records)
  }()

  /// The keys of a table of the file: as it was at other moments.
  private static let momentKeys: [KeyBinding<RecordListPane>] = [(true, "["), (false, "]")].map { earlier, key in
    KeyBinding(
      .character(key), does: earlier ? "one commit earlier" : "one commit later", of: "one commit earlier, later",
      waitsFor: [.record, .change]
    ) {
      $0.store.send(.report(.momentAsked(earlier: earlier)))
    }
  }

  /// Goes to the record that the current column names; opens the row's own record if the column names none.
  private static let goKey = KeyBinding<RecordListPane>(
    .enter, does: "open, or the named record", isHinted: true, isKept: true, now: { $0.goTitle },
    unless: { $0.recordRefusal }, hintedIf: { $0.follower.hasRecord }, waitsFor: .record
  ) {
    $0.goOrOpen()
  }

  /// The keys while a search is typed. Every other key is text.
  static func makeSearchKeys() -> [KeyBinding<RecordListPane>] {
    let motion: Barrier = [.rows, .cursor]
    return [
      KeyBinding(.enter, does: "keep the search", isHinted: true) { $0.store.send(.query(.searchSubmitted)) },
      KeyBinding(.escape, does: "clear it", isHinted: true) { $0.clearSearch() },
      KeyBinding(.tab, does: "complete a column") { $0.store.send(.query(.completionKeyPressed)) },
      KeyBinding(
        .up, does: "previous hit", isHinted: true, now: { $0.recallsSearch(-1) ? "an earlier search" : nil },
        waitsFor: motion
      ) {
        $0.recallSearch(-1)
      },
      KeyBinding(
        .down, does: "next hit", isHinted: true, now: { $0.recallsSearch(1) ? "a later search" : nil }, waitsFor: motion
      ) {
        $0.recallSearch(1)
      },
      KeyBinding(.pageUp, does: "a page up", waitsFor: motion) { $0.move { $0.pageUp() } },
      KeyBinding(.pageDown, does: "a page down", waitsFor: motion) { $0.move { $0.pageDown() } },
    ]
  }

  /// Whether Up (`count` < 0) or Down shows an earlier search. Tracked.
  private func recallsSearch(_ count: Int) -> Bool { store.typing.recalls(count, from: store.search.text) }

  /// Shows another earlier search, or moves the cursor among the hits.
  private func recallSearch(_ count: Int) {
    if recallsSearch(count) {
      store.send(.query(.searchRecalled(count)))
    } else {
      move { $0.moveSelection(by: count) }
    }
  }

  /// Whether the list has a record, or rows may still come. Tracked.
  private var hasRows: Bool { follower.hasRecord || follower.isListComing }

  /// The records to copy: an open one, or else the marked ones, or else the one with the cursor. Tracked.
  func copied(detail: RecordID?) -> CopiedRecords? {
    _ = (follower.hasRecord, follower.note.marked, follower.selection)
    return (detail.map { ChosenRecords([$0]) } ?? model.chosen).map {
      CopiedRecords(chosen: $0, cursor: detail == nil ? dataSource.selected : nil)
    }
  }

  /// Why the newest record can't be followed; `nil` if it can. Only rowids tell which record is the newest.
  private var followRefusal: KeyRefusal? {
    if case .rowID = table.identity { return nil }
    return .because("Nothing tells which \(table.style.noun) is the newest: F can't follow here.")
  }

  /// Whether a form could be saved. Tracked.
  private var canSave: Bool { environment.refusal(.save) == nil }

  /// Why no key can act on the record with the cursor; `nil` if one can.
  private var recordRefusal: KeyRefusal? {
    guard hasRows else { return .because("There is no \(table.style.noun) here.") }
    return environment.isLocked() && !follower.barrier.isDisjoint(with: .record) ? .notNow : nil
  }

  /// Why no command of the person's own can run for the records that keys act on; `nil` if one can.
  var commandRefusal: KeyRefusal? { recordRefusal ?? oldRowsRefusal() }

  /// Why no range can be marked; `nil` if it has a beginning.
  private var rangeRefusal: KeyRefusal? {
    if let last = model.range.lastMarked, dataSource.marked.contains(last) { return nil }
    return .because("Mark the first record with x; X marks all from there to here.")
  }

  /// Why a key can't edit the record with the cursor, or change the marked records, or that one if none is marked.
  private func refusal(_ intent: Intent) -> KeyRefusal? {
    environment.refusal(intent) ?? recordRefusal ?? oldRowsRefusal(isOne: intent == .open)
  }

  /// Why no key can act on the record with the cursor or, unless `isOne`, on the marked ones: the list is paused and
  /// shows old values of them. `nil` if the values are current.
  private func oldRowsRefusal(isOne: Bool = false) -> KeyRefusal? {
    guard store.isPaused, follower.note.waiting > 0 else { return nil }
    let isOne = isOne || model.markCount == 0
    let present = Dictionary(store.live.page.rows.lazy.map { ($0.id, $0) }) { first, _ in first }
    return dataSource.items.enumerated().contains { index, row in
      (isOne ? index == dataSource.selectedIndex : dataSource.marked.contains(row.id)) && row != present[row.id]
    } ? .oldRows : nil
  }

  /// The effect of a key in the list.
  func action(for key: Key) -> EventAction? {
    guard store.withState({ $0.isSearchTyped }) else {
      // With nothing to clear, Esc goes back to the former place.
      return key == .escape && !isNarrowedOrMarked ? nil : keys.action(for: key, self)
    }
    if var action = searchKeys.action(for: key, self) {
      // The keys before it mean the same hits, whether or not the search line has the keys.
      if key == .enter { action.order = .ahead }
      // As a typed text, it does not wait for the hits of the one before it.
      if key == .up && recallsSearch(-1) || key == .down && recallsSearch(1) { action.order = .superseding }
      return action
    }
    guard let edit = TextEdit(key) else { return EventAction(perform: {}) }
    return action(for: edit)
  }

  /// Typing never waits: a key that waits for the hits of a search means the hits of the text before it.
  func action(for edit: TextEdit) -> EventAction {
    EventAction(order: edit.isMotion ? .ahead : .superseding, isOfText: true) { [store] in
      store.send(.query(.searchEdited(edit)))
    }
  }

  /// Whether Esc has something to clear. The filter of a jump does not count: Esc takes the whole jump back. Tracked.
  var isClearable: Bool {
    store.isSearchTyped || !store.search.isEmpty || store.list.filter != nil && store.list.filter != store.filterOfJump
  }

  private var isNarrowedOrMarked: Bool { isClearable || model.markCount > 0 }

  /// Clears one thing that narrows the list: the marks, else the search, else the filter.
  private func clear() {
    if model.markCount > 0 {
      clearMarks()
    } else if !store.search.isEmpty {
      clearSearch()
    } else {
      relist { .query(.filterCleared(selected: $0)) }
    }
  }

  /// Clears the search. The list is read around the hit with the cursor or, without a hit, around the record before the
  /// search.
  private func clearSearch() {
    let place = model.selectedPlace ?? model.targets.beforeSearch
    store.send(.query(.searchCleared(around: place?.key, returningTo: place?.id)))
  }
}
