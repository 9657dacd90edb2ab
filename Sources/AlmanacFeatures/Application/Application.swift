// The whole of what a person does: which screen is shown, what was done last, what can be undone.
public import AlmanacRecords
import Containers
import Databases
public import IdentifiedCollections
import LiveQueries
public import Stores
import Terminals

/// The application: a tab for each table, one for the statistics of a book, and what they have in common.
@Reducer
public struct Application {
  /// What stands behind a tab.
  public enum Tab: Hashable, Sendable {
    /// The table or view with this name.
    case table(String)
    /// The statistics of a book.
    case statistics
    /// What was changed since the file was opened: no tab of the bar, but a screen of the same kind.
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
    /// The tab that is shown; `nil` where the file has no table.
    public var tab: Tab?
    /// The tables of the file, as they are now.
    @Fetch var tables: FileTables.Value
    /// The tables that there are tabs for, each with its count.
    public internal(set) var tableTabs: [TableTab]
    /// The version of the schema that they are of.
    var schemaVersionOfTabs: Int
    /// The lists of the tables that have been visited.
    public var lists = IdentifiedArray<ListedTable, RecordList.State>(id: \.table)
    /// The statistics of a book; `nil` where the file is none.
    public var statistics: Statistics.State?
    /// The list of changes, once it was asked for.
    public internal(set) var changes: RecordList.State?
    /// Where the person was before.
    var tabBeforeChanges: Tab?
    /// Whether the help is shown.
    public var isHelpShown = false
    /// What is typed after `:`.
    public var palette: Palette.State?
    /// The checks of the file.
    public var doctor: Doctor.State?
    /// Whether the person is asked whether the file may be written to.
    var isWriteAsked = false
    /// What stands over the whole screen.
    enum Front { case writeQuestion, palette, help, doctor }
    var front: Front? {
      if isWriteAsked { return .writeQuestion }
      if palette != nil { return .palette }
      return isHelpShown ? .help : doctor != nil ? .doctor : nil
    }
    /// What has happened.
    var messages = MessageQueue()
    /// What the status line says about it.
    public var message: Message? { messages.shown(on: tab) }
    /// Whether the last key can't act before what is being written, or waits for a lock, is over.
    var isKeyRefused = false
    /// What can be undone and redone.
    public var history = ChangeHistory()
    /// Where the person came from, by foreign keys and from changes: the last place last.
    var jumps: [Jump] = []
    /// Where a jump began, while the record that it leads to is looked up.
    var tabOfLookup: Tab?
    /// How the file is.
    public var file: FileHealth.State
    /// Whether a step is being taken back or done again, or the rows read as it left them.
    var isStepTaken = false
    /// The change that was asked for at a key, or the step, that is being written.
    var changeUnderWay: ChangeUnderWay?
    /// What a form holds, while it is saved: behind the change under way, if there is one.
    var saving: ChangeUnderWay?
    /// How often work has failed that a key asked for.
    var failureCount = 0
    /// Whether the program should end.
    public var isQuitting = false
    /// Whether the program was asked to end while a form has something typed in it.
    public var isQuitAsked = false
    /// Why something was not written that was asked for just before leaving.
    var failureAfterLeaving: String?

    /// Begins with a file that has these tables, at one of them, or at the first; where a search is given, that table
    /// is searched, as after Enter.
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

    /// Whether quitting would lose what was typed, or a change that waits or is being written.
    var hasSomethingToLose: Bool {
      lists.contains { $0.form?.isTouched == true } || file.isWriteWaiting || isChangeShown
    }

    /// What keeps quitting from being done at once.
    var quitReason: QuitReason { file.isWriteWaiting ? .unwritten : isChangeShown ? .writing : .unsaved }

    /// The record that the message is about, where the list hides it and nothing stands over the list.
    var hiddenRecord: HiddenRecord? {
      guard !isHelpShown, let record = message?.record else { return nil }
      return ofShownList { list in
        list.hiddenInSight.flatMap { $0.id == record.id && list.table.isNamed(record.table) ? $0 : nil }
      }
    }

    /// What is being written now.
    var presentChange: ChangeUnderWay? { changeUnderWay ?? saving }
    /// Whether the status line shows it.
    var isChangeShown: Bool { presentChange?.isShown == true }
    /// Whether it is found out what the person is asked.
    var isQuestionAwaited: Bool { changeUnderWay?.asks == true }
    /// Whether records are being changed at a key.
    var isWriting: Bool { lists.contains { $0.changeCount > 0 } }
    /// Whether a change or a step is about to move the cursor: not one that takes long, nor one behind another program's
    /// lock, which may last.
    var isCursorAwaited: Bool {
      (isStepTaken || lists.contains(where: \.isDeleting)) && !isChangeShown && file.status.waiting.isEmpty
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
        // The list of the table stands behind the record that is open.
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
      case .lists(.element(let table, .backKeyPressed)):
        // A record to which a foreign key of another led is left for that.
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
    // The bodies of those that most actions are for are made once, as this one is.
    .forEach(\.lists, action: \.lists) { RecordList().body }
    .ifLet(\.changes, action: \.changes) {
      RecordList().body.dependency(\.defaultDatabase) { journal?.database ?? database }
    }
  }

  /// What the list of a table tells.
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
    case .redoConfirmed: return take(.redo, &state)
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

  /// A change was not made, and the message says why.
  func noteFailure(_ state: inout State) {
    if state.isQuitting { state.failureAfterLeaving = state.messages.lastError?.text }
  }
}

extension Application.State {
  /// Shows a message on the tab of a table, or on the tab that is shown.
  mutating func show(_ message: Message, on table: ListedTable? = nil) {
    show(message, at: table.map { .table($0.name) })
  }

  /// Shows a message at a place.
  mutating func show(_ message: Message, at place: Application.Tab?) {
    var message = message
    // News of a table that has gone appears on the tab that is shown.
    message.tab = place.flatMap { place in (tabs + [.changes]).first { $0 == place } } ?? tab
    messages.show(message)
  }

  /// Shows a passing remark there.
  mutating func note(_ text: String, on table: ListedTable? = nil) {
    show(Message(text: text, isPassing: true), on: table)
  }

  /// Says that a table is gone: it has no tab any more.
  mutating func noteGone(_ table: String) {
    messages.show(Message(text: "\(table) is no longer in the file.", isPassing: true))
  }

  /// Says which columns a table has lost, or which has another name.
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
