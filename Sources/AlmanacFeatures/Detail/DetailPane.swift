// A record on the screen, with all its fields.
import AlmanacRecords
import Containers
import LiveQueries
import Observing
import Stores
import Terminals

/// The screen of an open record.
@MainActor
final class DetailPane: ObservingObject, Scrolling {
  let store: StoreOf<RecordList>
  let environment: ScreenEnvironment
  private let goneNote: () -> String
  /// The journal whose changes are the records; nil if they are none.
  private let told: ChangeJournal?
  /// Opens the record of the list after the open one or, with -1, the one before it.
  private let openNeighbour: (Int) -> Void
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys(store.table.style)
  private(set) lazy var outline = RecordOutline(store.table, environment) { [weak self] in self?.pane.setNeedsDisplay()
  }
  /// The last drawn record. While the list is paused, it stays.
  private var drawn: (id: RecordID, record: ExactRecord.Value)?
  /// The history drawn with it.
  private var drawnHistory: (id: RecordID, history: RecordHistory)?
  /// The last followed version of the record.
  private var followed: ListedRow?
  private lazy var readRecords = ReadRecords(store.table, environment)
  /// Whether blobs are shown as bytes even if they are text.
  @Tracked private var areBytesShown = false
  /// Whether more lines followed below in the last drawing.
  @Tracked private var wasMoreBelow = false

  init(
    store: StoreOf<RecordList>, environment: ScreenEnvironment, told: ChangeJournal?,
    openNeighbour: @escaping (Int) -> Void, goneNote: @escaping () -> String
  ) {
    (self.store, self.environment, self.told) = (store, environment, told)
    (self.openNeighbour, self.goneNote) = (openNeighbour, goneNote)
    super.init()
    // Before the pane, so that the changes are noted in the same frame.
    observe(scheduler: environment.scheduler) { [weak self] in self?.followRecord() }
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    observe(scheduler: environment.scheduler) { [weak self] in self?.wantImages() }
    if !store.table.style.relations.naming.isEmpty {
      observe(scheduler: environment.scheduler) { [weak self] in
        if self?.store.detail?.wantsCounts == true { self?.store.send(.detail(.countsWanted)) }
      }
    }
  }

  /// Follows the changes of other programs to the record.
  private func followRecord() {
    let row = store.detail.flatMap(listedRow)
    readRecords.keep { $0 == row?.id }
    if let row, let followed, followed.id == row.id, followed != row {
      readRecords.change(followed, in: pane)
    }
    followed = row
    readRecords.rowsTaken()
  }

  /// Asks for the pictures of the shown record.
  private func wantImages() {
    guard environment.drawsImages, let detail = store.detail else { return }
    let sources = shownRecord(of: detail).imageSources
    if !detail.images.has(sources) { store.send(.detail(.images(.wanted(sources)))) }
  }

  private func listedRow(of detail: RecordDetail.State) -> ListedRow? {
    guard case .row(let row, _, _, _, let stored) = detail.record else { return nil }
    return store.table.listedRow(detail.id, row, stored: stored)
  }

  /// When the person can have read the changes in the record; `nil` if there are none.
  var readableAt: Double? { followed.flatMap { readRecords.readableAt($0, in: pane) } }

  /// Whether other programs have just deleted the record that the person read, and added another one with its identity.
  var isRecordExchanged: Bool { followed.map { readRecords.isExchanged($0, in: pane) } ?? false }

  /// The record, with the values that the person has read.
  private func chosen(_ id: RecordID) -> ChosenRecords {
    var chosen = ChosenRecords([id])
    chosen.read = followed.map { [readRecords.read($0, in: pane)] } ?? []
    return chosen
  }

  /// The keys while a record is open.
  static func makeKeys(_ style: TableStyle) -> [KeyBinding<DetailPane>] {
    let back = KeyBinding<DetailPane>(
      .escape, .character("h"), .left, does: "back", isHinted: true, isKept: style.isDerived
    ) { $0.store.send(.open(.backKeyPressed)) }
    // Keys after it are meant as search text, and must not act.
    let search = KeyBinding<DetailPane>(
      .character("/"), does: "search", isListed: false,
      unless: { _ in .because("A search is of the list: Esc goes there.") }, opensText: { _ in true }, perform: { _ in }
    )
    let pause = KeyBinding<DetailPane>(
      .character("P"), does: "pause, catch up", now: { $0.store.isPaused ? "catch up" : "pause" }
    ) { $0.store.send(.pauseKeyPressed) }
    let neighbours = [
      neighbourKey(.control("n"), does: "next record", 1), neighbourKey(.control("p"), does: "previous record", -1),
    ]
    let changes = (changeKeys(style) + [revertKey(style)]).about(.records)
    let copies = [copyKey, copyMenuKey].about(.marking)
    let motion = (neighbours + (style.isDerived ? fieldKeys : KeyBinding.scrolling)).about(.moving)
    return style.isDerived
      ? [goKey(style)].about(.records) + changes + [back].about(.moving) + copies
        + [writeKey, bytesKey].about(.records)
        + motion + [pause].about(.changes) + [search]
      : [back].about(.moving) + changes + copies + motion + [pause].about(.changes) + [search]
  }

  private static func neighbourKey(_ key: Key, does title: String, _ step: Int) -> KeyBinding<DetailPane> {
    KeyBinding(key, does: title, waitsFor: [.record, .cursor]) { $0.openNeighbour(step) }
  }

  /// The keys that change the record.
  private static func changeKeys(_ style: TableStyle) -> [KeyBinding<DetailPane>] {
    [
      KeyBinding(
        .character("e"), does: "edit", isHinted: true, never: style.editing.refusals[.edit],
        unless: { $0.refusal(.open) },
        hintedIf: { $0.environment.refusal(.save) == nil }, opensText: { _ in true }
      ) {
        $0.act { .open(.editKeyPressed(id: $0)) }
      },
      KeyBinding(
        .character("E"), does: "the value in $EDITOR", never: style.editing.refusals[.edit],
        unless: { $0.editorRefusal },
        waitsFor: .change, writes: { _ in true }
      ) {
        $0.editValue()
      },
      KeyBinding(
        .character(" "), does: "toggle", isHinted: true, isListed: style.editing.toggledColumn != nil,
        never: style.editing.refusals[.edit], unless: { $0.refusal(.change) }, hintedIf: { $0.toggledColumn != nil },
        waitsFor: .change, writes: { $0.toggledColumn != nil }, isOfRecord: { _ in true }
      ) { pane in
        let column = pane.editedColumn
        pane.act { .change(.toggleKeyPressed(pane.chosen($0), column: column)) }
      },
      KeyBinding(
        .character("d"), .delete, does: "delete", isHinted: true, never: style.editing.refusals[.delete],
        unless: { $0.refusal(.change) }, waitsFor: .change, writes: { _ in true }
      ) { pane in
        pane.act { .change(.deleteKeyPressed(pane.chosen($0))) }
      },
    ]
  }

  private static let copyKey = KeyBinding<DetailPane>(
    .character("y"), does: "copy as JSON", of: "copy as JSON, choose", unless: { $0.recordRefusal }, waitsFor: .change
  ) {
    $0.act { .change(.copyKeyPressed(ChosenRecords([$0]))) }
  }

  private static let copyMenuKey = KeyBinding<DetailPane>(
    .character("Y"), does: "choose what to copy", of: "copy as JSON, choose", unless: { $0.recordRefusal },
    waitsFor: .change,
    opensText: { _ in true }
  ) {
    $0.act { .report(.copyAsked(CopiedRecords(chosen: ChosenRecords([$0])))) }
  }

  /// Shows blobs that are text as bytes, or as text again.
  private static let bytesKey = KeyBinding<DetailPane>(
    .character("b"), does: "bytes, text", now: { $0.areBytesShown ? "text" : "bytes" }
  ) {
    $0.areBytesShown.toggle()
    $0.pane.setNeedsDisplay()
  }

  /// Opens the person's editor on the value of the field with the cursor.
  private func editValue() {
    guard let column = editedColumn else { return }
    act { .open(.editorKeyPressed(id: $0, column: column)) }
  }

  /// The column of the field with the cursor; in a book, which has no such cursor, the first editable column. `nil` if
  /// the cursor is on a table with referrers.
  private var editedColumn: String? {
    store.table.style.isDerived ? focusedColumn : store.table.style.editing.columns.first?.name
  }

  /// The column of the field with the cursor; `nil` in a book, or on a table with referrers.
  var focusedColumn: String? {
    guard store.table.style.isDerived else { return nil }
    return store.detail.flatMap { outline.column(of: outline.entry(at: $0.place)) }
  }

  /// The column that Space toggles; `nil` if there is none. Tracked.
  private var toggledColumn: String? { store.table.toggledColumn(at: editedColumn) }

  private var editorRefusal: KeyRefusal? {
    if let refusal = refusal(.change) { return refusal }
    return editedColumn == nil ? .because("There is no value here to edit.") : nil
  }

  /// Sends an action for the record.
  private func act(_ action: (RecordID) -> RecordList.Action) {
    if let detail = store.detail { store.send(action(detail.id)) }
  }

  /// Why a key can't act on the record now; `nil` if it can.
  private func refusal(_ intent: Intent) -> KeyRefusal? { environment.refusal(intent) ?? recordRefusal }

  /// Why no key can act on the record as it is shown; `nil` if one can.
  var recordRefusal: KeyRefusal? {
    guard let detail = store.detail else { return nil }
    let shown = shownRecord(of: detail)
    return shown == .gone ? .recordGone : shown == detail.record ? nil : .oldRows
  }

  /// The present record or, while the list is paused, the last drawn one. Tracked.
  func shownRecord(of detail: RecordDetail.State) -> ExactRecord.Value {
    guard store.isPaused, let drawn, drawn.id == detail.id, drawn.record != .unread else { return detail.record }
    return drawn.record
  }

  /// The facts about the record for the right side of the status line, in words. Tracked.
  var note: [String] {
    guard store.isPaused, let detail = store.detail else { return [] }
    return [ListNote.pausePhrase(waiting: shownRecord(of: detail) == detail.record ? 0 : 1)]
  }

  /// The name of the record for the top line; `nil` if the name is above the fields. Tracked.
  var topTitle: String? { store.table.style.isDerived ? store.detail.map(title) : nil }

  func title(of detail: RecordDetail.State) -> String {
    store.table.named(detail.id, shownRecord(of: detail).row).title
  }

  /// The place of the fields: at the top, or below the title and, if there is room, an empty line.
  private func place(in height: Int) -> (top: Int, height: Int) {
    store.table.style.isDerived ? (0, height) : height > 3 ? (2, height - 2) : (1, height - 1)
  }

  var pageHeight: Int { max(1, place(in: pane.rect.height).height) }

  /// The ages have changed.
  func timePassed() { if !store.isPaused { pane.setNeedsDisplay() } }

  private func unreadable(_ error: any Error) -> String { "This record could not be read: \(sentence(error))." }

  var topLine: Int { store.detail.map { outline.top(of: $0.place, height: pageHeight) } ?? 0 }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { wasMoreBelow || outline.isLonger(than: topLine + pageHeight) }

  func scroll(to line: Int) {
    guard let place = store.withState({ $0.detail?.place }) else { return }
    let top = outline.top(line, height: pageHeight)
    store.send(.detail(.moved(to: outline.place(at: outline.entry(at: place), scroll: top))))
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    var isLonger = false
    defer { wasMoreBelow = isLonger }
    guard let detail = store.detail else {
      drawn = nil
      return outline.clear()
    }
    let record = shownRecord(of: detail)
    drawn = (detail.id, record)
    let (top, height) = place(in: rect.height)
    guard height > 0 else { return }
    if top > 0 {
      buffer.write(
        title(of: detail), at: Point(column: 3, row: 0), maxWidth: rect.width - 3, style: environment.theme.header)
    }
    readRecords.beginDrawing(pane)
    if let followed { readRecords.note(followed, in: pane) }
    guard case .row(let row, let columns, _, let labels, let stored) = record else {
      let place = Rect(column: 3, row: top, width: rect.width - 4, height: height)
      return drawAbsence(detail, isGone: record == .gone, in: place, on: &buffer)
    }
    let signs = Signs(isUnicode: environment.isUnicode)
    let history = history(of: detail.id)
    drawnHistory = (detail.id, history)
    outline.show(
      row, columns, id: detail.id, labels: labels, stored: stored, naming: detail.naming.map { DetailField($0, signs) },
      history: history, areBytesShown: areBytesShown, images: detail.images, width: rect.width)
    let first = outline.top(of: detail.place, height: height)
    isLonger = outline.isLonger(than: first + height)
    let focus = store.table.style.isDerived ? outline.entry(at: detail.place) : nil
    outline.draw(
      from: first, at: top, height: height, focus: focus, matching: store.list.search, on: &buffer)
  }

  /// The changes that all programs have made to the record since the file was opened, the newest first. For an entry of
  /// the list of changes, those of its record. Tracked.
  private func history(of id: RecordID) -> RecordHistory {
    if store.isPaused, let drawnHistory, drawnHistory.id == id { return drawnHistory.history }
    guard let journal = Container.shared.changeJournal() else { return RecordHistory() }
    if store.table.isOfJournal { return journal.history(ofRecordChangedBy: id.rowID.flatMap { told?.entry($0) }) }
    return journal.history(of: id, in: store.table.name)
  }

  /// Says why there are no fields to show.
  private func drawAbsence(
    _ detail: RecordDetail.State, isGone: Bool, in rect: Rect, on buffer: inout CellBuffer
  ) {
    let text = isGone ? "This record is gone" : detail.$record.loadError.map(unreadable) ?? ""
    let lines = WrappedText.lines(of: text, width: rect.width, isUnicode: buffer.isUnicode)
    for (index, line) in lines.prefix(rect.height).enumerated() {
      buffer.write(line, at: Point(column: rect.column, row: rect.row + index), style: environment.theme.error)
    }
    guard isGone, lines.count < rect.height else { return }
    buffer.write(
      goneNote(), at: Point(column: rect.column, row: rect.row + lines.count), maxWidth: rect.width,
      style: environment.theme.muted)
  }
}
