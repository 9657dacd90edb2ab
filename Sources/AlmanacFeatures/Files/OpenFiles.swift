// Several files on one terminal: a run of the screen for each, of which one is shown.
//
//   terminal ──event──> OpenFiles ──> the run of the shown file ──frame──> its FileTerminal ──> terminal
//                          └─ size, end ──> every run                      the others' ────> nothing
//
// A run that is not shown reads no rows: its list rests like one on another tab. Its counts, its journal and its health
// go on, so that what other programs do there is known at once. Each run has a composition of its own.
import Activities
import AlmanacRecords
import Containers
public import Databases
import Glibc
public import Observing
import Stores
public import Terminals

/// The open files of the screen.
@MainActor
public final class OpenFiles {
  let store: StoreOf<Files>
  /// Called once, when the person has left, the last file is closed, or the terminal is gone; at once if that has
  /// already happened.
  public var onEnd: (() -> Void)? { didSet { if hasEnded { onEnd?() } } }
  /// The runs by the numbers of their files.
  private var members: [Int: Member] = [:]
  private let terminal: any Terminal
  private let clock: ScreenClock
  private let frameClock: FrameClock
  private let theme: ThemeChoice
  private let opener: FileOpener?
  private let activity = Activity()
  private var lastNumber = 0
  /// The paths that are being opened.
  private var opening: [String] = []
  private var hasEnded = false
  /// Ends when the closed files are closed.
  private var closing: [Task<Void, Never>] = []

  private struct Member {
    let run: ScreenRun
    let scope: FileScope
    let events: EventQueue
  }

  /// A wait that is longer is told, in seconds.
  private static let moment = 0.25

  /// Makes the screen without a file. `opener`: opens further ones; without it there is one file alone.
  public init(
    terminal: any Terminal, clock: ScreenClock, frameClock: FrameClock = .main, theme: ThemeChoice = ThemeChoice(),
    opener: FileOpener? = nil
  ) {
    (self.terminal, self.clock, self.frameClock) = (terminal, clock, frameClock)
    (self.theme, self.opener) = (theme, opener)
    store = Store(initialState: Files.State(), activity: activity) { Files() }
    if opener != nil { Container.shared.openFiles.register { [weak self] in self } }
  }

  /// The runs in the order of their files.
  public var runs: [ScreenRun] { store.withState(\.all).compactMap { members[$0.number]?.run } }

  /// The run of the shown file.
  public var run: ScreenRun? { shown?.run }

  private var shown: Member? { store.withState(\.shown).flatMap { members[$0] } }

  // MARK: Opening

  /// Shows the first file, in the present composition. `make` starts its run.
  public func begin(
    path: String, events: EventQueue = EventQueue(), make: (FileScope) throws -> ScreenRun
  ) rethrows {
    try add(path, events, FileScope(nil, terminal: terminal, clock: clock, frameClock: frameClock), make)
    // The first screen comes first.
    clock.schedule(1) { Container.shared.recentFiles().note(path) }
    terminal.onEvent = { [weak self] event in self?.handle(event) }
  }

  private func add(
    _ path: String, _ events: EventQueue, _ scope: FileScope, isShown: Bool = true,
    _ make: (FileScope) throws -> ScreenRun
  ) rethrows {
    lastNumber += 1
    let number = lastNumber
    // Its first frame already says which file it is.
    let former = shown
    store.send(.opened(Files.File(number: number, path: path), isShown: isShown))
    scope.terminal.isShown = isShown
    if isShown { former?.scope.terminal.isShown = false }
    do {
      let run = try scope { try make(scope) }
      members[number] = Member(run: run, scope: scope, events: events)
      run.onEnd = { [weak self] in self?.ended(number) }
      if isShown {
        hide(former)
      } else {
        scope { run.isShown = false }
        // The settings of the file may name another theme.
        former?.scope { theme.choose(for: terminal) }
      }
    } catch {
      store.send(.closed(number))
      former?.scope.terminal.isShown = isShown
      throw error
    }
  }

  /// Opens the file at a path next to the others, and shows it. A file that is open already is only shown.
  func open(_ path: String) {
    if let open = fileThatIs(path) { return show(open.number) }
    activity.begin()
    Task {
      await openNext(path, isShown: true)
      activity.end()
    }
  }

  /// Opens further files behind the first one, which stays shown.
  public func openBehind(_ paths: [String]) {
    activity.begin()
    Task {
      for path in paths { await openNext(path, isShown: false) }
      activity.end()
    }
  }

  private func openNext(_ path: String, isShown: Bool) async {
    guard let opener, !hasEnded, fileThatIs(path) == nil else { return }
    opening += [path]
    clock.schedule(Self.moment) { [weak self] in
      if self?.opening.contains(path) == true { self?.tell("Opening \(path)…") }
    }
    defer { opening.removeAll { $0 == path } }
    let events = EventQueue()
    let scope = FileScope(FileScope.newComposition(), terminal: terminal, clock: clock, frameClock: frameClock)
    do {
      let opened = try await scope { try await opener.open(path) }
      // The same file may have been opened twice meanwhile.
      guard !hasEnded, fileThatIs(path) == nil else { return await opened.content.connection.close() }
      add(path, events, scope, isShown: isShown) { scope in
        ScreenRun(
          opened.content, terminal: scope.terminal, file: opened.file, clock: scope.clock,
          frameClock: scope.frameClock, theme: theme, events: events, open: opened.reopen)
      }
      Container.shared.recentFiles().note(path)
    } catch {
      complain("\(error)")
    }
  }

  /// The open file that a path leads to.
  private func fileThatIs(_ path: String) -> Files.File? {
    store.withState(\.all).first { Self.isSameFile($0.path, path) }
  }

  /// Says in the shown file what is wrong with another one.
  public func complain(_ sentence: String) { send(.message(.complained(sentence))) }

  private func tell(_ sentence: String) { send(.message(.noted(sentence))) }

  private func send(_ action: Application.Action) {
    guard let shown else { return }
    shown.scope { _ = shown.run.session.store.send(action) }
  }

  /// Whether two paths lead to the same file.
  static func isSameFile(_ a: String, _ b: String) -> Bool {
    guard let a = try? FileCalls.status(a), let b = try? FileCalls.status(b) else { return false }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }

  // MARK: Showing

  /// Shows a file.
  func show(_ number: Int) {
    guard number != store.withState(\.shown), let next = members[number] else { return }
    let former = shown
    store.send(.shown(number))
    show(next, after: former)
  }

  private func show(_ next: Member, after former: Member?) {
    hide(former)
    next.scope.terminal.isShown = true
    next.scope {
      opener?.shown(next.run.path)
      theme.choose(for: terminal)
      next.run.isShown = true
    }
    // What was typed behind the key was meant for this file, but no record of it had been seen.
    for event in former?.events.takeWaiting() ?? [] {
      next.scope { next.run.handle(event, isTypedBefore: true) }
    }
  }

  private func hide(_ member: Member?) {
    guard let member else { return }
    member.scope.terminal.isShown = false
    member.scope { member.run.isShown = false }
  }

  // MARK: Events

  /// Handles an event of the terminal.
  public func handle(_ event: InputEvent) {
    switch event {
    case .end, .resize: for member in members.values { member.scope { member.run.handle(event) } }
    default: if let shown { shown.scope { shown.run.handle(event) } }
    }
  }

  /// A run has ended: its file was closed, or the person has left all files.
  private func ended(_ number: Int) {
    guard !hasEnded, let member = members[number] else { return }
    guard member.run.isFileClosed, members.count > 1 else { return end() }
    let wasShown = store.withState(\.shown) == number
    members[number] = nil
    store.send(.closed(number))
    member.scope.terminal.isShown = false
    if wasShown, let next = shown { show(next, after: member) }
    activity.begin()
    closing.append(
      Task {
        await member.scope { await Self.close(member.run) }
        if let failure = member.run.failureAfterLeaving { complain(failure) }
        activity.end()
      })
  }

  private static func close(_ run: ScreenRun) async {
    await run.connection.endReads()
    await run.connection.activity.settled()
    await run.close()
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    for member in members.values { member.scope { member.run.leave() } }
    onEnd?()
  }

  /// Why quitting would lose something in a file that is not shown; `nil` if it would not.
  func loss(except number: Int?) -> LossElsewhere? {
    for file in store.withState(\.all) where file.number != number {
      guard let reason = members[file.number]?.run.quitReason else { continue }
      return LossElsewhere(file: store.withState { $0.name(of: file) }, reason: reason)
    }
    return nil
  }

  /// The session of a file. Not tracked.
  func session(of file: Files.File) -> Session? { members[file.number]?.run.session }

  /// Performs what a screen of one file wants of another one.
  func perform(in file: Files.File, _ body: (Session) -> Void) {
    show(file.number)
    guard let member = members[file.number] else { return }
    member.scope { body(member.run.session) }
  }

  // MARK: The palette

  /// What was found for the palette last: it asks several times for each key.
  private var found = (typed: "", names: [String](), completions: [FilePaths.Completion](), recent: [String]())

  /// How a typed path can go on. Its folder is read again when another one is typed.
  func completions(of typed: String) -> [FilePaths.Completion] {
    if typed == found.typed { return found.completions }
    if found.typed.isEmpty || !FilePaths.haveSameFolder(typed, found.typed) {
      found.names = FilePaths.names(for: typed)
    }
    (found.typed, found.completions) = (typed, FilePaths.completions(of: typed, among: found.names))
    return found.completions
  }

  /// The files that were open last and are not open now. `isNew`: the palette has just been opened, or its text erased.
  func recent(isNew: Bool) -> [String] {
    guard isNew else { return found.recent }
    let open = store.withState(\.all).map(\.path)
    (found.typed, found.completions) = ("", [])
    found.recent = Container.shared.recentFiles().all().filter { path in
      !open.contains { Self.isSameFile($0, path) }
    }
    return found.recent
  }

  // MARK: The end

  /// When the person can have read the changes that a key would act on, by the clock's `elapsed`; `nil` if there are
  /// none.
  public var readableAt: Double? { run?.readableAt }

  /// The first error that prevented a read or write of a file; `nil` if there was none.
  public var failure: DatabaseError? { runs.lazy.compactMap(\.failure).first }

  /// Returns when nothing is running in any file, and the screen shows the present state.
  public func settle() async {
    var count = -1
    while count != lastNumber {
      count = lastNumber
      await activity.settled()
      for run in runs { await run.settle() }
    }
  }

  /// Returns when the files that the person has closed are closed.
  public func closed() async { for task in closing { await task.value } }

  /// Closes all files.
  public func close() async {
    // The one that was shown last comes first.
    let paths = members.values.filter { $0.run !== run }.map(\.run.path) + [run?.path].compactMap(\.self)
    for path in paths { Container.shared.recentFiles().note(path) }
    for member in members.values { await member.scope { await member.run.close() } }
    await closed()
  }
}
