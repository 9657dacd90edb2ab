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
    /// The person's query and its result. It is not in the tab bar either.
    case query
    /// The board of the named queries, which is not in the tab bar.
    case board
    /// The query with this name, which is shown on the screen of the query.
    case named(String)

    public static func == (a: Self, b: Self) -> Bool {
      switch (a, b) {
      case (.table(let a), .table(let b)), (.named(let a), .named(let b)): a.isSameName(as: b)
      case (.statistics, .statistics), (.changes, .changes), (.query, .query), (.board, .board): true
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) {
      switch self {
      case .table(let name), .named(let name): hasher.combine(name.lowercasedASCII)
      case .statistics, .changes, .query, .board: break
      }
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
    /// The list of changes, and that of the net changes between two moments.
    var changeLists = ChangeLists()
    /// The person's query; `nil` until its screen is opened.
    public internal(set) var query: Query.State?
    /// The board; `nil` until it is opened.
    var board: Board.State?
    /// The queries with a name.
    var named = NamedQueries([])
    /// Whether the side pane with a record is shown, if there is room for it.
    public internal(set) var isSidePaneShown = true
    /// The dialog over the whole screen.
    var dialog: Dialog?
    /// The messages of the status line.
    var messages = MessageQueue()
    /// The message on the shown tab.
    public var message: Message? { messages.shown(on: tab) }
    /// The changes to undo and redo.
    public var history = ChangeHistory()
    /// The jumps to take back, and the one under way.
    var jumps = Jumps()
    /// The health of the file.
    public var file: FileHealth.State
    /// The work under way.
    var work = ApplicationWork()
    /// What quitting has come to.
    var quitting = Quitting()

    /// Starts with the tables of a file: as the last run left them, or at `table`. A `search` searches that table or the
    /// first one, as after Enter. `continuesLastRun`: false after another file.
    public init(
      file: OpenFile, tables: FileTables.Value, table: String? = nil, search: String? = nil,
      continuesLastRun: Bool = true
    ) {
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
      do {
        named = NamedQueries(try Container.shared.keptQueries().named())
      } catch {
        messages.show(Message(text: "\(error)", isError: true))
      }
      let last = lastScreen()
      named.searches = last.searches
      let screen = continuesLastRun ? last : KeptScreen()
      if table == nil, search == nil, let left = screen.tab, tabs.contains(left) {
        if case .named(let name) = left { work.queryOfLastRun = name } else { tab = left }
      }
      visit(search: search, in: screen)
      if file.isMade { messages.show(Message(text: "Made \(file.name), a new book.", isPassing: true)) }
    }

    /// Whether quitting would lose typed content, or a change that waits or is being written.
    var hasSomethingToLose: Bool {
      lists.contains { $0.form?.isTouched == true } || file.isWriteWaiting || isChangeShown || exporting != nil
    }

    /// The writing of a list to a file, on any tab; nil if there is none.
    var exporting: Exporting? { allLists.lazy.compactMap(\.work.exporting).first }

    /// The lists of all tabs.
    var allLists: [RecordList.State] {
      Array(lists) + [changeLists.all, changeLists.net, changeLists.past, query?.lists.first].compactMap(\.self)
    }

    /// Why quitting is not done at once.
    var quitReasons: [QuitReason] {
      (hasSomethingToLose ? [ownQuitReason] : []) + quitting.elsewhere.map(\.reason)
    }

    /// What quitting would lose in this file, if it loses something here.
    var ownQuitReason: QuitReason {
      file.isWriteWaiting ? .unwritten : isChangeShown ? .writing : exporting != nil ? .exporting : .unsaved
    }

    /// The record of the message, if the list hides it and no dialog is over the list.
    var hiddenRecord: HiddenRecord? {
      guard !isHelpShown, let record = message?.record else { return nil }
      return ofShownList { list in
        list.hiddenInSight.flatMap { $0.id == record.id && list.table.isNamed(record.table) ? $0 : nil }
      }
    }
  }

  @Dependency(\.defaultDatabase) var database
  @Dependency(\.changeJournal) var journal
  @Dependency(\.keptQueries) var keptQueries
  @Dependency(\.stepKeeper) var stepKeeper

  /// Makes the reducer of the screen.
  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.file, action: \.file) { FileHealth() }
    Reduce { state, action in
      if action.isFailure { state.work.failureCount += 1 }
      if state.tab == .changes, state.changeLists.net == nil { journal?.noteSeen() }
      switch state.tab {
      case .table(let name)?: journal?.noteSeen(in: name)
      case .statistics?: journal?.noteTablesSeen()
      default: break
      }
      switch action {
      case .tabKeyPressed(let tab):
        // The key of the shown tab closes the record or the profile over the list.
        if tab == state.tab { state.setShownList { ($0.detail, $0.profile) = (nil, nil) } }
        return goToTab(tab, &state)
      case .tablesChanged:
        let names: Effect<Action> = state.tab == .query ? .send(.query(.completion(.namesNeeded))) : .none
        return .merge(tablesChanged(&state), names)
      case .dialog(let action): return reduce(action, &state)
      case .jump(let action): return reduce(action, &state)
      case .journal(let action): return reduce(action, &state)
      case .lookBack(let action): return reduce(action, &state)
      case .queryScreen(let action): return reduce(action, &state)
      case .naming(let action): return reduce(action, &state)
      case .step(let action): return reduce(action, &state)
      case .work(let action): return reduce(action, &state)
      case .command(let action): return reduce(action, &state)
      case .message(let action):
        reduce(action, &state)
        return .none
      case .importAsked(let path, let table): return importRecords(from: path, into: table, &state)
      case .newTable(let action): return reduce(action, &state)
      case .importForm(.submitted): return submitImport(&state)
      case .lists(.element(let table, .report(let report))): return receive(report, of: table, &state)
      case .lists(.element(let table, .open(.backKeyPressed))):
        // Esc goes back from a record that a jump opened to where the jump began.
        return state.jumps.latest?.openedTable == table.name ? goBack(&state) : .none
      case .changes(.report(let report)), .netChanges(.report(let report)), .past(.report(let report)),
        .query(.lists(.element(_, .report(let report)))):
        return receive(report, &state)
      case .file(.statusChanged):
        state.endQuestion()
        if state.file.status.waiting.isEmpty { state.messages.isKeyRefused = false }
        return .none
      case .query(.failed(_, let text, _)):
        state.show(Message(text: text, isError: true), at: .query)
        return .none
      case .query(.noted(let text)):
        state.show(Message(text: text, isPassing: true), at: .query)
        return .none
      case .query(.sourceFound(let source)): return jump(from: source, &state)
      case .query(.sourcesFound):
        state.dialog = .palette(.typed("record of "))
        return .none
      case .query(.planKeyPressed):
        state.dialog = .plan
        return .none
      case .query(.nameKeyPressed): return reduce(NamingAction.keyPressed, &state)
      case .query(.statement(let action)): return receive(action, &state)
      case .query(.parameters(.given)):
        if let query = state.query { state.named.remember(query.insight.parameters, of: query.name) }
        return .none
      case .board(.openKeyPressed): return openTile(&state)
      case .lists, .changes, .netChanges, .past, .query, .board, .statistics, .palette, .doctor, .schema, .settings,
        .importForm, .file:
        return .none
      }
    }
    .ifLet(\.statistics, action: \.statistics) { Statistics() }
    .ifLet(\.palette, action: \.palette) { Palette() }
    .ifLet(\.doctor, action: \.doctor) { Doctor() }
    .ifLet(\.schema, action: \.schema) { Schema() }
    .ifLet(\.settingsPage, action: \.settings) { SettingsPage() }
    .ifLet(\.importForm, action: \.importForm) { ImportForm() }
    // The most used bodies are made once, like this one.
    .forEach(\.lists, action: \.lists) { RecordList().body }
    .ifLet(\.query, action: \.query) { Query() }
    .ifLet(\.board, action: \.board) { Board() }
    .ifLet(\.changeLists.all, action: \.changes) {
      RecordList().body.dependency(\.defaultDatabase) { journal?.database ?? database }
    }
    OnOwnDatabase(base: Reduce { _, _ in .none }.ifLet(\.changeLists.net, action: \.netChanges) { RecordList().body }) {
      $0.changeLists.netJournal?.database
    }
    OnOwnDatabase(base: Reduce { _, _ in .none }.ifLet(\.changeLists.past, action: \.past) { RecordList().body }) {
      $0.changeLists.lookBack?.table.connection
    }
  }
}
