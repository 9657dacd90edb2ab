// A run of the application on a terminal: events in, frames out.
//
//   terminal ──event──> queue ──> store, panes ──> flush ──> compose ──> present        in the same turn, as a rule
//   database ──value──> observe ──> frame, one in 16 ms ──> compose ──> present
import Activities
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Observing
import QueryClients
import Stores
import Terminals

/// The application on one terminal, from its first frame until the person leaves, or another file takes the place of the
/// one that is shown.
@MainActor
final class Session {
  private let terminal: any Terminal
  private let activity: Activity
  private let scheduler: FrameScheduler
  private let clock: ScreenClock
  let store: StoreOf<Application>
  let screen: ApplicationScreen
  private let connection: SQLiteConnection
  private let events: EventQueue
  private let journal: ChangeJournal
  let health: FileHealthFollower
  private let changeTimer: ChangeTimer
  private var quitToken: ObserveToken?
  /// Called once, when the person has left or the terminal has gone; at once where that has happened already.
  var onEnd: (() -> Void)? { didSet { if hasEnded { onEnd?() } } }
  private var hasEnded = false
  /// Whether an event is handled: a frame that it draws is seen once it has been handled.
  private var isHandling = false

  /// Begins a run with a state, which is made when the connection is the database of the container.
  init(
    _ opened: OpenedFile, terminal: any Terminal, clock: ScreenClock, frameClock: FrameClock, theme: Theme,
    events: EventQueue, state: () -> Application.State
  ) {
    let connection = opened.connection
    Container.shared.defaultDatabase.register { connection }
    // What is known of another file goes with that.
    Container.shared.queryClient.register { [activity = connection.activity] in
      QueryClient(defaultContext: Container.shared.queryContext(), activity: activity)
    }
    journal = ChangeJournal(
      following: connection, meanings: opened.tables.meanings, zone: clock.zone, now: clock.now)
    Container.shared.changeJournal.register { [journal] in journal }
    Container.shared.clipboard.register { { [weak terminal] in terminal?.copy($0) } }
    self.connection = connection
    self.terminal = terminal
    self.clock = clock
    self.events = events
    activity = connection.activity
    scheduler = FrameScheduler(activity: activity, clock: frameClock)
    // The reducers are made once rather than at each action; and here, where their types are known, the compiler makes them
    // special for each other.
    let body = Application().body
    store = Store(initialState: state(), activity: activity) { Reduce { body.reduce(into: &$0, action: $1) } }
    health = FileHealthFollower(connection: connection, clock: clock, store: store)
    changeTimer = ChangeTimer(clock: clock, store: store, scheduler: scheduler)
    screen = ApplicationScreen(
      store: store,
      environment: ScreenEnvironment(
        scheduler: scheduler, clock: clock, theme: theme, isUnicode: terminal.isUnicode,
        refusal: { [store] intent in
          switch intent {
          case .open: store.openRefusal
          case .save: store.saveRefusal
          case .change: store.changeRefusal
          }
        }, isLocked: { [store] in !store.file.status.waiting.isEmpty },
        isChanging: { [store] in store.withState { $0.isWriting || $0.isStepTaken || $0.presentChange != nil } },
        pressTime: { [clock, weak events] in events?.pressTime ?? clock.elapsed() }),
      terminal: terminal, events: events)
    scheduler.onFrame = { [weak self] in self?.present() }
    terminal.onEvent = { [weak self] event in self?.handle(event) }
    quitToken = observe(scheduler: scheduler) { [weak self] in
      if let self, store.isQuitting, !hasEnded { leave() }
    }
    scheduler.requestFrame()
    scheduler.flush()
    stepMinutes()
  }

  /// Does what an event asks, in its turn, and draws what it changed at once. Once the person has left nothing is asked
  /// any more: what was typed behind that, and came with it, is not meant for a screen.
  func handle(_ event: InputEvent) {
    if event == .end { return abandon() }
    if hasEnded { return }
    isHandling = true
    scheduler.perform {
      // The event is to find what has come until now.
      scheduler.runOwed()
      events.add(event)
    }
    isHandling = false
    screen.notePresented()
  }

  /// When the person can have read what is new on the screen and a key acts on, by the clock's `elapsed`, if they press no
  /// key before; `nil` where nothing is.
  var readableAt: Double? { screen.readableAt }

  /// Returns when nothing is running, no observer is owed a value, and what is true is on the screen.
  func settle() async {
    repeat {
      await activity.settled()
      try? await connection.lookForOutsideChanges()
    } while !activity.isSettled || !scheduler.isClean
  }

  /// Why a change was not made that was asked for just before leaving, when all has settled; `nil` where all were made.
  var failureAfterLeaving: String? { store.withState { $0.failureAfterLeaving } }

  private func present() {
    guard !hasEnded else { return }
    let (buffer, cursor) = screen.compose()
    terminal.present(buffer, cursor: cursor)
    if !isHandling { screen.notePresented() }
  }

  /// The person leaves: what was asked for just before is still written, unless another program's lock lasts.
  private func leave() {
    connection.waitForLocks(atMost: .seconds(5))
    end()
  }

  /// The terminal has gone, or the program was asked to end: a wait can't be seen any more, nor ended. What waits for
  /// another program's lock is given up, and nothing waits for one from now on. What has its lock is written, but for a
  /// change that takes long, which could not be stopped any more: it is stopped now.
  private func abandon() {
    connection.waitForLocks(atMost: .zero)
    if !connection.status.waiting.isEmpty { connection.giveUpWaiting() }
    end()
    store.send(.abandoned)
  }

  /// Ends the run: nothing is asked or drawn any more.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    events.drop(because: .notNow)
    onEnd?()
  }

  /// Draws the ages again at the beginning of every minute.
  private func stepMinutes() {
    let now = clock.now()
    let next = (now / 60).rounded(.down) * 60 + 60
    clock.schedule(next - now) { [weak self] in
      self?.screen.timePassed()
      self?.stepMinutes()
    }
  }
}
