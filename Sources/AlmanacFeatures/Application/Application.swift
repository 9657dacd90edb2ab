// The whole application: the shown screen, the last message, and the changes to undo.
public import AlmanacRecords
import Containers
import Databases
public import IdentifiedCollections
import LiveQueries
public import Stores
import Terminals

/// The application: a tab for each table, one for the statistics of a book, and their common state.
@Reducer
public struct Application {
  /// The content of a tab.
  public enum Tab: Hashable, Sendable {
    /// The table or view with this name.
    case table(String)
    /// The statistics of a book.
    case statistics
    /// The changes since the file was opened. It is not in the tab bar, but a screen of the same kind.
    case changes

    public static func == (a: Self, b: Self) -> Bool {
      switch (a, b) {
      case (.table(let a), .table(let b)): a.isSameName(as: b)
      case (.statistics, .statistics), (.changes, .changes): true
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) {
      if case .table(let name) = self { hasher.combine(name.lowercasedASCII) }
    }
  }

  @ObservableState
  public struct State: Equatable {
    /// The shown tab; `nil` if the file has no table.
    public var tab: Tab?
    /// The present tables of the file.
    @Fetch var tables: FileTables.Value
    /// The tables of the tabs, each with its count.
    public internal(set) var tableTabs: [TableTab]
    /// The schema version of `tableTabs`.
    var schemaVersionOfTabs: Int
    /// The lists of the tables that have been shown.
    public var lists = IdentifiedArray<ListedTable, RecordList.State>(id: \.table)
    /// The statistics of a book; `nil` if the file is not a book.
    public var statistics: Statistics.State?
    /// The list of changes; `nil` until it is opened.
    public internal(set) var changes: RecordList.State?
    /// The tab to go back to from the list of changes.
    var tabBeforeChanges: Tab?
    /// Whether the help is shown.
    public var isHelpShown = false
    /// The open palette, typed after `:`.
    public var palette: Palette.State?
    /// The open doctor, which checks the file.
    public var doctor: Doctor.State?
    /// Whether the person is being asked whether the file may be written to.
    var isWriteAsked = false
    /// The dialog over the whole screen.
    enum Front { case writeQuestion, palette, help, doctor }
    var front: Front? {
      if isWriteAsked { return .writeQuestion }
      if palette != nil { return .palette }
      return isHelpShown ? .help : doctor != nil ? .doctor : nil
    }
    /// The messages of the status line.
    var messages = MessageQueue()
    /// The message on the shown tab.
    public var message: Message? { messages.shown(on: tab) }
    /// Whether the last key can't act before the present write or lock wait is over.
    var isKeyRefused = false
    /// The changes to undo and redo.
    public var history = ChangeHistory()
    /// The places to go back to from jumps, the latest last.
    var jumps: [Jump] = []
    /// The tab where a jump began, while its destination is looked up.
    var tabOfLookup: Tab?
    /// The health of the file.
    public var file: FileHealth.State
    /// Whether a step is being undone or redone, or its rows are being read.
    var isStepTaken = false
    /// The change that is being written, by a key or an undo step.
    var changeUnderWay: ChangeUnderWay?
    /// A form's save that is being written. It is shown only if there is no `changeUnderWay`.
    var saving: ChangeUnderWay?
    /// How often requested work has failed.
    var failureCount = 0
    /// Whether the program should end.
    public var isQuitting = false
    /// Whether the program was asked to quit while something would be lost.
    public var isQuitAsked = false
    /// Why a change requested just before quitting was not written.
    var failureAfterLeaving: String?

    /// Starts with the tables of a file, at `table` or at the first one. A non-empty `search` searches that table, as
    /// after Enter.
    public init(file: OpenFile, tables: FileTables.Value, table: String? = nil, search: String = "") {
      self.file = FileHealth.State(file)
      // A book's own tables are always the same.
      _tables =
        tables.isBook && !tables.showsAll
        ? Fetch(wrappedValue: tables)
        : Fetch(wrappedValue: tables, FileTables(following: tables))
      tableTabs = tables.tables.map { TableTab($0) }
      schemaVersionOfTabs = tables.schemaVersion
      if tables.isBook { statistics = Statistics.State() }
      tab = (table ?? tables.tables.first?.name).map(Tab.table)
      visit(search: search)
      if file.isMade { messages.show(Message(text: "Made \(file.name), a new book.", isPassing: true)) }
    }

    /// Whether quitting would lose typed content, or a change that waits or is being written.
    var hasSomethingToLose: Bool {
      lists.contains { $0.form?.isTouched == true } || file.isWriteWaiting || isChangeShown
    }

    /// Why quitting is not done at once.
    var quitReason: QuitReason { file.isWriteWaiting ? .unwritten : isChangeShown ? .writing : .unsaved }

    /// The record of the message, if the list hides it and no dialog is over the list.
    var hiddenRecord: HiddenRecord? {
      guard !isHelpShown, let record = message?.record else { return nil }
      return ofShownList { list in
        list.hiddenInSight.flatMap { $0.id == record.id && list.table.isNamed(record.table) ? $0 : nil }
      }
    }

    /// The change that is being written now.
    var presentChange: ChangeUnderWay? { changeUnderWay ?? saving }
    /// Whether the status line shows the present change.
    var isChangeShown: Bool { presentChange?.isShown == true }
    /// Whether the effects of a deletion are being found out, for a question.
    var isQuestionAwaited: Bool { changeUnderWay?.asks == true }
    /// Whether a key's change or an undo step is being written, or its rows are being read.
    var isWriting: Bool { isStepTaken || lists.contains { $0.work.changeCount > 0 } }
    /// Whether anything is being written, or has rows that are being read.
    var isChanging: Bool { isWriting || presentChange != nil }
    /// Whether a change or a step is about to move the cursor. Not if it takes long, nor if it waits for another
    /// program's lock, which may last.
    var isCursorAwaited: Bool {
      (isStepTaken || lists.contains(where: \.work.isDeleting)) && !isChangeShown && file.status.waiting.isEmpty
    }
  }

  @Dependency(\.defaultDatabase) var database
  @Dependency(\.changeJournal) var journal

  /// Makes the reducer of the screen.
  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.file, action: \.file) { FileHealth() }
    Reduce { state, action in
      if action.isFailure { state.failureCount += 1 }
      switch action {
      case .tabKeyPressed(let tab):
        // The key of the shown tab closes the record or the profile over the list.
        if tab == state.tab { state.setShownList { ($0.detail, $0.profile) = (nil, nil) } }
        state.tab = tab
        state.visit()
        return .none
      case .tablesChanged: return tablesChanged(&state)
      case .paletteKeyPressed:
        state.palette = Palette.State()
        return .none
      case .paletteClosed:
        state.palette = nil
        return .none
      case .jumpFound(let jump, let destination): return arrive(at: destination, from: jump, &state)
      case .jumpFailed(let tab, let text):
        endLookup(from: tab, &state)
        state.show(Message(text: text, isPassing: true), at: tab)
        return .none
      case .jumpCancelled:
        if let tab = state.tabOfLookup { endLookup(from: tab, &state) }
        return .cancel(id: LookupOfJump())
      case .backKeyPressed: return goBack(&state)
      case .changesKeyPressed: return openChanges(&state)
      case .changesOpened(let database): return changesOpened(database, &state)
      case .changesNotOpened(let reason):
        state.note("The changes can't be listed: \(reason).")
        return .none
      case .changesLeft:
        state.leaveChanges()
        return .none
      case .changeFollowed(let entry): return followChange(entry, &state)
      case .changesCleared:
        journal?.clear()
        state.note("The list begins again: the file was not changed.")
        return .none
      case .changes(.report(let report)):
        receive(report, &state)
        return .none
      case .helpKeyPressed:
        state.isHelpShown = true
        return .none
      case .helpClosed:
        state.isHelpShown = false
        return .none

      case .importAsked(let path, let table): return importRecords(from: path, into: table, &state)
      case .doctorAsked:
        state.doctor = Doctor.State()
        return .none
      case .doctorClosed:
        state.doctor = nil
        return .none

      case .stepKeyPressed(let way):
        if state.isChangeOpen {
          state.note(
            "A change can't be \(way == .undo ? "undone" : "made again") from its record: \(way.key) does it in the tables."
          )
          return .none
        }
        return asksBefore(way, &state) ? .none : take(way, &state)
      case .stepTaken(let step, let way, let made): return end(step, way, made, &state)
      case .stepFailed(let step, let way, let failure):
        noteFailure(failure, of: step, way, &state)
        return .none

      case .lists(.element(let table, .report(let report))): return receive(report, of: table, &state)
      case .lists(.element(let table, .open(.backKeyPressed))):
        // Esc goes back from a record that a jump opened to where the jump began.
        return state.jumps.last?.openedTable == table.name ? goBack(&state) : .none
      case .noted(let text):
        state.note(text)
        return .none
      case .keyRefused(let refusal): return refused(refusal, &state)
      case .writeAnswered(let isAllowed):
        state.isWriteAsked = false
        state.file.isWriteAllowed = isAllowed
        if !isAllowed { state.note("Nothing was changed.") }
        return .none
      case .messageSeen:
        state.messages.clearShown(on: state.tab)
        state.isQuitAsked = false
        state.isKeyRefused = false
        return .none

      case .quitKeyPressed: return quit(&state)
      case .stopChangeKeyPressed: return stopChange(&state)
      case .abandoned: return abandon(&state)
      case .changeTakesTime(let seconds): return changeTakesTime(seconds, &state)
      case .changeWritten(let interruption):
        changeWritten(interruption, &state)
        return .none
      case .file(.statusChanged):
        if !state.hasSomethingToLose { state.isQuitAsked = false }
        if state.file.status.waiting.isEmpty { state.isKeyRefused = false }
        return .none
      case .lists(.element(let table, .besideKeyPressed(hasRoom: true))):
        if let isBeside = state.lists[id: table]?.isRecordBeside {
          for index in state.lists.indices { state.lists[index].isRecordBeside = isBeside }
        }
        return .none
      case .lists, .changes, .statistics, .palette, .doctor, .file: return .none
      }
    }
    .ifLet(\.statistics, action: \.statistics) { Statistics() }
    .ifLet(\.palette, action: \.palette) { Palette() }
    .ifLet(\.doctor, action: \.doctor) { Doctor() }
    // The most used bodies are made once, like this one.
    .forEach(\.lists, action: \.lists) { RecordList().body }
    .ifLet(\.changes, action: \.changes) {
      RecordList().body.dependency(\.defaultDatabase) { journal?.database ?? database }
    }
  }

  /// Handles a report of a table's list.
  private func receive(_ report: ListReport, of table: ListedTable, _ state: inout State) -> Effect<Action> {
    switch report {
    case .begun(let change):
      state.changeUnderWay = change
      return .none
    case .progressed(let text, let interruption):
      if state.changeUnderWay?.interruption == interruption { state.changeUnderWay?.text = text }
      return .none
    case .saveBegun(let change):
      state.saving = change
      return .none
    case .saveEnded(let isDone):
      if !isDone { noteFailure(&state) }
      endChange(&state) { $0.saving = nil }
      return .none
    case .done(let label, let change, let cursor, let interruption):
      if let interruption { changeWritten(interruption, &state) }
      state.history.record(ChangeHistory.Step(label: label, table: table, change: change, cursor: cursor))
      state.show(Message(text: label, record: change.record, hints: [.undo]), on: table)
      state.statistics?.isPaused = false
      return .none
    case .noted(let text):
      state.note(text, on: table)
      return .none
    case .stepConfirmed(let step, let way, let left):
      // The question named this step: no other one is taken.
      return state.history.latest(way) == step ? take(way, leaving: left, &state) : .none
    case .stepDeclined(let step, let way):
      if state.history.latest(way) == step { state.history.postpone(way) }
      return .none
    case .referenceFollowed(let reference, let id): return follow(reference, of: id, in: table, &state)
    case .namingFollowed(let naming, let filter, let id): return follow(naming, filter, of: id, in: table, &state)
    case .failed(let text):
      state.show(Message(text: text, isError: true), on: table)
      return .none
    case .changeEnded(let isDone):
      if !isDone { noteFailure(&state) }
      if !state.isWriting { endChange(&state) { $0.changeUnderWay = nil } }
      return .none
    }
  }

  /// Notes that a change was not made. The message says why.
  func noteFailure(_ state: inout State) {
    if state.isQuitting { state.failureAfterLeaving = state.messages.lastError?.text }
  }
}

extension Application.State {
  /// Shows a message on the tab of a table, or on the shown tab.
  mutating func show(_ message: Message, on table: ListedTable? = nil) {
    show(message, at: table.map { .table($0.name) })
  }

  /// Shows a message on a tab.
  mutating func show(_ message: Message, at place: Application.Tab?) {
    var message = message
    // A message about a table that is gone appears on the shown tab.
    message.tab = place.flatMap { place in (tabs + [.changes]).first { $0 == place } } ?? tab
    messages.show(message)
  }

  /// Shows a passing remark on the tab of a table, or on the shown tab.
  mutating func note(_ text: String, on table: ListedTable? = nil) {
    show(Message(text: text, isPassing: true), on: table)
  }

  /// Says that a table is gone from the file.
  mutating func noteGone(_ table: String) {
    messages.show(Message(text: "\(table) is no longer in the file.", isPassing: true))
  }

  /// Says which columns a table has lost, or which one was renamed.
  mutating func noteColumns(of old: ListedTable, in new: ListedTable, renamed: ColumnRename?) {
    if let renamed { return note("The column \(renamed.old) of \(new.name) is called \(renamed.new) now.", on: new) }
    let gone = old.columns.filter { !new.columns.contains($0) }
    if gone.isEmpty { return }
    note("\(new.name) no longer has the \(gone.count == 1 ? "column" : "columns") \(gone.inWords(atMost: 3)).", on: new)
  }
}

extension BookChange {
  var record: Message.Record? { onlyRow.map { Message.Record(table: $0.table, id: $0.id) } }
}

extension KeyHint {
  static let undo = KeyHint(keys: [.character("u")], title: "undo")
  static let redo = KeyHint(keys: [.control("r")], title: "redo")
}
