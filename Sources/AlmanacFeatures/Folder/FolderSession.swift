// A folder on a terminal, until the person opens a file of it or leaves.
public import Activities
import AlmanacRecords
import Databases
public import Observing
import Stores
public import Terminals

/// Shows the databases of a folder. The file that the person chooses is opened by others.
@MainActor
public final class FolderSession {
  /// Called with the path of the chosen file; with nil when the person has left. After a file that can't be opened it may
  /// be called again.
  public var onEnd: ((String?) -> Void)?
  private let folder: String
  private let terminal: any Terminal
  private let events: EventQueue
  private let clock: ScreenClock
  private let theme: ThemeChoice
  private let scheduler: FrameScheduler
  private let store: StoreOf<Folder>
  private let screen: FolderScreen
  private var token: ObserveToken?

  /// Prepares the list of a folder, without reading it.
  public init(
    path: String, terminal: any Terminal, clock: ScreenClock, frameClock: FrameClock = .main,
    theme: ThemeChoice = ThemeChoice(), activity: Activity = Activity(), events: EventQueue = EventQueue()
  ) {
    folder = path
    (self.terminal, self.events, self.clock, self.theme) = (terminal, events, clock, theme)
    scheduler = FrameScheduler(activity: activity, clock: frameClock)
    store = Store(initialState: Folder.State(), activity: activity) { Folder() }
    theme.choose(for: terminal)
    screen = FolderScreen(
      store: store, terminal: terminal, folder: path, clock: clock, theme: theme, scheduler: scheduler)
    scheduler.onFrame = { [weak self] in self?.present() }
    token = observe(scheduler: scheduler) { [weak self] in self?.endingChanged() }
  }

  /// Shows the list, and reads the folder. `problem`: why the file that was chosen last can't be opened, as a sentence.
  public func begin(problem: String? = nil) {
    events.responder = self
    terminal.onEvent = { [weak self] event in self?.handle(event) }
    if let problem { store.send(.failed(problem)) }
    scheduler.requestFrame()
    scheduler.flush()
    read()
  }

  /// A folder of a network may take long.
  private func read() {
    let activity = scheduler.activity
    activity.begin()
    Task { [folder, weak self] in
      do {
        self?.store.send(.read(try await DatabaseFolder.entries(in: folder)))
      } catch {
        self?.store.send(.failed("\(folder) can't be read: \(sentence(error))."))
      }
      activity.end()
    }
  }

  /// Handles an event, and draws its effect in the same turn.
  public func handle(_ event: InputEvent) {
    if case .background(let color) = event { return scheduler.perform { theme.backgroundTold(color) } }
    if event == .endOfKeys { return endKeys() }
    let event = screen.meaning(of: event)
    scheduler.perform {
      if event == .end { store.send(.leaveKeyPressed) } else { events.add(event) }
    }
  }

  /// Returns when nothing is running, and the screen shows the present state.
  public func settle() async {
    repeat { await scheduler.activity.settled() } while !scheduler.activity.isSettled || !scheduler.isClean
  }

  /// No more keys will come: leaves when their effects are on the screen.
  private func endKeys() {
    Task {
      await settle()
      if store.withState(\.ending) == nil { handle(.end) }
    }
  }

  private func endingChanged() {
    switch store.ending {
    case nil: break
    case .left: onEnd?(nil)
    case .chosen(let name): onEnd?(folder.hasSuffix("/") ? folder + name : folder + "/" + name)
    }
  }

  private func present() {
    guard store.withState(\.ending) == nil else { return }
    let (buffer, cursor) = screen.frame
    terminal.present(buffer, cursor: cursor)
    theme.presented(on: terminal)
  }
}

extension FolderSession: EventResponder {
  func action(for event: InputEvent) -> EventAction? {
    let waits = EventAction(order: .inTurn(waitsFor: .opening), perform: {})
    if store.withState(\.ending) != nil { return waits }
    switch event {
    // The Enter that started the program opens no file.
    case .key(.enter) where events.isHeld(event): return nil
    case .key(let key): return screen.action(for: key)
    case .paste(let text, _): return screen.action(forPasted: text)
    case .resize: return EventAction(order: .ahead) { [screen] in screen.resize() }
    case .mouse(let event): return screen.action(for: event)
    case .action, .named, .background, .pasteHalted, .endOfKeys, .end: return nil
    }
  }

  /// What is typed behind Enter is meant for the file.
  var barrier: Barrier { store.ending == nil ? [] : .opening }
  var isLocked: Bool { false }
  var failureCount: Int { 0 }
  var questions: [Question] { [] }
  var takesText: Bool { store.isSearchTyped }
  var elapsed: Double { clock.elapsed() }
  func clearMessages(before event: InputEvent) {}
  func refuse(_ event: InputEvent, because refusal: KeyRefusal) {}
  var cursorSight: CursorSight { { true } }
  func isCursorUnread(at time: Double) -> Bool { false }
}
