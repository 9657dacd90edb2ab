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
  static let options =
    BookFile.arguments + FirstList.arguments + [.flag("write"), .utc, .flag("no-mouse"), .flag("linear")]

  static let usage = [
    """
    [FILE ... | FOLDER] [--table TABLE] [--search TEXT] [--query SELECT] [--diff OTHER] [--fresh]
           [--remember] [--all] [--utc] [--create] [--sample | --empty] [--read-only | --write] [--no-mouse]
           [--linear]
    """
  ]

  static let help = """
      FILE            a book, or any SQLite database; --file FILE and ALMANAC_FILE name it too, for every verb. Without
                      FILE it is your own book. The first start asks how it begins; almanac add makes it empty.
                      Several files are groups of tabs: ) and ( go from one to the next, and options that are about
                      one file are refused
      FOLDER          lists the SQLite databases of a folder, without those of its folders; Enter opens one
    \(FirstList.help)
      --create        make a book if the file does not exist
      --sample        fill an empty book with samples, or begin your own with them
      --empty         begin your own book empty
      --read-only     change nothing
      --write         change a file that is not a book without asking first
    \(Arguments.Option.helpOfUTC)
      --no-mouse      leave the mouse to the terminal, which selects text with it; with Shift it does so anyway
      --linear        for a screen reader: append a line for each event, and draw nothing; works in a pipe too

    If another program has locked the file, the screen waits as long as it takes, with a counter, and Esc gives up. A
    verb waits five seconds and fails with status 1: another program has locked the file.

    Every verb has --help. On the screen, ? shows the keys.

    """

  static func run(_ arguments: Arguments) async throws {
    let named = try NamedFiles(arguments)
    let first = try FirstList(arguments)
    for other in ["write", "remember"] { _ = try arguments.exclusive("read-only", other) }
    let words: [String?] = named.paths.isEmpty ? [nil] : named.paths
    if named.folder == nil { for word in words { _ = try file(word, arguments) } }
    // Checked before the book is opened, and perhaps made.
    let isLinear = arguments.has("linear") || Container.shared.settings().linear == .on
    var configuration = CursesTerminal.Configuration()
    configuration.isLinear = isLinear
    do {
      try configuration.check()
    } catch {
      throw UsageError("\(error)")
    }
    let screen = await ScreenTerminal(leavesMouse: arguments.has("no-mouse"), isLinear: isLinear)
    let clock = ScreenClock.timeOfDay(in: arguments.zone)
    let compared = try await first.openOther()
    let signal: Int32?
    do {
      signal =
        if let folder = named.folder {
          try await show(folder, arguments, first, compared, clock, on: screen)
        } else {
          try await show(words, arguments, first, compared, clock, on: screen)
        }
    } catch {
      await compared?.connection.close()
      throw error
    }
    await compared?.connection.close()
    // The shell sees the signal that ended it.
    if let signal { EndingSignals.pass(on: signal) }
  }

  private static func file(_ word: String?, _ arguments: Arguments) throws -> BookFile {
    try BookFile(arguments, word: word, missingOwn: .asked, isFollowed: true, acceptsAny: true)
  }

  /// Lists the databases of a folder, and shows the one that the person chooses. Returns the signal that ends the program.
  @MainActor
  private static func show(
    _ folder: String, _ arguments: Arguments, _ first: FirstList, _ compared: ComparedFile?, _ clock: ScreenClock,
    on screen: ScreenTerminal
  ) async throws -> Int32? {
    var found: FirstFile?
    do {
      let list = FolderSession(
        path: folder, terminal: try screen.terminal(), clock: clock, theme: screen.theme, events: screen.events)
      var problem: String?
      while found == nil {
        let path = await withCheckedContinuation { continuation in
          list.onEnd = { path in
            list.onEnd = nil
            continuation.resume(returning: path)
          }
          screen.onTerminate = { list.handle(.end) }
          list.begin(problem: problem)
        }
        guard let path, screen.signal == nil else { break }
        do {
          found = try await openFirst(of: [path], arguments, clock, on: screen)
          if found == nil { break }
        } catch {
          problem = "\(error)"
        }
      }
    } catch {
      screen.close()
      throw error
    }
    return try await show(found, arguments, first, compared, clock, on: screen)
  }

  /// Shows the first of several named files that can be opened, and opens the others behind it. Returns the signal that
  /// ends the program.
  @MainActor
  private static func show(
    _ named: [String?], _ arguments: Arguments, _ first: FirstList, _ compared: ComparedFile?, _ clock: ScreenClock,
    on screen: ScreenTerminal
  ) async throws -> Int32? {
    let found: FirstFile?
    do {
      found = try await openFirst(of: named, arguments, clock, on: screen)
    } catch {
      screen.close()
      throw error
    }
    return try await show(found, arguments, first, compared, clock, on: screen)
  }

  /// Runs until the person leaves, or until a signal ends the program. Returns the signal.
  @MainActor
  private static func show(
    _ found: FirstFile?, _ arguments: Arguments, _ first: FirstList, _ compared: ComparedFile?, _ clock: ScreenClock,
    on screen: ScreenTerminal
  ) async throws -> Int32? {
    guard let (file, opened, others, failures) = found else {
      screen.close()
      return screen.signal
    }
    file.keepAll(first, now: clock.now)
    let isReadOnly = arguments.has("read-only")
    Container.shared.recentFiles.register { .list(notes: !isReadOnly || StateFolder.isNamed) }
    let shown = OpenFile(
      path: file.path, isReadOnly: file.options.isReadOnly,
      isWriteAllowed: arguments.has("write") || Container.shared.settings().writing == .always)
    let files: OpenFiles
    do {
      files = OpenFiles(
        terminal: try screen.terminal(), clock: clock, theme: screen.theme,
        opener: .files(arguments, now: clock.now))
      let table = try first.table(in: opened)
      files.begin(path: file.path, events: screen.events) { scope in
        ScreenRun(
          opened, terminal: scope.terminal, file: shown, table: table, search: first.search, query: first.query,
          compared: compared, complaint: ConfigurationFile.content.message, clock: scope.clock, theme: screen.theme,
          events: screen.events
        ) { statusChanged in
          let opened = try await file.openNewcomer(patience: nil, statusChanged: statusChanged)
          file.keepSteps()
          return opened
        }
      }
      files.openBehind(others, failures: failures)
      await withCheckedContinuation { continuation in
        files.onEnd = { continuation.resume() }
        screen.onTerminate = { files.handle(.end) }
      }
      screen.close()
    } catch {
      screen.close()
      await opened.connection.close()
      throw error
    }
    // A signal asks nothing.
    if screen.signal != nil { for sentence in files.unsaved { StandardStreams.complain(sentence) } }
    try await leave(files, isTold: screen.signal == nil)
    return screen.signal
  }

  /// The first file of several that could be opened, the paths of those behind it, and why those before it could not, as
  /// sentences.
  private typealias FirstFile = (file: BookFile, opened: OpenedFile, others: [String], failures: [String])

  /// Opens the first of the named files that can be opened. Returns nil if the person has left or a signal has come.
  @MainActor
  private static func openFirst(
    of named: [String?], _ arguments: Arguments, _ clock: ScreenClock, on screen: ScreenTerminal
  ) async throws -> FirstFile? {
    var failures: [String] = []
    for (index, word) in named.enumerated() {
      let others = named[(index + 1)...].compactMap(\.self)
      do {
        if let word { ConfigurationFile.use(for: word) }
        let file = try file(word, arguments)
        guard let opened = try await open(file, clock, on: screen) else { return nil }
        return (file, opened, others, failures)
      } catch {
        guard named.count > 1 else { throw error }
        failures.append("\(error)")
      }
    }
    throw CommandFailure(failures.joined(separator: "\n"))
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
  private static func leave(_ files: OpenFiles, isTold: Bool) async throws {
    let runs = files.unfinished
    let connections = runs.map(\.connection)
    let observations = connections.map(tellWait)
    defer { withExtendedLifetime(observations) {} }
    // Ctrl-C ends the wait. A change that is then not written is reported like any other failure.
    let signals =
      isTold
      ? EndingSignals { _ in
        for connection in connections {
          connection.waitForLocks(atMost: .zero)
          connection.giveUpWaiting()
        }
      } : nil
    defer { signals?.cancel() }
    for connection in connections { await connection.endReads() }
    for connection in connections { await settle(connection.activity, atMost: .seconds(6)) }
    await files.close()
    let failures = runs.compactMap(\.failureAfterLeaving)
    if isTold, !failures.isEmpty { throw CommandFailure(failures.joined(separator: "\n")) }
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
