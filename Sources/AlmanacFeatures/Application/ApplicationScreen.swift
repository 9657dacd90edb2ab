// The whole screen: lays out the panes, hands keys to whoever they belong to, composes frames.
import AlmanacRecords
import Databases
import Observing
import Stores
import Terminals

/// The screen of the application.
@MainActor
final class ApplicationScreen {
  let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private let terminal: any Terminal
  private let facts: RecordScreen<Fact>
  private let users: RecordScreen<User>
  private let statistics: StatisticsScreen
  private var tabBar: Pane!
  private var status: StatusPane!
  private(set) var keyLine: Pane!
  private var help: HelpPane!
  private var tokens: [ObserveToken] = []
  private var size: Size
  /// The panes as they were laid out last, from back to front.
  private var panes: [Pane] = []
  /// Whether the last key was to quit, and may wait for those before it.
  private var isQuitHeld = false

  /// The least that the screens need.
  static let leastSize = Size(width: 20, height: 5)

  init(store: StoreOf<Application>, environment: ScreenEnvironment, terminal: any Terminal) {
    self.store = store
    self.environment = environment
    self.terminal = terminal
    size = terminal.size
    facts = RecordScreen(
      store: store.scope(state: \.facts, action: \.facts), environment: environment, goneNote: { store.goneNote })
    users = RecordScreen(
      store: store.scope(state: \.users, action: \.users), environment: environment, goneNote: { store.goneNote })
    statistics = StatisticsScreen(
      store: store.scope(state: \.statistics, action: \.statistics), environment: environment,
      isReadable: { store.file.status.condition == .present && store.statistics.loadError == nil }
    ) { [store] in (store.facts.total, store.users.total) }
    func pane(_ draw: @escaping @MainActor (ApplicationScreen, Rect, inout CellBuffer) -> Void) -> Pane {
      Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: environment.scheduler) {
        [weak self] rect, buffer in
        if let self, !rect.isEmpty { draw(self, rect, &buffer) }
        return nil
      }
    }
    tabBar = pane { $0.drawTabBar(in: $1, on: &$2) }
    status = StatusPane(store: store, environment: environment) { [unowned self] in current }
    keyLine = pane { $0.drawKeyLine(in: $1, on: &$2) }
    help = HelpPane(
      environment: environment, screen: { [unowned self] in screen }, content: { [unowned self] in helpContent },
      close: { store.send(.helpClosed) })
    tokens.append(observe(scheduler: environment.scheduler) { [weak self] in self?.layOut() })
    tokens.append(observe(scheduler: environment.scheduler) { [weak self] in self?.dropHeldKeysIfLocked() })
  }

  private var screens: [any TabScreen] { [facts, users, statistics] }

  private var current: any TabScreen {
    switch store.tab {
    case .facts: facts
    case .users: users
    case .statistics: statistics
    }
  }

  private var editRefusal: KeyRefusal? { environment.editRefusal() }

  // MARK: Events

  /// The keys that mean something else while there is something more urgent.
  private static let urgentKeys: [KeyBinding<ApplicationScreen>] = {
    [
      KeyBinding(.escape, does: "give up", isHinted: true, if: { $0.store.file.canGiveUp }) {
        $0.store.send(.file(.giveUpKeyPressed))
      },
      KeyBinding(.escape, does: "show the record that is hidden", if: { $0.hiddenRecord != nil }) {
        $0.showHiddenRecord()
      },
    ]
  }()

  /// The keys that mean the same everywhere, unless keys are text.
  static let keys: [KeyBinding<ApplicationScreen>] = {
    [
      KeyBinding(
        .character("u"), does: "undo", isHinted: true, unless: { $0.editRefusal }, hintedIf: { $0.store.canUndo },
        perform: { $0.sendInOrder(.undoKeyPressed) }),
      KeyBinding(.control("r"), does: "redo", unless: { $0.editRefusal }) { $0.sendInOrder(.redoKeyPressed) },
      KeyBinding(.character("1"), does: "facts") { $0.store.send(.tabKeyPressed(.facts)) },
      KeyBinding(.character("2"), does: "users") { $0.store.send(.tabKeyPressed(.users)) },
      KeyBinding(.character("3"), does: "statistics") { $0.store.send(.tabKeyPressed(.statistics)) },
      KeyBinding(.tab, does: "next screen") { $0.store.send(.nextTabKeyPressed) },
      KeyBinding(.backTab, does: "previous screen") { $0.store.send(.previousTabKeyPressed) },
      KeyBinding(.character("?"), does: "help", isHinted: true, isKept: true) { $0.store.send(.helpKeyPressed) },
      KeyBinding(.character("q"), does: "quit", isHinted: true) { $0.quit() },
    ]
  }()

  /// The keys that mean the same everywhere, in text too.
  static let keysOfText: [KeyBinding<ApplicationScreen>] = {
    [
      KeyBinding(.control("l"), does: "draw anew") { $0.terminal.redraw() },
      KeyBinding(.control("z"), does: "suspend") { $0.terminal.suspend() },
      KeyBinding(.control("c"), does: "stop, or quit") { $0.stopOrQuit() },
    ]
  }()

  /// Does what a key asks, or says why it can't be done.
  func handle(_ key: Key) {
    status.close()
    if key != .character("q") { isQuitHeld = false }
    if Self.keysOfText.handle(key, self) != .unknown { return }
    if let urgent = Self.urgentKeys.first(where: { $0.keys.contains(key) && $0.isEnabled(self) }) {
      return urgent.perform(self)
    }
    // Nobody sees what another key would do.
    if isTooSmall { return }
    if !store.isHelpShown, key != .escape, hold({ $0.handle(key) }) { return }
    // The second `q` answers what the first one asked.
    if !store.isQuitAsked || key != .character("q") || current.takesText { messageSeen() }
    if store.isHelpShown { return _ = help.keys.handle(key, help) }
    var answer = handleOnScreen(key)
    if answer == .unknown { answer = Self.keys.handle(key, self) }
    tell(answer)
    dropHeldKeysIfLocked()
  }

  /// Hands a key to the current screen. By its own type: what a key does there is then compiled for its records.
  private func handleOnScreen(_ key: Key) -> KeyAnswer {
    switch store.tab {
    case .facts: facts.handle(key)
    case .users: users.handle(key)
    case .statistics: statistics.handle(key)
    }
  }

  /// A key was pressed: what has been said is seen. Most keys find nothing, and an action costs more than drawing what
  /// they do.
  private func messageSeen() {
    let isAnythingSaid =
      store.message.map { $0.isError || $0.isPassing } == true || store.isQuitAsked || store.isKeyRefused
    if isAnythingSaid { store.send(.messageSeen) }
  }

  /// Lets a key, or a paste, wait for what a key before it opens.
  private func hold(_ work: @escaping (ApplicationScreen) -> Void) -> Bool {
    current.hold(isForAnything: true) { [weak self] in
      if let self { work(self) }
    }
  }

  /// Sends what a key asks, behind the keys before it that wait for rows.
  private func sendInOrder(_ action: Application.Action) {
    let isHeld = screens.contains { $0.hold(isForAnything: false) { [store] in store.send(action) } }
    if !isHeld { store.send(action) }
  }

  /// Quits, behind the keys before it that wait for rows; pressed once more, at once.
  private func quit() {
    if isQuitHeld { return _ = store.send(.quitKeyPressed) }
    isQuitHeld = true
    sendInOrder(.quitKeyPressed)
  }

  /// The record that Esc shows, by taking away what hides it: where there are marks, Esc takes those away first.
  private var hiddenRecord: HiddenRecord? { current.hasMarks ? nil : store.hiddenRecord }

  private func showHiddenRecord() {
    if let hiddenRecord { current.show(hiddenRecord) }
  }

  private func tell(_ answer: KeyAnswer) {
    if case .refused(let refusal) = answer { store.send(.keyRefused(refusal)) }
  }

  /// Behind somebody's lock nothing is held back: what was pressed for rows that it keeps away would be done when
  /// nobody thinks of it any more.
  private func dropHeldKeysIfLocked() {
    guard !store.file.status.waiting.isEmpty else { return }
    let isAnythingDropped = screens.reduce(false) { $1.dropHeldKeys() || $0 }
    if isAnythingDropped { store.send(.keyRefused(.notNow)) }
  }

  /// Ends what is running; with nothing running, the program.
  private func stopOrQuit() {
    if store.longChange != nil, !store.file.canGiveUp {
      store.send(.stopChangeKeyPressed)
    } else if store.file.canGiveUp || store.isChanging {
      // Also where a wait is too short so far to be shown.
      store.send(.file(.giveUpKeyPressed))
    } else if current.canStop {
      current.stop()
    } else {
      store.send(.quitKeyPressed)
    }
  }

  /// Takes pasted text: it is text, never commands. `isCut`: it is the beginning of what was pasted.
  func paste(_ text: String, isCut: Bool) {
    if store.isHelpShown || isTooSmall || hold({ $0.paste(text, isCut: isCut) }) { return }
    let answer = current.paste(text)
    tell(answer == .unknown ? .refused(.because("Text can be pasted into a search or a form, not here.")) : answer)
    guard answer == .done, isCut else { return }
    let count = text.utf8.count.groupedDigits
    store.send(.noted("The paste was cut: its first \(count) bytes are there."))
  }

  func handle(_ event: MouseEvent) {
    if isTooSmall { return }
    if event.kind == .press || event.kind == .doublePress {
      status.close()
      messageSeen()
    }
    if store.isHelpShown { help.handle(event) } else { current.handle(event) }
    dropHeldKeysIfLocked()
  }

  func resize(to size: Size) {
    self.size = size
    layOut()
    environment.scheduler.requestFrame()
  }

  /// A minute has passed, or marks have ended.
  func timePassed() {
    for screen in screens { screen.timePassed() }
  }

  // MARK: Frames

  /// Puts the panes in their places. Runs again when what stands on the screen changes.
  private func layOut() {
    let content = Rect(column: 0, row: 1, width: size.width, height: max(0, size.height - 3))
    tabBar.rect = Rect(column: 0, row: 0, width: size.width, height: 1)
    status.screen = size
    keyLine.rect = Rect(column: 0, row: size.height - 1, width: size.width, height: 1)
    let current = self.current
    for screen in screens { screen.setShown(screen === current) }
    current.layOut(in: content)
    panes = [tabBar, keyLine] + current.panes + [status.pane]
    if store.isHelpShown {
      help.layOut()
      panes.append(help.pane)
    }
  }

  private var screen: Rect { Rect(column: 0, row: 0, width: size.width, height: size.height) }

  private var isTooSmall: Bool { size.width < Self.leastSize.width || size.height < Self.leastSize.height }

  /// The cells of the screen as it is, and where the cursor belongs.
  func compose() -> (buffer: CellBuffer, cursor: Point?) {
    var buffer = CellBuffer(size: size, isUnicode: environment.isUnicode)
    guard !isTooSmall else {
      TooSmallNotice(quitReason: store.isQuitAsked ? store.quitReason : nil).draw(in: buffer.bounds, on: &buffer)
      return (buffer, nil)
    }
    var cursor: Point?
    for pane in panes where !pane.rect.isEmpty {
      buffer.draw(pane.buffer, at: pane.rect.origin)
      cursor = pane.cursor.map { Point(column: $0.column + pane.rect.column, row: $0.row + pane.rect.row) } ?? cursor
    }
    return (buffer, store.isHelpShown ? nil : cursor)
  }

  // MARK: Drawing

  private func drawTabBar(in rect: Rect, on buffer: inout CellBuffer) {
    // The statistics go on while a list stands still, or stand still by themselves.
    let counts =
      store.tab == .statistics ? statistics.shownTotals : (store.facts.shownTotal, store.users.shownTotal)
    TabBar(
      items: [
        TabBar.Item(title: Fact.title, count: counts.0, isActive: store.tab == .facts),
        TabBar.Item(title: User.title, count: counts.1, isActive: store.tab == .users),
        TabBar.Item(title: StatisticsScreen.title, count: nil, isActive: store.tab == .statistics),
      ],
      fileName: store.file.opened.name, fileState: store.fileWord, theme: environment.theme
    ).draw(in: rect, on: &buffer)
  }

  private func drawKeyLine(in rect: Rect, on buffer: inout CellBuffer) {
    let urgent = Self.urgentKeys.hints(self)
    let taken = urgent.flatMap(\.keys)
    let common = current.takesText ? [] : Self.keys.hints(self)
    let own = store.isHelpShown ? help.keys.hints(help, except: taken) : current.hints(except: taken) + common
    let hints = urgent + own
    KeyLine(hints: hints, theme: environment.theme).draw(in: rect, on: &buffer)
  }

  private var helpContent: HelpContent {
    HelpContent(hints: current.help + Self.keys.help() + Self.keysOfText.help(), path: store.file.opened.path)
  }
}
