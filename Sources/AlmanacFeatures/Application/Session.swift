// A run of the application on a terminal: events in, frames out.
//
//   terminal ──event──> handle ──> store, panes ──> flush ──> compose ──> present       in the same turn
//   database ──value──> observe ──> frame, one in 16 ms ──> compose ──> present
import Activities
import Containers
public import Databases
import LiveQueries
public import Observing
import Stores
public import Terminals

/// The application on one terminal, from its first frame until the person leaves, or another file takes the place of the
/// one that is shown.
@MainActor
public final class Session {
  private let terminal: any Terminal
  private let activity: Activity
  private let scheduler: FrameScheduler
  private let clock: ScreenClock
  let store: StoreOf<Application>
  let screen: ApplicationScreen
  private let connection: SQLiteConnection
  let health: FileHealthFollower
  private var quitToken: ObserveToken?
  /// Called once, when the person has left or the terminal has gone.
  public var onEnd: (() -> Void)?
  private var hasEnded = false

  /// Begins a run at a tab, where that is a list's with a search that is kept.
  public convenience init(
    connection: SQLiteConnection, terminal: any Terminal, file: OpenFile, tab: Application.Tab = .facts,
    search: String = "", clock: ScreenClock, frameClock: FrameClock = .main, theme: Theme = Theme()
  ) {
    self.init(connection: connection, terminal: terminal, clock: clock, frameClock: frameClock, theme: theme) {
      Application.State(file: file.noting(connection), tab: tab, search: search)
    }
  }

  /// Begins a run with a state, which is made when the connection is the database of the container.
  init(
    connection: SQLiteConnection, terminal: any Terminal, clock: ScreenClock, frameClock: FrameClock, theme: Theme,
    state: () -> Application.State
  ) {
    Container.shared.defaultDatabase.register { connection }
    self.connection = connection
    self.terminal = terminal
    self.clock = clock
    activity = connection.activity
    scheduler = FrameScheduler(activity: activity, clock: frameClock)
    store = Store(initialState: state(), activity: activity) { Application() }
    health = FileHealthFollower(connection: connection, clock: clock, store: store)
    screen = ApplicationScreen(
      store: store,
      environment: ScreenEnvironment(
        scheduler: scheduler, clock: clock, theme: theme, isUnicode: terminal.isUnicode,
        editRefusal: { [store] in store.editRefusal },
        isLocked: { [store] in !store.file.status.waiting.isEmpty }),
      terminal: terminal)
    scheduler.onFrame = { [weak self] in self?.present() }
    terminal.onEvent = { [weak self] event in self?.handle(event) }
    quitToken = observe(scheduler: scheduler) { [weak self] in
      if let self, store.isQuitting { leave() }
    }
    scheduler.requestFrame()
    scheduler.flush()
    stepMinutes()
  }

  /// Does what an event asks, and draws what it changed in the same turn. Once the person has left nothing is asked any
  /// more: what was typed behind that, and came with it, is not meant for a screen.
  public func handle(_ event: InputEvent) {
    if hasEnded, event != .end { return }
    scheduler.perform {
      switch event {
      case .key(let key): screen.handle(key)
      case .paste(let text, let omitted): screen.paste(text, isCut: omitted > 0)
      case .mouse(let event): screen.handle(event)
      case .resize(let size): screen.resize(to: size)
      case .end: abandon()
      }
    }
  }

  /// Returns when nothing is running, no observer is owed a value, and what is true is on the screen.
  public func settle() async {
    repeat {
      await activity.settled()
      try? await connection.lookForOutsideChanges()
    } while !activity.isSettled || !scheduler.isClean
  }

  /// Why a change was not made that was asked for just before leaving, when all has settled; `nil` where all were made.
  public var failureAfterLeaving: String? { store.withState { $0.failureAfterLeaving } }

  private func present() {
    guard !hasEnded else { return }
    let (buffer, cursor) = screen.compose()
    terminal.present(buffer, cursor: cursor)
  }

  /// The person leaves: what was asked for just before is still written, unless somebody's lock lasts.
  private func leave() {
    connection.waitForLocks(atMost: .seconds(5))
    end()
  }

  /// The terminal has gone, or the program is told to end: nobody sees a wait any more, nor can end it. What waits for
  /// somebody's lock is given up, and nothing that was asked for comes to wait for one; what has its lock is written,
  /// but for a long change, which nobody could take back any more: it is stopped.
  private func abandon() {
    store.withState { $0.longChange?.interruption }?.interrupt()
    connection.waitForLocks(atMost: .zero)
    if !connection.status.waiting.isEmpty { connection.giveUpWaiting() }
    end()
  }

  /// Ends the run: nothing is asked or drawn any more.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    onEnd?()
  }

  /// Draws the ages anew at the beginning of every minute.
  private func stepMinutes() {
    let now = clock.now()
    let next = (now / 60).rounded(.down) * 60 + 60
    clock.schedule(next - now) { [weak self] in
      self?.screen.timePassed()
      self?.stepMinutes()
    }
  }
}
