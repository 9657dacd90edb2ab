// Several files on one terminal: each has a run of the screen, and one run is shown.
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
  let activity = Activity()
  private var lastNumber = 0
  /// The paths that are being opened.
  private var opening: [String] = []
  private var hasEnded = false
  /// The runs whose files the person has closed, until they are closed and what has failed is told.
  private var leaving: [Int: (run: ScreenRun, closing: Task<Void, Never>)] = [:]
  /// How many keys and clicks have come.
  private var inputCount = 0
  /// The last one, and when it came.
  private var lastInput: HeldKey?
  /// The key that has closed a file, which may still be held, and when it came last.
  private var closingKey: HeldKey?
  /// When the person can have read which file is shown; `nil` if a key of theirs has chosen it.
  private var readableFileAt: Double?
  /// The search for what the palette offers.
  var looking: Task<Void, Never>?

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

  /// The runs of all files that are not closed yet, also of those that the person has closed.
  public var unfinished: [ScreenRun] { runs + leaving.sorted { $0.key < $1.key }.map(\.value.run) }

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
    try add(
      path, events, FileScope(Composition.current, terminal: terminal, clock: clock, frameClock: frameClock), make)
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
      former?.scope.terminal.isShown = true
      throw error
    }
  }

  /// Opens the file at a path next to the others, and shows it. A file that is open already is only shown. If the person
  /// has pressed a key by then, the shown file stays: what they type is meant for it. `ask`: what to do with a folder.
  func open(_ path: String, ask: (() -> Void)? = nil) {
    let count = inputCount
    activity.begin()
    Task {
      let isAsked =
        if ask != nil { await FileReading.under(path) { _ in DatabaseFolder.isFolder(path) } } else { false }
      let known = isAsked ? nil : await knownFile(path)
      if isAsked, count == inputCount {
        ask?()
      } else if let failure = known == nil ? await openNext(path, isShown: { [self] in count == inputCount }) : nil {
        complain(failure)
      } else if !hasEnded, let file = known ?? fileThatIs(path) {
        if count == inputCount { showLate(file.number) } else { tellOpen(file) }
      }
      activity.end()
    }
  }

  /// Opens further files behind the first one, which stays shown. `failures`: why others could not be opened before, in
  /// sentences.
  public func openBehind(_ paths: [String], failures: [String] = []) {
    if !failures.isEmpty { complain(failures.joined(separator: " ")) }
    activity.begin()
    Task {
      var failures = failures
      for path in paths where await knownFile(path) == nil {
        guard let failure = await openNext(path, isShown: { false }) else { continue }
        failures.append(failure)
        complain(failures.joined(separator: " "))
      }
      activity.end()
    }
  }

  /// Returns why the file could not be opened, as a sentence.
  private func openNext(_ path: String, isShown: () -> Bool) async -> String? {
    guard let opener, !hasEnded else { return nil }
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
      guard !hasEnded, fileThatIs(path) == nil else {
        await opened.content.connection.close()
        return nil
      }
      let isShown = isShown()
      add(path, events, scope, isShown: isShown) { scope in
        ScreenRun(
          opened.content, terminal: scope.terminal, file: opened.file, clock: scope.clock,
          frameClock: scope.frameClock, theme: theme, events: events, open: opened.reopen)
      }
      Container.shared.recentFiles().note(path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The open file that a path leads to. The path can be read.
  private func fileThatIs(_ path: String) -> Files.File? {
    store.withState(\.all).first { Self.isSameFile($0.path, path) }
  }

  /// The open file that a path leads to. A path on a network may take long.
  private func knownFile(_ path: String) async -> Files.File? {
    let all = store.withState(\.all)
    return await FileReading.under(path) { _ in all.first { Self.isSameFile($0.path, path) } }
  }

  /// Says that a file is open behind the shown one, and the key that goes there.
  private func tellOpen(_ file: Files.File) {
    guard file.number != store.withState(\.shown), let shown else { return }
    let (name, key) = store.withState { state in
      (state.name(of: file), state.file(after: 1) == file ? ")" : state.file(after: -1) == file ? "(" : ":")
    }
    let hint = shown.scope {
      Container.shared.settings().keys.shown(KeyHint(keys: [.character(Character(key))], title: ""))
    }
    tell("\(name) is open: \(hint?.caption(isUnicode: terminal.isUnicode) ?? key) goes to it.")
  }

  /// Says in the shown file what is wrong with another one.
  private func complain(_ sentence: String) { send(.message(.complained(sentence))) }

  private func tell(_ sentence: String) { send(.message(.noted(sentence))) }

  private func send(_ action: Application.Action) {
    guard let shown else { return }
    shown.scope { _ = shown.run.session.store.send(action) }
  }

  /// Whether two paths lead to the same file.
  nonisolated static func isSameFile(_ a: String, _ b: String) -> Bool {
    guard let a = try? FileCalls.status(a), let b = try? FileCalls.status(b) else { return false }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }

  // MARK: Showing

  /// Shows a file.
  func show(_ number: Int) {
    guard number != store.withState(\.shown), let next = members[number] else { return }
    readableFileAt = nil
    let former = shown
    store.send(.shown(number))
    show(next, after: former)
  }

  /// Shows a file that could not be shown at once. The person may press a key for the former one meanwhile.
  private func showLate(_ number: Int) {
    show(number)
    readableFileAt = clock.elapsed() + Notice.readingTime
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
    let time = clock.elapsed()
    for event in former?.events.takeWaiting() ?? [] where closingKey?.isRepeated(by: event, at: time) != true {
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
    case .endOfKeys: endKeys()
    case .background: handleShown(event)
    default:
      let time = clock.elapsed()
      inputCount += 1
      lastInput = HeldKey(event, at: time)
      if closingKey?.isRepeated(by: event, at: time) == true {
        closingKey = HeldKey(event, at: time, repeating: closingKey)
      } else {
        closingKey = nil
        handleShown(event, isTypedBefore: readableFileAt.map { time < $0 } ?? false)
      }
    }
  }

  private func handleShown(_ event: InputEvent, isTypedBefore: Bool = false) {
    if let shown { shown.scope { shown.run.handle(event, isTypedBefore: isTypedBefore) } }
  }

  /// No more keys will come: leaves like `q` when their effects are on the screen.
  private func endKeys() {
    Task {
      await activity.settled()
      for run in runs { await run.session.keysEnded() }
      end()
    }
  }

  /// A run has ended: its file was closed, or the person has left all files.
  private func ended(_ number: Int) {
    guard !hasEnded, let member = members[number] else { return }
    guard member.run.isFileClosed, members.count > 1 else { return end() }
    let (wasShown, name) = store.withState { state in
      (state.shown == number, state.all.first { $0.number == number }.map(state.name) ?? "")
    }
    (closingKey, readableFileAt) = (lastInput, nil)
    members[number] = nil
    store.send(.closed(number))
    member.scope.terminal.isShown = false
    if wasShown, let next = shown { show(next, after: member) }
    activity.begin()
    let closing = Task {
      await member.scope { await Self.close(member.run) }
      // Behind the last screen, the program tells it.
      if !hasEnded {
        if let failure = member.run.failureAfterLeaving { complain("\(name): \(failure)") }
        leaving[number] = nil
      }
      activity.end()
    }
    leaving[number] = (member.run, closing)
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

  /// The files in which the person has typed something that is not saved, as sentences. Not tracked.
  public var unsaved: [String] {
    let state = store.withState(\.self)
    return state.all.filter { members[$0.number]?.run.quitReason == .unsaved }
      .map { QuitReason.unsaved.sentence(in: state.name(of: $0)) }
  }

  /// What quitting would lose in the files that are not shown. Tracked.
  var lossesElsewhere: [LossElsewhere] {
    let state = store.state
    return state.all.filter { $0.number != state.shown }.compactMap { file in
      members[file.number]?.run.quitReason.map { LossElsewhere(file: state.name(of: file), reason: $0) }
    }
  }

  /// The session of a file. Not tracked.
  func session(of file: Files.File) -> Session? { members[file.number]?.run.session }

  /// Performs what a screen of one file wants of another one.
  func perform(in file: Files.File, _ body: (Session) -> Void) {
    show(file.number)
    guard let member = members[file.number] else { return }
    member.scope { body(member.run.session) }
  }

  // MARK: The end

  /// When the person can have read the changes that a key would act on, by the clock's `elapsed`; `nil` if there are
  /// none.
  public var readableAt: Double? {
    [run?.readableAt, readableFileAt, closingKey?.end].compactMap(\.self).max()
  }

  /// The first error that prevented a read or write of a file; `nil` if there was none.
  public var failure: DatabaseError? { runs.lazy.compactMap(\.failure).first }

  /// Returns when nothing is running in any file, and the screen shows the present state.
  public func settle() async {
    var count: Int
    repeat {
      count = lastNumber
      await activity.settled()
      for run in runs { await run.settle() }
    } while count != lastNumber || !activity.isSettled
  }

  /// Returns when the files that the person has closed are closed.
  public func closed() async { for (_, closing) in leaving.values { await closing.value } }

  /// Closes all files.
  public func close() async {
    // The one that was shown last comes first.
    let paths = members.values.filter { $0.run !== run }.map(\.run.path) + [run?.path].compactMap(\.self)
    for path in paths { Container.shared.recentFiles().note(path) }
    for member in members.values { await member.scope { await member.run.close() } }
    await closed()
  }
}
