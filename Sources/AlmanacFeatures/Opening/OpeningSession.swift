// Opening a book on a terminal: the question, the wait, and the outcome.
//
//   question ──answer──> opening ──> opened, failed
//                           └─ takes longer than a moment: the wait is shown, with a counter ──Esc──> given up
public import Activities
public import AlmanacRecords
public import Databases
public import Observing
import Stores
public import Terminals

/// Opens a book for the screen: asks, waits, and hands over to a `Session`.
@MainActor
public final class OpeningSession {
  /// The outcome of opening.
  public enum Outcome: Sendable {
    /// The file is open.
    case opened(OpenedFile)
    /// The file can't or must not be opened.
    case failed(any Error)
    /// The person left the question. Nothing was made.
    case left
    /// The person gave up waiting. `isLocked`: the wait was for another program's lock.
    case givenUp(isLocked: Bool)
  }

  /// Opens the book, a new one with the person's answer, and reports each change of the connection's status. Cancelling
  /// the task stops the wait.
  public typealias Open =
    @Sendable (Book.Options.Beginning?, @escaping @Sendable (FileStatus) -> Void) async throws -> OpenedFile

  /// Called once, in a turn of the main actor, with the outcome.
  public var onEnd: ((Outcome) -> Void)?
  /// The terminal; `nil` until something is shown on it.
  public private(set) var terminal: (any Terminal)?
  private let file: OpenFile
  private let events: EventQueue
  private let clock: ScreenClock
  private let theme: ThemeChoice
  private let scheduler: FrameScheduler
  private let store: StoreOf<Opening>
  private let makeTerminal: @MainActor () throws -> any Terminal
  private let open: Open
  private var screen: OpeningScreen?
  private var stageToken: ObserveToken?
  private var opening: Task<Void, Never>?
  private var hasEnded = false

  /// If opening takes less than this, nothing is shown. In seconds.
  private static let moment = 0.25

  private var activity: Activity { scheduler.activity }

  /// Prepares the opening of a book. `isAsked`: whether the person is asked how a new one begins. The terminal is made
  /// when there is something to show. Keys typed while nothing is shown stay in `events`, because they are meant for
  /// the application.
  public init(
    path: String, isAsked: Bool, clock: ScreenClock, frameClock: FrameClock = .main,
    theme: ThemeChoice = ThemeChoice(),
    activity: Activity, events: EventQueue = EventQueue(),
    terminal makeTerminal: @escaping @MainActor () throws -> any Terminal, open: @escaping Open
  ) {
    file = OpenFile(path: path)
    self.events = events
    self.clock = clock
    self.theme = theme
    self.makeTerminal = makeTerminal
    self.open = open
    scheduler = FrameScheduler(activity: activity, clock: frameClock)
    store = Store(initialState: Opening.State(isAsked: isAsked), activity: activity) { Opening() }
    scheduler.onFrame = { [weak self] in self?.present() }
    events.responder = self
  }

  /// Asks, or opens at once.
  public func begin() {
    if store.stage == .asking { showScreen() }
    stageToken = observe(scheduler: scheduler) { [weak self] in self?.stageChanged() }
  }

  /// Handles an event, and draws its effect in the same turn.
  public func handle(_ event: InputEvent) {
    if case .background(let color) = event { return scheduler.perform { theme.backgroundTold(color) } }
    if event == .endOfKeys {
      // Only a question needs a key. The screen of the file is told, too.
      if store.stage == .asking { handle(.end) }
      return
    }
    let event = screen?.meaning(of: event) ?? event
    scheduler.perform {
      if event == .end { store.send(.leaveKeyPressed) } else { events.add(event) }
    }
  }

  /// Whether nothing is shown that typed keys could be meant for.
  private var isTypedAhead: Bool { store.stage == .opening && !store.isWaitShown }

  /// Returns when nothing is running, and the screen shows the present state.
  public func settle() async {
    repeat { await activity.settled() } while !activity.isSettled || !scheduler.isClean
  }

  // MARK: Stages

  private func stageChanged() {
    switch store.stage {
    case .asking: break
    case .opening: if opening == nil { startOpening() }
    case .leaving:
      if let opening { opening.cancel() } else { end(.left) }
    }
  }

  private func startOpening() {
    activity.begin()
    opening = Task { [open, activity, path = file.path, answer = store.answer] in
      let tell: @Sendable (FileStatus) -> Void = { [weak self] status in
        activity.begin()
        let isLocked = !status.waiting.isEmpty
        let program = isLocked ? WaitingProgram(path: path) : nil
        Task { @MainActor in
          self?.store.send(.lockChanged(isLocked: isLocked, by: program))
          activity.end()
        }
      }
      do {
        await opened(try await open(answer, tell))
      } catch {
        end(store.stage == .leaving ? .givenUp(isLocked: store.isLocked) : .failed(error))
      }
      activity.end()
    }
    tick(in: Self.moment, seconds: 0)
  }

  private func opened(_ file: OpenedFile) async {
    guard store.stage == .leaving else { return end(.opened(file)) }
    // It opened just as the person gave up.
    await file.connection.close()
    end(.givenUp(isLocked: store.isLocked))
  }

  /// Shows the wait after a delay, with the whole seconds so far, and again after each second.
  private func tick(in delay: Double, seconds: Int) {
    clock.schedule(delay) { [weak self] in
      guard let self, !hasEnded else { return }
      scheduler.perform {
        showScreen()
        store.send(.waited(seconds: seconds))
      }
      tick(in: seconds == 0 ? 1 - Self.moment : 1, seconds: seconds + 1)
    }
  }

  private func showScreen() {
    guard screen == nil else { return }
    do {
      let terminal = try self.terminal ?? makeTerminal()
      self.terminal = terminal
      terminal.onEvent = { [weak self] event in self?.handle(event) }
      theme.choose(for: terminal)
      screen = OpeningScreen(store: store, terminal: terminal, file: file, theme: theme, scheduler: scheduler)
      scheduler.requestFrame()
      scheduler.flush()
    } catch {
      opening?.cancel()
      end(.failed(error))
    }
  }

  private func present() {
    guard !hasEnded, let screen, let terminal else { return }
    terminal.present(screen.buffer, cursor: nil)
    theme.presented(on: terminal)
  }

  private func end(_ outcome: Outcome) {
    guard !hasEnded else { return }
    hasEnded = true
    stageToken = nil
    onEnd?(outcome)
  }
}

extension OpeningSession: EventResponder {
  func action(for event: InputEvent) -> EventAction? {
    let waits = EventAction(order: .inTurn(waitsFor: .opening), perform: {})
    if hasEnded { return waits }
    switch event {
    // The Enter that started the program begins no book.
    case .key(.enter) where events.isHeld(event): return isTypedAhead ? waits : nil
    case .key(let key): return screen?.action(for: key) ?? (isTypedAhead ? waits : nil)
    case .paste: return isTypedAhead ? waits : nil
    case .resize: return EventAction(order: .ahead) { [screen] in screen?.resize() }
    case .action, .named, .background, .pasteHalted, .mouse, .endOfKeys, .end: return nil
    }
  }

  var barrier: Barrier { .opening }
  var isLocked: Bool { false }
  var failureCount: Int { 0 }
  var questions: [Question] { [] }
  var takesText: Bool { false }
  var elapsed: Double { clock.elapsed() }
  func clearMessages(before event: InputEvent) {}
  func refuse(_ event: InputEvent, because refusal: KeyRefusal) {}
  var cursorSight: CursorSight { { true } }
  func isCursorUnread(at time: Double) -> Bool { false }
}
