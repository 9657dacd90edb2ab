// A session of the application on a terminal: events in, frames out.
//
//   terminal ──event──> queue ──> store, panes ──> flush ──> compose ──> present        usually in the same turn
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

/// The application on a terminal, from its first frame until the person leaves or another file replaces the shown one.
@MainActor
final class Session {
  private let terminal: any Terminal
  private let scheduler: FrameScheduler
  private let clock: ScreenClock
  let store: StoreOf<Application>
  let screen: ApplicationScreen
  private let connection: SQLiteConnection
  private let events: EventQueue
  private let theme: ThemeChoice
  let journal: ChangeJournal
  let health: FileHealthFollower
  private let changeTimer: ChangeTimer
  private var quitToken: ObserveToken?
  private var themeToken: ObserveToken?
  /// Called once, when the person has left or the terminal is gone; at once if that has already happened.
  var onEnd: (() -> Void)? { didSet { if hasEnded { onEnd?() } } }
  private var hasEnded = false
  /// Whether an event is being handled: a frame drawn meanwhile is seen only after that.
  private var isHandling = false
  /// Whether it is on the terminal. If not, another file is: nothing is drawn, and no list reads rows.
  var isShown = true {
    didSet {
      guard isShown != oldValue else { return }
      scheduler.perform {
        screen.isShown = isShown
        if isShown { scheduler.requestFrame() }
      }
    }
  }

  /// Starts a session with a state. `commitsBefore`: with so many earlier commits its journal begins. The state is made when the connection is the container's default database.
  init(
    _ opened: OpenedFile, terminal: any Terminal, clock: ScreenClock, frameClock: FrameClock, theme: ThemeChoice,
    events: EventQueue, commitsBefore: Int, state: () -> Application.State
  ) {
    let connection = opened.connection
    Container.shared.defaultDatabase.register { connection }
    // Query results of another file end with its session.
    let activity = connection.activity
    Container.shared.queryClient.register {
      QueryClient(defaultContext: Container.shared.queryContext(), activity: activity)
    }
    journal = ChangeJournal(
      following: connection, meanings: opened.tables.meanings, zone: clock.zone, commitsBefore: commitsBefore,
      now: clock.now)
    Container.shared.changeJournal.register { [journal] in journal }
    Container.shared.timeZone.register { [clock] in clock.zone }
    Container.shared.clipboard.register { { [weak terminal] in terminal?.copy($0) ?? false } }
    self.connection = connection
    self.terminal = terminal
    self.clock = clock
    self.events = events
    self.theme = theme
    theme.choose(for: terminal)
    scheduler = FrameScheduler(activity: activity, clock: frameClock)
    // The reducers are made once, not for each action. They are made here, where their types are known, so that the
    // compiler can specialise them.
    let body = Application().body
    store = Store(initialState: state(), activity: activity) { Reduce { body.reduce(into: &$0, action: $1) } }
    health = FileHealthFollower(connection: connection, clock: clock, store: store)
    changeTimer = ChangeTimer(clock: clock, store: store, scheduler: scheduler)
    screen = ApplicationScreen(
      store: store,
      environment: ScreenEnvironment(
        scheduler: scheduler, clock: clock, themeChoice: theme, isUnicode: terminal.isUnicode,
        refusal: { [store] intent in
          switch intent {
          case .open: store.openRefusal
          case .save: store.saveRefusal
          case .change: store.changeRefusal
          }
        }, isLocked: { [store] in !store.file.status.waiting.isEmpty },
        isSidePaneShown: { [store] in store.isSidePaneShown },
        isChanging: { [store] in store.withState(\.isChanging) },
        pressTime: { [clock, weak events] in events?.pressTime ?? clock.elapsed() }),
      terminal: terminal, events: events)
    scheduler.onFrame = { [weak self] in self?.present() }
    terminal.onEvent = { [weak self] event in self?.handle(event) }
    quitToken = observe(scheduler: scheduler) { [weak self] in
      if let self, store.quitting.isBegun, !hasEnded { leave() }
    }
    // What the page of the settings has changed holds at once.
    themeToken = observe(scheduler: scheduler) { [weak self] in
      if let self, let page = store.settingsPage { self.theme.choose(page.settings.theme) }
    }
    scheduler.requestFrame()
    scheduler.flush()
    stepMinutes()
    store.send(.step(.begun))
  }

  /// Handles an event in its turn, and draws its effect at once. After the person has left, events are ignored: they
  /// are not meant for the screen.
  ///
  /// `isTypedBefore`: it was typed while another file was shown, so it can't mean the record with the cursor here.
  func handle(_ event: InputEvent, isTypedBefore: Bool = false) {
    if event == .end { return abandon() }
    if hasEnded { return }
    if case .background(let color) = event { return scheduler.perform { theme.backgroundTold(color) } }
    // A click means what the screen shows, whatever is known by now.
    let event = screen.meaning(of: event)
    isHandling = true
    scheduler.perform {
      // The event must find the state that is known now.
      scheduler.runOwed()
      if isTypedBefore { events.add(event) { false } } else { events.add(event) }
    }
    isHandling = false
    if isShown { screen.notePresented() }
  }

  /// When the person can have read the changes that a key would act on, by the clock's `elapsed`, if they press no key
  /// before; `nil` if there are none.
  var readableAt: Double? { screen.readableAt }

  /// Returns when nothing is running, no observer still awaits a value, and the screen shows the present state.
  func settle() async {
    repeat {
      await connection.activity.settled()
      try? await connection.lookForOutsideChanges()
    } while !connection.activity.isSettled || !scheduler.isClean
  }

  /// No more keys will come. Returns when the effects of the last one are on the screen, whatever other programs do
  /// meanwhile. As after `q`, their locks are awaited for some seconds only.
  func keysEnded() async {
    connection.waitForLocks(atMost: .seconds(5))
    repeat { await connection.activity.settled() } while !events.waiting.isEmpty && !connection.activity.isSettled
  }

  /// Closes the connections of all queries to the file.
  func closeQueries() async {
    let results = store.withState(\.queryResults)
    if store.query != nil { store.send(.query(.hidden)) }
    if store.board != nil { store.send(.board(.hidden)) }
    if store.statistics != nil { store.send(.statistics(.board(.hidden))) }
    for result in results { await result.release() }
  }

  /// Why a change requested just before leaving was not made, after all has settled; `nil` if all were made.
  var failureAfterLeaving: String? { store.withState { $0.quitting.failure } }

  private func present() {
    guard !hasEnded, isShown else { return }
    if terminal.isLinear {
      terminal.say(screen.spoken()) { [weak self] in self?.notePresented() }
    } else {
      let (buffer, cursor) = screen.compose()
      terminal.present(buffer, cursor: cursor)
      notePresented()
    }
    theme.presented(on: terminal)
  }

  /// The last frame is on the screen, or its words are out.
  private func notePresented() {
    guard isShown else { return }
    screen.presented()
    if !isHandling { screen.notePresented() }
  }

  /// The person leaves. A change requested just before is still written, unless another program's lock lasts.
  private func leave() {
    connection.waitForLocks(atMost: .seconds(5))
    end()
  }

  /// The person has left, in another file.
  func leaveWithOthers() {
    if hasEnded { return }
    store.send(.work(.leftElsewhere))
    leave()
  }

  /// The terminal is gone, or the program was asked to end: a wait can no longer be seen or ended. A wait for another
  /// program's lock is given up, and no new one begins. A change that has its lock is written, except a long one, which
  /// could no longer be stopped: that is stopped now.
  private func abandon() {
    connection.waitForLocks(atMost: .zero)
    if !connection.status.waiting.isEmpty { connection.giveUpWaiting() }
    end()
    store.send(.work(.abandoned))
  }

  /// Ends the session: no more events are handled, no more frames drawn.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    events.drop(because: .notNow)
    onEnd?()
  }

  /// Draws the ages again at the start of each minute.
  private func stepMinutes() {
    let now = clock.now()
    let next = (now / 60).rounded(.down) * 60 + 60
    clock.schedule(next - now) { [weak self] in
      self?.screen.timePassed()
      self?.stepMinutes()
    }
  }
}
