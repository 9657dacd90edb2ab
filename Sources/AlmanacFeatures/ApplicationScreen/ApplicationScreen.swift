// The whole screen: lays out the panes, dispatches keys, and composes frames.
import AlmanacRecords
import Containers
import Databases
import IdentifiedCollections
import Observing
import Stores
import Terminals

/// The screen of the application.
@MainActor
final class ApplicationScreen: ObservingObject {
  let store: StoreOf<Application>
  let environment: ScreenEnvironment
  let terminal: any Terminal
  private(set) var tabs: TabScreens!
  private(set) var tabBar: Pane!
  private(set) var status: StatusPane!
  private(set) var keyLine: Pane!
  private var dialogs: Dialogs!
  /// The work to do when the person has allowed writing. The list stays live behind the question.
  var asked: (@MainActor () -> Void)?
  private var workToken: ObserveToken?
  /// The open files; `nil` if this is one file alone.
  let files = Container.shared.openFiles()
  /// Whether it is on the terminal. Tracked.
  @Tracked var isShown = true
  let events: EventQueue
  private(set) var size: Size
  /// What other programs have changed, for a person who hears it.
  var news = HeardNews()
  /// How many messages have gone at a key: a person who hears the same one again is told so.
  private(set) var seenCount = 0
  /// What a click on the top line or on the bottom line means.
  var clicks = ClickPlaces()
  /// The panes of the last layout, from back to front.
  private var panes: [Pane] = []

  /// The least size in which the screens can be shown.
  static let leastSize = Size(width: 20, height: 5)

  init(
    store: StoreOf<Application>, environment: ScreenEnvironment, terminal: any Terminal, events: EventQueue
  ) {
    self.store = store
    self.environment = environment
    self.terminal = terminal
    self.events = events
    size = terminal.size
    super.init()
    tabs = TabScreens(
      store: store, environment: environment, makeChanges: { [unowned self] in makeChanges($0) }
    ) { [unowned self] in
      makeTabBar()
      if workToken != nil { followWork() }
    }
    // Before the key line, which shows the help's keys while the help is open.
    dialogs = Dialogs(
      help: HelpPane(
        environment: environment, content: { [unowned self] in helpContent },
        close: { store.send(.dialog(.closed)) }),
      palette: PalettePane(store: store, environment: environment) { [unowned self] in paletteEntries($0) },
      writePermission: makeWritePermission(), removal: makeRemoval(), doctor: makeDoctor(), plan: makePlan(),
      schema: makeSchema(), comparison: makeComparison(),
      settings: SettingsPane(store: store, environment: environment),
      importForm: ImportFormPane(store: store, environment: environment))
    makeTabBar()
    status = StatusPane(store: store, environment: environment, events: events) { [unowned self] in current }
    keyLine = environment.pane { [weak self] in self?.drawKeyLine(in: $0, on: &$1) }
    observe(scheduler: environment.scheduler) { [weak self] in
      if let self, self.store.areTablesOld { takeTables() }
    }
    observe(scheduler: environment.scheduler) { [weak self] in self?.beginCheck() }
    observe(scheduler: environment.scheduler) { [weak self] in self?.followFiles() }
    observe(scheduler: environment.scheduler) { [weak self] in self?.layOut() }
    observe(scheduler: environment.scheduler) { [weak self] in self?.followNews() }
    events.responder = self
    followWork()
  }

  /// Makes the tab bar. Its observer runs after those of all screens, so that the counts agree with the rows in each
  /// frame.
  private func makeTabBar() {
    tabBar = environment.pane { [weak self] in self?.drawTabBar(in: $0, on: &$1) }
  }

  /// Performs waiting events when their work has ended. The observer runs after those of all screens: the state that
  /// they take over decides what a key means.
  private func followWork() {
    workToken = Observing.observe(scheduler: environment.scheduler) { [weak self, weak events] in
      events?.followPlace()
      events?.dropAfterFailure()
      guard let self, let events, events.isAnyWaiting else { return }
      _ = (barrier, isLocked)
      events.drain()
    }
  }

  /// Takes over the changed tables of the file.
  private func takeTables() {
    store.send(.tablesChanged)
    tabs.dropGone()
  }

  /// The shown screen. Tracked.
  var current: any TabScreen { tabs.current }

  /// The front dialog, if there is one. Tracked.
  var overlay: (any Overlay)? { store.dialog.map { dialogs[$0] } }

  // MARK: Events

  /// The keys as the person has set them. While text is typed or a question asked, each key does what it usually does.
  /// Tracked.
  var keyMap: KeyMap { takesText ? KeyMap() : Container.shared.settings().keys }

  private func action(for key: Key) -> EventAction? {
    switch keyMap.meaning(of: key) {
    case .usual(let key): action(of: key)
    case .action(let name): action(named: name)
    case .nothing: nil
    }
  }

  /// The action of what a key usually does.
  private func action(of key: Key) -> EventAction? {
    if var action = Self.keysOfText.action(for: key, self) {
      action.order = key == .control("c") ? .superseding : .ahead
      action.clearsMessages = false
      return action
    }
    for binding in Self.urgentKeys where binding.keys.contains(key) {
      if let perform = binding.action(self)?.perform {
        return EventAction(order: .superseding, clearsMessages: false, perform: perform)
      }
    }
    // The screen could not show the effect of any other key.
    if isTooSmall { return EventAction(clearsMessages: false, perform: {}) }
    let (overlay, current) = (overlay, current)
    var action =
      if let overlay {
        overlay.action(for: key)
      } else {
        choice(for: key) ?? current.action(for: key) ?? keys.action(for: key, self)
      }
    let quits = [.character("q"), .character("Q")].contains(key) && overlay == nil && !current.takesText
    // Esc acts on the front dialog or screen, whatever waits.
    if key == .escape, action == nil { action = EventAction(perform: {}) }
    if key == .escape { action?.order = .superseding }
    action?.isUrgentAgain = quits
    if action?.writes == true, action?.refusal == nil, !store.file.isWriteAllowed { action?.refusal = .writePermission }
    // The second `q` answers the question of the first.
    if quits, store.quitting.isAsked { action?.clearsMessages = false }
    return action
  }

  /// Pasted text is text, never commands. `isCut`: the text is only the start of the paste.
  private func action(forPasted text: String, isCut: Bool) -> EventAction? {
    if isTooSmall { return nil }
    let overlay = overlay
    let kept = String(text.beginning(bytes: overlay?.textLimit ?? current.textLimit))
    guard var action = overlay.map({ $0.action(forPasted: kept) }) ?? current.action(forPasted: kept) else {
      if overlay != nil { return nil }
      return EventAction(refusal: .because("Paste text into a search or a form, not here."), perform: {})
    }
    guard isCut || kept.utf8.count < text.utf8.count else { return action }
    let paste = action.perform
    action.perform = { [store] in
      paste()
      store.send(
        .message(.noted("The paste was too long: only its first \(kept.utf8.count.groupedDigits) bytes are here.")))
    }
    return action
  }

  func resize(to size: Size) {
    self.size = size
    layOut()
    environment.scheduler.requestFrame()
  }

  /// A minute has passed, or marks have ended.
  func timePassed() {
    for screen in tabs.all { screen.timePassed() }
  }

  // MARK: Frames

  /// Places the panes. Runs again when the shown content changes.
  private func layOut() {
    let content = Rect(column: 0, row: 1, width: size.width, height: max(0, size.height - 3))
    status.screen = size
    keyLine.rect = Rect(column: 0, row: size.height - 1, width: size.width, height: 1)
    let current = self.current
    let isShown = isShown
    for screen in tabs.all { screen.setShown(isShown && screen === current) }
    tabBar.rect = Rect(column: 0, row: 0, width: size.width, height: 1)
    current.layOut(in: content)
    var panes: [Pane] = [tabBar, keyLine] + current.panes + [status.pane]
    if let overlay {
      overlay.layOut(in: screen)
      panes.append(overlay.pane)
    }
    for pane in self.panes where !panes.contains(where: { $0 === pane }) { pane.hidden() }
    self.panes = panes
  }

  private var screen: Rect { Rect(column: 0, row: 0, width: size.width, height: size.height) }

  var isTooSmall: Bool { size.width < Self.leastSize.width || size.height < Self.leastSize.height }

  /// The cells of the present screen, and the place of the cursor.
  func compose() -> (buffer: CellBuffer, cursor: Point?) {
    var buffer = CellBuffer(size: size, isUnicode: environment.isUnicode)
    guard !isTooSmall else {
      TooSmallNotice(quitReason: store.quitting.isAsked ? store.quitReasons.first : nil).draw(
        in: buffer.bounds, on: &buffer)
      return (buffer, nil)
    }
    var cursor: Point?
    let front = overlay?.pane
    for pane in panes where !pane.rect.isEmpty {
      buffer.draw(pane.buffer, at: pane.rect.origin)
      if pane.isDimmed { buffer.restyle(pane.rect) { $0 = environment.theme.muted($0) } }
      guard front == nil || front === pane, let place = pane.cursor else { continue }
      cursor = Point(column: place.column + pane.rect.column, row: place.row + pane.rect.row)
    }
    return (buffer, cursor)
  }

  /// The last frame is on the screen, or its words are out: from now on the person reads what no dialog covers.
  func presented() {
    if isTooSmall { return status.pane.presented(at: elapsed) }
    let front = overlay?.pane
    for pane in panes where !pane.rect.isEmpty && (front == nil || front === pane || status.pane === pane) {
      pane.presented(at: elapsed)
    }
  }

  /// A frame is on the screen. From now on the person has seen it when they type, unless earlier input still waits.
  func notePresented() {
    guard !questions.isEmpty, !events.isAnyWaiting, !terminal.isInputWaiting else { return }
    for pane in panes { pane.seen() }
    if isTooSmall { status.pane.seen() }
  }

  // MARK: Drawing

  private func drawTabBar(in rect: Rect, on buffer: inout CellBuffer) {
    let (tables, shown) = (store.tableTabs, store.tab)
    // The totals of the statistics may differ from a paused list, or be paused themselves.
    let totals = shown == .statistics ? tabs.statistics?.shownTotals : nil
    let (current, journal) = (current, Container.shared.changeJournal())
    // The statistics are of all tables.
    let hasNews = shown != .statistics
    var items = zip(tables, store.tabCounts).map { tab, count in
      let isActive = shown == .table(tab.table.name)
      return TabBar.Item(
        title: tab.table.style.title, count: (isActive ? current.total : totals?[tab.table]) ?? count,
        isActive: isActive, newsCount: hasNews && !isActive ? journal?.unseenCount(in: tab.table.name) ?? 0 : 0)
    }
    if tabs.statistics != nil {
      items.append(TabBar.Item(title: StatisticsScreen.title, isActive: shown == .statistics))
    }
    items += store.named.all.map { TabBar.Item(title: $0.name, isActive: false) }
    clicks.tabs = TabBar(
      items: items,
      fileName: fileName, place: filePlace, fileState: store.fileWord.rawValue, isOfBook: tabs.statistics != nil,
      record: current.recordTitle,
      theme: environment.theme
    ).drawTabs(in: rect, on: &buffer)
  }

  private func drawKeyLine(in rect: Rect, on buffer: inout CellBuffer) {
    let urgent = Self.urgentKeys.hints(self)
    let taken = urgent.flatMap(\.keys)
    let common = current.takesText ? [] : keys.hints(self)
    let own = overlay?.hints(except: taken) ?? current.hints(except: taken) + common
    clicks.keys = KeyLine(hints: (urgent + own).compactMap(keyMap.shown), theme: environment.theme).drawKeys(
      in: rect, on: &buffer)
  }

  /// What the help says of the shown screen. Tracked.
  private var helpContent: HelpContent {
    HelpContent(
      allHints + current.formHelp, Container.shared.settings(), path: store.file.opened.path,
      isUnicode: environment.isUnicode && !terminal.isLinear)
  }
}

extension ApplicationScreen: EventResponder {
  func action(for event: InputEvent) -> EventAction? {
    switch event {
    case .key(let key): action(for: key)
    case .action(let key): action(of: key)
    case .named(let name): action(named: name)
    case .paste(let text, let omitted): action(forPasted: text, isCut: omitted > 0)
    case .pasteHalted: EventAction(order: .ahead, refusal: .pasteHalted, clearsMessages: false, perform: {})
    case .mouse(let event): action(for: event)
    case .resize(let size): EventAction(order: .ahead, clearsMessages: false) { [self] in resize(to: size) }
    case .background, .endOfKeys, .end: nil
    }
  }

  var barrier: Barrier {
    var barrier = current.barrier
    if store.isQuestionAwaited { barrier.insert(.question) }
    if store.isTerminalAwaited { barrier.insert(.terminal) }
    if store.isWriting { barrier.insert(.change) }
    if store.settingsPage?.isWriting == true { barrier.insert(.saving) }
    if store.isCursorAwaited { barrier.insert(.cursor) }
    return barrier
  }

  var questions: [Question] {
    [quitQuestion, overlay?.question].compactMap(\.self) + current.questions
  }

  /// When the person can have read the changes that a key would act on, if they press no key before.
  var readableAt: Double? {
    [events.readableAt, overlay == nil ? current.readableAt : nil].compactMap(\.self).max()
  }

  var isLocked: Bool { !store.file.status.waiting.isEmpty }
  var failureCount: Int { store.work.failureCount }
  var takesText: Bool { overlay?.takesText ?? current.takesText }
  var elapsed: Double { environment.clock.elapsed() }

  /// Most keys find no message, and sending an action costs more than drawing.
  func clearMessages(before event: InputEvent) {
    status.close()
    current.keyPressed()
    let isAnythingShown = store.withState { state in
      state.message.map { $0.isError || $0.isPassing } == true || state.quitting.isAsked || state.messages.isKeyRefused
    }
    guard isAnythingShown else { return }
    store.send(.message(.seen))
    if store.withState({ $0.message == nil }) { seenCount += 1 }
  }

  func refuse(_ event: InputEvent, because refusal: KeyRefusal) {
    if refusal == .writePermission {
      asked = { [unowned self, record = current.record] in
        events.add(event) { [unowned self] in record == current.record }
      }
    }
    store.send(.message(.keyRefused(refusal)))
  }

  var cursorSight: CursorSight { current.cursorSight }
  func isCursorUnread(at time: Double) -> Bool { current.isCursorUnread(at: time) }
}
