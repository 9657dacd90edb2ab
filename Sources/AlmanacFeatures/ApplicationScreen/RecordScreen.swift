// A list with the views over it: its record, its form, its dialogs. The same for every table.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Stores
import Terminals

/// The screen of one table.
@MainActor
final class RecordScreen: TabScreen {
  private let store: StoreOf<RecordList>
  private let environment: ScreenEnvironment
  let list: RecordListPane
  private let beside: RecordBesidePane
  private let detail: DetailPane
  private let form: FormPane
  private let confirmation: BulkConfirmationPane
  private let saving: ValueSavingPane
  private let profile: ProfilePane
  /// The keys of this list in addition to those of every list.
  private let ownKeys: [KeyBinding<RecordScreen>]
  /// The keys that the bottom line shows first.
  private let lineKeys: [Key]
  private let title: (() -> String)?
  /// What can be copied here instead of records.
  private let ownCopies: ((ChosenRecords) -> [CopyChoice])?
  /// The table of copied INSERT statements, if it is not that of the records.
  private let insertionTable: (() -> String)?

  /// `keys` take precedence over those of every list and record, and `lineKeys` come first in the bottom line.
  /// `actOnMarked`: whether one of `keys` acts on marked records. `told`: the journal whose changes are the records. `title`
  /// names the list in the top line, if that does not show the tabs. `copies` replaces what can be copied of records.
  /// `insertionTable` names another table for copied INSERT statements. `goneNote` says whether a gone open record can be brought back. `title` and `goneNote` are tracked.
  init(
    store: StoreOf<RecordList>, environment: ScreenEnvironment, keys: [KeyBinding<RecordScreen>] = [],
    lineKeys: [Key] = [], actOnMarked: Bool = false, looksBack: Bool = false,
    told: ChangeJournal? = nil,
    title: (() -> String)? = nil, copies: ((ChosenRecords) -> [CopyChoice])? = nil,
    insertionTable: (() -> String)? = nil, goneNote: @escaping () -> String
  ) {
    (self.store, self.environment) = (store, environment)
    (ownKeys, self.lineKeys, self.title) = (keys, lineKeys, title)
    (ownCopies, self.insertionTable) = (copies, insertionTable)
    let list = RecordListPane(
      store: store, environment: environment, except: keys.flatMap(\.keys), actOnMarked: actOnMarked,
      looksBack: looksBack,
      words: { id in id.rowID.flatMap { told?.words(of: $0) } })
    self.list = list
    beside = RecordBesidePane(store: store, list: list, environment: environment)
    detail = DetailPane(
      store: store, environment: environment, told: told, openNeighbour: { [unowned list] in list.openNeighbour($0) },
      goneNote: goneNote)
    form = FormPane(store: store, environment: environment)
    confirmation = BulkConfirmationPane(
      environment: environment, confirmation: { store.confirmation }, send: { store.send(.confirmation($0)) })
    saving = ValueSavingPane(store: store, environment: environment)
    list.rows.words = { [weak list] in list?.spoken(title: title?()) }
    list.searchLine.pane.words = { SpokenPart(id: "") }
    detail.pane.words = { [weak detail] in detail?.spoken() }
    form.pane.words = { [weak form] in form?.spoken() }
    profile = ProfilePane(store: store, environment: environment) { count in
      list.moveColumn(by: count)
      if let column = list.columns.currentName { list.showProfile(of: column) }
    }
  }

  var isDetailShown: Bool { store.has(\.detail) }
  private var isFormShown: Bool { store.has(\.form) }
  /// The confirmation waits until the person types no text: text keys are not meant for it.
  private var isConfirmationShown: Bool {
    store.has(\.confirmation) && !isSavingShown && !isFormShown && (isDetailShown || !store.isSearchTyped)
  }
  private var isSavingShown: Bool { store.detail?.saving != nil }
  private var isProfileShown: Bool { store.has(\.profile) }

  /// The part that gets the keys. Not tracked: for events.
  private enum Front { case saving, form, confirmation, detail, profile, list }

  private var front: Front {
    store.withState { state in
      if state.detail?.saving != nil { return .saving }
      if state.form != nil { return .form }
      if state.confirmation != nil, state.detail != nil || !state.isSearchTyped { return .confirmation }
      if state.detail != nil { return .detail }
      return state.profile != nil ? .profile : .list
    }
  }

  /// The keys of this list. If the cursor is on a change that the open record shows, `R` is that of every record. Tracked.
  private var presentKeys: [KeyBinding<RecordScreen>] {
    guard isDetailShown, detail.focusedChange != nil else { return ownKeys }
    return ownKeys.filter { !$0.keys.contains(.character("R")) }
  }

  /// The panes behind the dialogs.
  private var ground: [Pane] {
    if isDetailShown { return [detail.pane] }
    return isProfileShown ? [profile.pane] : [list.searchLine.pane, list.rows, beside.pane]
  }

  var panes: [Pane] {
    var panes = ground
    if isFormShown { panes.append(form.pane) }
    if isSavingShown { panes.append(saving.pane) }
    if isConfirmationShown { panes.append(confirmation.pane) }
    return panes
  }

  func hints(except taken: [Key]) -> [KeyHint] {
    if isConfirmationShown { return confirmation.hints(except: taken) }
    if isSavingShown { return saving.hints(except: taken) }
    if isFormShown { return form.keys.hints(form, except: taken) }
    if isProfileShown, !isDetailShown { return profile.keys.hints(profile, except: taken) }
    if store.isSearchTyped, !isDetailShown { return list.searchKeys.hints(list, except: taken) }
    let keys = presentKeys
    let others = taken + keys.flatMap(\.keys)
    let common =
      isDetailShown
      ? detail.keys.hints(detail, except: others, and: lineKeys) : list.keys.hints(list, except: others, and: lineKeys)
    return (keys.hints(self, except: taken) + common).beginning(with: lineKeys)
  }

  var help: [KeyHint] {
    if isProfileShown, !isDetailShown { return profile.keys.help() }
    let taken = ownKeys.flatMap(\.keys)
    return ownKeys.help() + (isDetailShown ? detail.keys.help(except: taken) : list.keys.help(except: taken))
  }

  var formHelp: [KeyHint] { store.table.style.editing.columns.isEmpty ? [] : form.help }

  var message: Message? {
    if isConfirmationShown { return confirmation.message }
    return isFormShown ? form.message : nil
  }
  var record: RecordID? { store.withState { $0.detail?.id } ?? list.dataSource.selected }
  /// The open record, or else the marked ones, or else the one with the cursor. For events.
  var chosen: ChosenRecords? { store.withState { $0.detail?.id }.map { ChosenRecords([$0]) } ?? list.model.chosen }
  func copies(of records: CopiedRecords?) -> [CopyChoice] {
    guard let records = records ?? list.copied(detail: store.detail?.id) else { return [] }
    if let ownCopies { return ownCopies(records.chosen) }
    let column = isDetailShown ? detail.focusedColumn : currentColumn
    return CopyChoice.all(
      of: store.table, column: column, records.chosen, insertedInto: insertionTable?()
    ) { [store] part in
      store.send(.change(.copyKeyPressed(records.chosen, part, cursor: records.cursor)))
    }
  }
  var export: (@MainActor (_ path: String) -> Void)? {
    if isDetailShown { return nil }
    return { [store] path in store.send(.change(.exportAsked(path: path))) }
  }
  var commandRefusal: KeyRefusal? { isDetailShown ? detail.recordRefusal : list.commandRefusal }
  func run(_ command: UserCommand) {
    if let chosen { store.send(.open(.commandAsked(command, chosen))) }
  }
  var columns: [ColumnChoice] {
    guard !isDetailShown, !isProfileShown, currentColumn != nil else { return [] }
    let shown = Set(list.columns.shown.map(\.style.column))
    return list.columns.names.map { [list] name in
      ColumnChoice(name: name, isHidden: !shown.contains(name)) { list.go(toColumn: name) }
    }
  }
  /// Opens the record with the cursor.
  func openSelected() { list.openSelected() }
  /// The column that column keys act on.
  var currentColumn: String? { list.columns.currentName }
  var cursorSight: CursorSight {
    if isDetailShown { return { true } }
    return list.model.sight()
  }
  func isCursorUnread(at time: Double) -> Bool {
    isDetailShown ? detail.isRecordExchanged : list.isCursorUnread(at: time)
  }
  var recordTitle: String? { isDetailShown ? detail.topTitle : isProfileShown ? profile.title : title?() }
  var total: RecordCount? { list.follower.total }
  var note: [String] { isDetailShown ? detail.note : list.follower.noteText }
  var hasMarks: Bool { list.hasMarks }
  var isAtRoot: Bool {
    !isDetailShown && !isProfileShown && !isFormShown && !isConfirmationShown && !isSavingShown && !list.isClearable
      && !list.hasMarks
  }
  var takesText: Bool { isFormShown || isConfirmationShown || isSavingShown || (store.isSearchTyped && !isDetailShown) }

  func setShown(_ isShown: Bool) {
    let fetches = store.live.scope
    if isShown { fetches.resume() } else { fetches.pause() }
  }

  func layOut(in rect: Rect) {
    list.hasRoomBeside = rect.width >= RecordListPane.leastWidthBeside
    beside.isShown = list.hasRoomBeside && environment.isSidePaneShown()
    beside.room = Size(width: rect.width * 2 / 5, height: rect.height)
    let listWidth = beside.isShown ? rect.width - beside.width : rect.width
    list.columns.screenWidth = rect.width
    list.layOut(in: Rect(column: rect.column, row: rect.row, width: listWidth, height: rect.height))
    beside.pane.rect = Rect(
      column: rect.column + listWidth, row: rect.row, width: rect.width - listWidth, height: rect.height)
    detail.pane.rect = rect
    form.pane.rect = form.rect(in: rect)
    confirmation.pane.rect = confirmation.rect(in: rect)
    profile.layOut(in: rect)
    saving.pane.rect = ValueSavingPane.rect(in: rect)
  }

  var readableAt: Double? { isFormShown ? form.readableAt : isDetailShown ? detail.readableAt : list.readableAt }
  var questions: [Question] { [confirmation.question].compactMap(\.self) + form.questions }

  func action(for key: Key) -> EventAction? {
    switch front {
    case .confirmation: confirmation.action(for: key)
    case .saving: saving.action(for: key)
    case .form: form.action(for: key)
    case .detail: presentKeys.action(for: key, self) ?? detail.keys.action(for: key, detail)
    case .profile: profile.keys.action(for: key, profile)
    case .list: (store.withState(\.isSearchTyped) ? nil : ownKeys.action(for: key, self)) ?? list.action(for: key)
    }
  }

  func action(forPasted text: String) -> EventAction? {
    switch front {
    case .confirmation: confirmation.action(for: .insert(text))
    case .saving: saving.action(for: .insert(text))
    case .form: form.action(for: .insert(text))
    case .detail, .profile: nil
    case .list: store.isSearchTyped ? list.action(for: .insert(text)) : nil
    }
  }

  var textLimit: Int {
    switch front {
    case .confirmation: BulkConfirmation.textLimit
    case .saving: ValueSaving.textLimit
    case .form, .detail, .profile, .list: .max
    }
  }

  func action(for event: MouseEvent) -> EventAction? {
    switch front {
    case .list: list.action(for: event)
    case .detail: detail.wheelAction(for: event)
    case .profile: profile.wheelAction(for: event)
    case .confirmation, .saving, .form: nil
    }
  }

  var barrier: Barrier { list.follower.barrier.union(form.barrier) }

  func timePassed() {
    list.timePassed()
    beside.timePassed()
    detail.timePassed()
    profile.timePassed()
  }

  func show(_ hidden: HiddenRecord) { list.show(hidden) }
  func keyPressed() { list.follower.gone.forget() }
  func forgetPress() { list.model.range.pressed = nil }
  var canStop: Bool { isConfirmationShown || profile.isRunning || store.isScanning }

  func stop() {
    store.send(
      isConfirmationShown
        ? .confirmation(.escapeKeyPressed) : profile.isRunning ? .profile(.stopKeyPressed) : .stopKeyPressed)
  }
}
