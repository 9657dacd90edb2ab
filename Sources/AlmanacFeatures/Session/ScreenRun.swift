// A run of the screen, which continues when another file replaces the shown one.
//
//   session ──another file at the path──> its file is closed ──> the other is opened ─┬─> a new session on it
//      ^                                                                              └─> refused: the old one says why,
//      └─────────────────────────── until it changes, or a third file is at the path ─┘  and stays
//
// The old file is closed before the other is opened. SQLite's log and its index are next to the path, and a process
// with both files open would read one with the log of the other. So a reader opens only the file that was opened
// before. Meanwhile the shown content of the old file stays on the screen.
import Activities
import AlmanacRecords
import Containers
public import Databases
public import Observing
import Stores
public import Terminals

/// A session, followed by a new session each time another file replaces the shown one.
@MainActor
public final class ScreenRun {
  /// Opens the file at the path, as at the start, and reports each change of its status. Cancelling the task stops the
  /// wait.
  public typealias Open = @Sendable (@escaping @Sendable (FileStatus) -> Void) async throws -> OpenedFile

  private(set) var session: Session
  /// The connection of the present session.
  public private(set) var connection: SQLiteConnection
  /// Called once, when the person has left or the terminal is gone; at once if that has already happened.
  public var onEnd: (() -> Void)? { didSet { if hasEnded { onEnd?() } } }

  private let file: OpenFile
  private let keeper: ScreenKeeper
  private var isScreenKept = false
  private let memory: FileMemory?
  private let hasRecord: Bool
  /// The comparison with the copy of the last run, or the reading of a record, while it lasts.
  private var comparison: Task<Void, Never>?
  private var comparisonState = ComparisonState.notNeeded

  /// How far the comparison with the copy of the last run is.
  private enum ComparisonState {
    /// There is no copy, it has been compared, or it is of no use.
    case notNeeded
    /// What it would show is known only by the copy: that stays.
    case waiting, running, failed
  }
  /// Starts a session with a state. The state is made when the connection is the container's default database.
  private let makeSession: (OpenedFile, _ commitsBefore: Int, () -> Application.State) -> Session
  private let open: Open
  private var token: ObserveToken?
  /// The opening of another file, while it lasts.
  private var opening: Task<Void, Never>?
  private var hasEnded = false

  /// Starts a session as the last run left the file, at a table, with a submitted search, at a query that runs at once,
  /// or at what the `compared` file has that this one has not. Waiting `events` are performed first. `complaint`: what
  /// the person must know of their configuration.
  public init(
    _ opened: OpenedFile, terminal: any Terminal, file: OpenFile, table: String? = nil, search: String? = nil,
    query: String? = nil, compared: ComparedFile? = nil, complaint: String? = nil, clock: ScreenClock,
    frameClock: FrameClock = .main, theme: ThemeChoice = ThemeChoice(), events: EventQueue = EventQueue(),
    open: @escaping Open
  ) {
    connection = opened.connection
    self.file = file
    self.open = open
    keeper = Container.shared.screenKeeper()
    memory = Container.shared.fileMemory()
    makeSession = { opened, commitsBefore, state in
      Session(
        opened, terminal: terminal, clock: clock, frameClock: frameClock, theme: theme, events: events,
        commitsBefore: commitsBefore, state: state)
    }
    // It tells more than the copy.
    let recorded = Container.shared.recordedCommits()
    hasRecord = recorded != nil
    let remembered = recorded == nil ? memory?.last() : nil
    session = makeSession(opened, recorded.map { $0.number + 1 } ?? (remembered == nil ? 0 : 1)) {
      Application.State(file: file.noting(opened), tables: opened.tables, table: table, search: search)
    }
    if let query {
      session.store.send(.queryScreen(.asked(query)))
    } else if let name = session.store.withState(\.work.queryOfLastRun) {
      session.store.send(.tabKeyPressed(.named(name)))
    }
    if let compared { session.store.send(.journal(.otherFileAsked(compared))) }
    if let complaint { session.store.send(.message(.complained(complaint))) }
    follow()
    if let remembered { compare(with: remembered) }
    if let recorded { read(recorded) }
  }

  /// Handles an event. `isTypedBefore`: it was typed while another file was shown.
  public func handle(_ event: InputEvent, isTypedBefore: Bool = false) {
    session.handle(event, isTypedBefore: isTypedBefore)
  }

  /// The path of the file, as the person typed it.
  var path: String { file.path }

  /// Whether it is on the terminal.
  var isShown = true { didSet { session.isShown = isShown } }

  /// Whether the person has left this file only.
  var isFileClosed: Bool { session.store.withState(\.quitting.isOfFile) }

  /// Why leaving would lose something; `nil` if it would not. Tracked.
  var quitReason: QuitReason? { session.store.hasSomethingToLose ? session.store.ownQuitReason : nil }

  /// The person has left, in another file.
  func leave() { session.leaveWithOthers() }

  /// Why a change requested just before leaving was not made, after all has settled; `nil` if all were made.
  public var failureAfterLeaving: String? { session.failureAfterLeaving }

  /// The first error of the disk, or of a lock that was not obtained, that prevented a read or write; a damaged file
  /// prevents every write. Nil: there was none.
  public var failure: DatabaseError? {
    let status = connection.status
    return status.failure ?? (status.condition == .damaged ? .damaged("the file is damaged") : nil)
  }

  /// When the person can have read the changes that a key would act on, by the clock's `elapsed`, if they press no key
  /// before; `nil` if there are none. For a program that types in a person's place.
  public var readableAt: Double? { session.readableAt }

  /// Returns when nothing is running, and the screen shows the present state.
  public func settle() async {
    var settled: Session?
    while settled !== session {
      settled = session
      await session.settle()
      if let comparison {
        await comparison.value
        settled = nil
      }
    }
  }

  /// Closes the file.
  public func close() async {
    keepScreen()
    await session.closeQueries()
    await remember()
    await connection.close()
  }

  /// Adds to the list of changes what has changed since the copy was made, behind the first screen.
  private func compare(with copy: RememberedFile) {
    let (session, connection) = (session, connection)
    comparisonState = .waiting
    comparison = Task {
      await connection.activity.settled()
      guard !Task.isCancelled else { return }
      comparisonState = .running
      var reason: (any Error)?
      do {
        try await session.journal.begin(with: copy)
        comparisonState = .notNeeded
      } catch is CancellationError {
        comparisonState = .failed
      } catch let error as UnreadableCopy {
        (comparisonState, reason) = (.notNeeded, error.reason)
      } catch {
        (comparisonState, reason) = (.failed, error)
      }
      if let reason {
        session.store.send(.message(.noted("What has changed since the last time is not known: \(sentence(reason)).")))
      }
      comparison = nil
    }
  }

  /// Adds to the list of changes what a record has, behind the first screen.
  private func read(_ record: RecordedCommits) {
    let (session, connection) = (session, connection)
    comparison = Task {
      await connection.activity.settled()
      guard !Task.isCancelled else { return }
      do {
        try await session.journal.begin(with: record)
      } catch is CancellationError {
        // The person has left.
      } catch {
        session.store.send(.message(.noted("The record of earlier changes is not read: \(sentence(error)).")))
      }
      comparison = nil
    }
  }

  /// Keeps a copy of the file for the next run.
  private func remember() async {
    comparison?.cancel()
    if comparisonState == .running { await comparison?.value }
    if comparisonState == .notNeeded { await memory?.keep(connection, !hasRecord && session.journal.isAsRemembered) }
  }

  /// Follows the present session and its file.
  private func follow() {
    session.onEnd = { [weak self] in self?.end() }
    token = observe(scheduler: nil, activity: connection.activity) { [weak self] in self?.fileChanged() }
  }

  /// Keeps the screen for the next run, once. What can't be kept now was said when the columns were arranged, and is not
  /// worth a word at the end.
  private func keepScreen() {
    guard !isScreenKept else { return }
    isScreenKept = true
    session.store.withState { state in try? keeper.change { state.leave(&$0) } }
  }

  private func end() {
    hasEnded = true
    keepScreen()
    token = nil
    opening?.cancel()
    onEnd?()
  }

  private func fileChanged() {
    let file = session.store.file
    if file.isReplacementGivenUp { opening?.cancel() }
    // The text in the person's editor comes back first.
    guard case .replaced(let replacement) = file.status.condition, file.refusal == nil, opening == nil, !hasEnded,
      !session.store.isTerminalLent
    else { return }
    let activity = connection.activity
    activity.begin()
    opening = Task {
      await replace(session, by: replacement)
      opening = nil
      // The file may have changed meanwhile, or a third one have come.
      fileChanged()
      activity.end()
    }
  }

  /// Continues with the file that is at the path now, if it can be opened.
  private func replace(_ old: Session, by replacement: FileVersion) async {
    let former = connection
    let activity = former.activity
    var replacement = replacement
    do {
      await old.closeQueries()
      try await former.release()
      // The old file's log has been emptied, which also changes the version at the path. This is the opened version.
      if case .replaced(let present) = former.status.condition { replacement = present }
      // The new connection keeps this closure while it is open.
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
    session = makeSession(opened, 0) {
      Application.State(file: file.noting(opened), tables: opened.tables, after: old.store.withState(\.self))
    }
    session.isShown = isShown
    follow()
  }

  /// Why a file can't be shown, as a clause.
  private func reason(_ error: any Error) -> String { (error as? BookError)?.clause ?? sentence(error) }
}
