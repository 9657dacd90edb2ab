// The screen: opens the book on the terminal and stays until the person leaves.
import Activities
import AlmanacFeatures
import AlmanacRecords
import Containers
import CursesTerminals
import Databases
import Glibc
import Locks
import Terminals

enum ScreenCommand: Verb {
  static let name = "screen"
  static let options = BookFile.arguments + FirstList.arguments + [.flag("write"), .utc, .flag("no-mouse")]

  static let usage = [
    """
    [FILE] [--table TABLE] [--search TEXT] [--query SELECT] [--fresh] [--remember] [--all] [--utc]
           [--create] [--sample | --empty] [--read-only | --write] [--no-mouse]
    """
  ]

  static let help = """
      FILE            a book, or any SQLite database; --file FILE and ALMANAC_FILE name it too, for every verb. Without
                      FILE it is your own book. The first start asks how it begins; almanac add makes it empty
    \(FirstList.help)
      --create        make a book if the file does not exist
      --sample        fill an empty book with samples, or begin your own with them
      --empty         begin your own book empty
      --read-only     change nothing
      --write         change a file that is not a book without asking first
    \(Arguments.Option.helpOfUTC)
      --no-mouse      leave the mouse to the terminal, which selects text with it; with Shift it does so anyway

    If another program has locked the file, the screen waits as long as it takes, with a counter, and Esc gives up. A
    verb waits five seconds and fails with status 1: another program has locked the file.

    Every verb has --help. On the screen, ? shows the keys.

    """

  static func run(_ arguments: Arguments) async throws {
    let first = try FirstList(arguments)
    for other in ["write", "remember"] { _ = try arguments.exclusive("read-only", other) }
    let file = try BookFile(
      arguments, word: arguments.words.first, missingOwn: .asked, isFollowed: true, acceptsAny: true)
    // Checked before the book is opened, and perhaps made.
    do {
      try CursesTerminal.Configuration().check()
    } catch {
      throw UsageError("\(error)")
    }
    let shown = OpenFile(
      path: file.path, isReadOnly: file.options.isReadOnly,
      isWriteAllowed: arguments.has("write") || Container.shared.settings().writing == .always)
    let screen = await ScreenTerminal(leavesMouse: arguments.has("no-mouse"))
    let signal = try await show(file, shown, first, .timeOfDay(in: arguments.zone), on: screen)
    // The shell sees the signal that ended it.
    if let signal { EndingSignals.pass(on: signal) }
  }

  /// Runs until the person leaves, or until a signal ends the program. Returns the signal.
  @MainActor
  private static func show(
    _ file: BookFile, _ shown: OpenFile, _ first: FirstList, _ clock: ScreenClock,
    on screen: ScreenTerminal
  ) async throws -> Int32? {
    guard let opened = try await open(file, clock, on: screen) else { return screen.signal }
    Container.shared.keptQueries.register { .file(of: file.path, isReadOnly: file.options.isReadOnly) }
    ConfigurationFile.allowChanges(shown: file.path)
    file.keepScreen(isFresh: first.isFresh)
    file.keepSteps()
    if first.remembers { file.remember(now: clock.now) }
    let run: ScreenRun
    do {
      run = ScreenRun(
        opened, terminal: try screen.terminal(), file: shown, table: try first.table(in: opened), search: first.search,
        query: first.query, complaint: ConfigurationFile.content.message, clock: clock, theme: screen.theme,
        events: screen.events
      ) { statusChanged in
        let opened = try await file.openNewcomer(patience: nil, statusChanged: statusChanged)
        file.keepSteps()
        return opened
      }
      await withCheckedContinuation { continuation in
        run.onEnd = { continuation.resume() }
        screen.onTerminate = { run.handle(.end) }
      }
      screen.close()
    } catch {
      screen.close()
      await opened.connection.close()
      throw error
    }
    try await leave(run, isTold: screen.signal == nil)
    return screen.signal
  }

  /// Opens the file, on the terminal if that takes time. Returns nil if the person has left or a signal has come.
  @MainActor
  private static func open(
    _ file: BookFile, _ clock: ScreenClock, on screen: ScreenTerminal
  ) async throws -> OpenedFile? {
    let opening = OpeningSession(
      path: file.path, isAsked: file.isAsked, clock: clock, theme: screen.theme, activity: file.options.activity,
      events: screen.events,
      terminal: screen.terminal
    ) { answer, statusChanged in
      try await file.openScreen(answer: answer, patience: nil, statusChanged: statusChanged)
    }
    screen.onTerminate = { opening.handle(.end) }
    let outcome = await withCheckedContinuation { continuation in
      opening.onEnd = { continuation.resume(returning: $0) }
      opening.begin()
    }
    if case .opened(let file) = outcome { return file }
    screen.close()
    switch outcome {
    case .failed(let error): throw error
    case .givenUp(let isLocked) where screen.signal == nil:
      let reason = isLocked ? ": \(WaitingProgram.clause(path: file.path))" : ""
      throw CommandFailure("\(file.path) was not opened\(reason).")
    case .opened, .left, .givenUp: return nil
    }
  }

  /// Ends the work that is still running after the screen has closed. If `isTold`, throws the failure of a change that
  /// was requested just before leaving.
  @MainActor
  private static func leave(_ run: ScreenRun, isTold: Bool) async throws {
    let connection = run.connection
    let observation = tellWait(connection)
    defer { withExtendedLifetime(observation) {} }
    // Ctrl-C ends the wait. A change that is then not written is reported like any other failure.
    let signals =
      isTold
      ? EndingSignals { _ in
        connection.waitForLocks(atMost: .zero)
        connection.giveUpWaiting()
      } : nil
    defer { signals?.cancel() }
    await connection.endReads()
    await settle(connection.activity, atMost: .seconds(6))
    await run.close()
    if isTold, let failure = run.failureAfterLeaving { throw CommandFailure(failure) }
  }

  /// Says once, after the screen has closed, that a change requested just before leaving waits for another program's
  /// lock.
  private static func tellWait(_ connection: SQLiteConnection) -> StatusObservation {
    let isTold = Lock(false)
    let tell: @Sendable () -> Void = { [weak connection] in
      guard connection?.status.waiting.contains(.write) == true else { return }
      let isFirst = isTold.withLock { isTold in
        defer { isTold = true }
        return !isTold
      }
      if isFirst { StandardStreams.complain("Waiting for another program's lock, five seconds at most.") }
    }
    let observation = connection.observeStatus(tell)
    tell()
    return observation
  }

  /// Waits until all work has settled, but only up to a limit: counts and charts may wait for their turn, and are no
  /// longer shown. Closing the book afterwards still waits for a running write.
  private static func settle(_ activity: Activity, atMost limit: Duration) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let hasEnded = Lock(false)
      @Sendable func end() {
        let isFirst = hasEnded.withLock { hasEnded in
          defer { hasEnded = true }
          return !hasEnded
        }
        if isFirst { continuation.resume() }
      }
      Task {
        await activity.settled()
        end()
      }
      Task {
        try? await Task.sleep(for: limit)
        end()
      }
    }
  }
}
