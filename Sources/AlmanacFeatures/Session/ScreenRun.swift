// A person before a screen, from one file at the path to the next.
//
//   session ──another file at the path──> its file is closed ──> the other is opened ─┬─> a new session on it
//      ^                                                                              └─> refused: the old one says why,
//      └─────────────────────────── until it changes, or a third file stands there ───┘  and stays
//
// The old file is closed before the other is opened: SQLite's log and its index lie beside the path, and a process that
// had both files open would read the one with the log of the other. So a reader opens no file but the one that was
// opened. What is shown of the old one stays on the screen meanwhile.
import Activities
import AlmanacRecords
public import Databases
public import Observing
import Stores
public import Terminals

/// A session, and where another file takes the place of the one that is shown, a new session on that.
@MainActor
public final class ScreenRun {
  /// Opens the file at the path, as at the start, and tells each change of its status. Cancelling the task gives up.
  public typealias Open = @Sendable (@escaping @Sendable (FileStatus) -> Void) async throws -> OpenedFile

  private(set) var session: Session
  /// The file that the session is on.
  public private(set) var connection: SQLiteConnection
  /// Called once, when the person has left or the terminal has gone; at once where that has happened already.
  public var onEnd: (() -> Void)? { didSet { if hasEnded { onEnd?() } } }

  private let file: OpenFile
  /// Begins a session with a state, which is made when the connection is the database of the container.
  private let makeSession: (OpenedFile, () -> Application.State) -> Session
  private let open: Open
  private var token: ObserveToken?
  /// The opening of another file, while that lasts.
  private var opening: Task<Void, Never>?
  private var hasEnded = false

  /// Begins a session at a table, or at the first, with a search that is kept. What waits in `events` is done first.
  public init(
    _ opened: OpenedFile, terminal: any Terminal, file: OpenFile, table: String? = nil, search: String = "",
    clock: ScreenClock,
    frameClock: FrameClock = .main, theme: Theme = Theme(), events: EventQueue = EventQueue(), open: @escaping Open
  ) {
    connection = opened.connection
    self.file = file
    self.open = open
    makeSession = { opened, state in
      Session(
        opened, terminal: terminal, clock: clock, frameClock: frameClock, theme: theme, events: events,
        state: state)
    }
    session = makeSession(opened) {
      Application.State(file: file.noting(opened), tables: opened.tables, table: table, search: search)
    }
    follow()
  }

  /// Does what an event asks.
  public func handle(_ event: InputEvent) { session.handle(event) }

  /// Why a change was not made that was asked for just before leaving, when all has settled; `nil` where all were made.
  public var failureAfterLeaving: String? { session.failureAfterLeaving }

  /// What the disk, or a lock that did not come, has kept from being read or written, or keeps from it; `nil` where it is
  /// nothing.
  public var failure: DatabaseError? {
    let present = session.store.withState { [$0.loadError, $0.countError].compactMap { $0 as? DatabaseError } }
    return connection.status.failure ?? present.first(where: \.isOfSystem)
  }

  /// When the person can have read what is new on the screen and a key acts on, by the clock's `elapsed`, if they press no
  /// key before; `nil` where nothing is. For what types in a person's place.
  public var readableAt: Double? { session.readableAt }

  /// Returns when nothing is running, and what is true is on the screen.
  public func settle() async {
    var settled: Session?
    while settled !== session {
      settled = session
      await session.settle()
    }
  }

  /// Follows what becomes of the present session and its file.
  private func follow() {
    session.onEnd = { [weak self] in self?.end() }
    token = observe(scheduler: nil, activity: connection.activity) { [weak self] in self?.fileChanged() }
  }

  private func end() {
    hasEnded = true
    token = nil
    opening?.cancel()
    onEnd?()
  }

  private func fileChanged() {
    let file = session.store.file
    if file.isReplacementGivenUp { opening?.cancel() }
    // What the person has in their editor comes back first.
    guard case .replaced(let replacement) = file.status.condition, file.refusal == nil, opening == nil, !hasEnded,
      !session.store.isEditorOpen
    else { return }
    let activity = connection.activity
    activity.begin()
    opening = Task {
      await replace(session, by: replacement)
      opening = nil
      // The file may have changed meanwhile, or a third have come.
      fileChanged()
      activity.end()
    }
  }

  /// Goes on with the file that stands at the path now, if it can be opened.
  private func replace(_ old: Session, by replacement: FileVersion) async {
    let former = connection
    let activity = former.activity
    var replacement = replacement
    do {
      try await former.release()
      // The old file's log has been emptied, and counts as the other's: this is the version that is opened.
      if case .replaced(let present) = former.status.condition { replacement = present }
      // The new connection keeps this for as long as it is open.
      let opened = try await open { [weak old] status in
        activity.begin()
        Task { @MainActor in
          old?.health.isReplacementLocked = !status.waiting.isEmpty
          activity.end()
        }
      }
      guard !hasEnded else { return await opened.connection.close() }
      begin(on: opened, after: old)
      await former.close()
    } catch {
      old.health.isReplacementLocked = false
      guard !hasEnded else { return }
      let reason = error is CancellationError ? "another program holds it" : reason(error)
      old.store.send(.file(.replacementRefused(replacement, reason)))
    }
  }

  private func begin(on opened: OpenedFile, after old: Session) {
    token = nil
    old.onEnd = nil
    old.end()
    connection = opened.connection
    session = makeSession(opened) {
      Application.State(file: file.noting(opened), tables: opened.tables, after: old.store.withState(\.self))
    }
    follow()
  }

  /// Why a file can't be shown, as a clause.
  private func reason(_ error: any Error) -> String { (error as? BookError)?.clause ?? sentence(error) }
}
