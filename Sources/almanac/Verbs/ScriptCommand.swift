// Prints the screen after some keys as text.
import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import Terminals

enum ScriptCommand: Verb {
  static let name = "script"
  static let options =
    BookFile.arguments + FirstList.arguments + [.value("size"), .value("now"), .flag("write"), .utc]

  static let usage = [
    """
    script KEYS [--table TABLE] [--search TEXT] [--query SELECT] [--diff OTHER] [--fresh]
                [--remember] [--all] [--size COLUMNSxROWS] [--now TIME] [--utc] [--write]
    """
  ]

  static let help = """
    Prints the screen after KEYS, once everything has settled: exactly as many rows as the size has. If you have no book
    of your own yet, the first keys answer the question of the first start.

      KEYS            keys with commas between them: Down, Enter, Esc, Space, C-d, type:TEXT, paste:TEXT, resize:100x30 and
                      so on; write a comma as Comma, in a text too: type:a,Comma,type:b
    \(FirstList.help)
      --size          the size of the screen; 80x24
      --now TIME      the present time for ages, as '2026-01-31 12:00', in UTC
    \(Arguments.Option.helpOfUTC)
      --write         work on the file itself, not on a copy
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --create        make a book if the file does not exist; without --write only as a copy
      --sample        fill an empty book with samples first, or begin your own with them
      --empty         begin your own book empty
      --read-only     change nothing
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count == 1 else {
      throw UsageError("Give one list of keys, separated by commas: 'Down,Enter'.")
    }
    let events: [InputEvent]
    do {
      events = try Key.parse(script: arguments.words[0])
    } catch {
      throw UsageError("\(error)")
    }
    let first = try FirstList(arguments)
    let size = try size(arguments.value("size") ?? "80x24")
    let clock = try clock(arguments.value("now"), arguments.zone)
    _ = try arguments.exclusive("write", "read-only")
    let file = try BookFile(arguments, missingOwn: .asked, isFollowed: true, acceptsAny: true)
    let copies = arguments.has("write") ? nil : try PrivateFolder()
    let signals = copies.map { copies in
      EndingSignals { number in
        copies.remove()
        EndingSignals.pass(on: number)
      }
    }
    defer {
      signals?.cancel()
      copies?.remove()
    }
    let keepsState = copies == nil && StateFolder.isNamed
    if first.isRememberAsked, !keepsState {
      throw UsageError("--remember needs --write, and a state folder that XDG_STATE_HOME names.")
    }
    let opener = FileOpener.files(
      arguments, now: clock.clock.now, keepsState: keepsState, copies: copies?.path)
    // A script is no visit of a person: it notes no file.
    if keepsState { Container.shared.recentFiles.register { .list(notes: false) } }
    let compared = try await first.openOther()
    let (rows, failure) = try await screen(
      after: events, first, compared, size, clock, file, opener, keepsState: keepsState
    ) {
      answer, statusChanged in
      if let copies { return try await file.openScreenCopy(at: copies.path + "/copy.db", answer: answer) }
      return try await file.openScreen(answer: answer, patience: file.options.patience, statusChanged: statusChanged)
    }
    try StandardStreams.write(rows.joined(separator: "\n") + "\n")
    guard let failure else { return }
    throw CommandFailure(
      """
      Not all keys were done: \(file.path) could not be read or written, since \(sentence(failure)). The screen shows \
      all that could be read; what was saved is kept. Look at the file before you play the keys again.
      """)
  }

  /// Plays the keys, from the first question on. Returns the screen, and the error that prevented a read or write of
  /// the file.
  @MainActor
  private static func screen(
    after events: [InputEvent], _ first: FirstList, _ compared: ComparedFile?, _ size: Size, _ clock: ScriptClock,
    _ file: BookFile,
    _ opener: FileOpener, keepsState: Bool, open: @escaping OpeningSession.Open
  ) async throws -> (screen: [String], failure: DatabaseError?) {
    // A pipe gets UTF-8.
    let terminal = VirtualTerminal(size: size, isUnicode: Environment.isUnicode || !StandardStreams.isTerminal)
    let opening = OpeningSession(
      path: file.path, isAsked: file.isAsked, clock: clock.clock, activity: file.options.activity,
      terminal: { terminal },
      open: open)
    var files: OpenFiles?
    var failure: (any Error)?
    opening.onEnd = { outcome in
      switch outcome {
      case .opened(let opened):
        // A script is often a test: it leaves the person's own folder alone.
        if keepsState {
          file.keepSteps()
          ConfigurationFile.allowChanges(shown: file.path)
          file.findRecord()
          file.keepScreen(isFresh: first.isFresh)
          if first.remembers { file.remember(now: clock.clock.now) }
        }
        do {
          let table = try first.table(in: opened)
          files = OpenFiles(terminal: terminal, clock: clock.clock, opener: opener)
          files?.begin(path: file.path) { scope in
            ScreenRun(
              opened, terminal: scope.terminal,
              // A copy may be written to, and --write allows writing to the file.
              file: OpenFile(path: file.path, isReadOnly: file.options.isReadOnly, isWriteAllowed: true),
              table: table, search: first.search, query: first.query, compared: compared,
              complaint: ConfigurationFile.content.message, clock: scope.clock, frameClock: scope.frameClock
            ) { try await file.openNewcomer(patience: file.options.patience, statusChanged: $0) }
          }
        } catch {
          failure = error
        }
      case .failed(let error): failure = error
      case .left, .givenUp: break
      }
    }
    opening.begin()
    await settle(opening, files)
    for event in events where failure == nil {
      clock.read(until: files?.readableAt)
      terminal.send(event)
      await settle(opening, files)
      // The book may have been opened meanwhile.
      await settle(opening, files)
    }
    let (screen, unread) = (terminal.screen, files?.failure)
    await files?.close()
    if let failure { throw failure }
    return (screen, unread)
  }

  @MainActor
  private static func settle(_ opening: OpeningSession, _ files: OpenFiles?) async {
    await opening.settle()
    await files?.settle()
  }

  private static func size(_ text: String) throws -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy((1...1000).contains) else {
      throw UsageError("--size takes COLUMNSxROWS, as 80x24, each from 1 to 1000, not '\(text)'.")
    }
    return Size(width: parts[0], height: parts[1])
  }

  private static func clock(_ text: String?, _ zone: CivilZone) throws -> ScriptClock {
    guard let text else { return ScriptClock(now: ScreenClock.present, zone: zone) }
    guard let now = Timestamp(text: text).secondsSince1970 else {
      throw UsageError("'\(text)' is not a time; write it as '2026-01-31 12:00'.")
    }
    return ScriptClock(now: now, zone: zone)
  }
}
