// Keeps the steps of one database file from one run of the program to the next, and shares them with the programs that
// have it open now.
//
//   BEGIN ──> what others have added ──> the change ──> intent, synced ──> COMMIT ──> "settled" ──> acknowledged
//
// A program that is killed between the intent and "settled" leaves it open whether it has committed. The next one tells
// by the rows, before it changes any.
public import Databases
import Glibc
import Locks

/// The steps that are kept of a database file.
public final class StepKeeper: Sendable {
  /// The steps to undo and to make again, the next one last.
  public struct Steps: Sendable {
    /// The steps to undo.
    public var done: [KeptStep] = []
    /// The steps to make again.
    public var undone: [KeptStep] = []

    /// Makes no steps.
    public init() {}

    fileprivate init(_ stacks: StepStacks) {
      (done, undone) = (stacks.done.steps.map(\.step), stacks.undone.steps.map(\.step))
    }
  }

  /// A change that is being written, and how it is kept.
  public enum Deed: Sendable {
    /// It is a new step.
    case made(KeptStep)
    /// It takes back the step with this change, or makes it again; `now`: the step as it was really taken, if it differs.
    case taken(BookChange, isUndo: Bool, now: KeptStep?)
  }

  private struct State {
    var file: StepFile
    var stacks = StepStacks()
    /// The entries of this program that are not settled yet.
    var own: Set<StepID> = []
    /// Whether no step is kept any more.
    var isBroken = false
    /// What the person has not been told yet.
    var trouble: String?
    var isDamageTold = false
  }

  /// What is known of the file. It has a lock of its own: that of the state may be held long.
  private struct Known {
    var version = StepFile.Version()
    /// Whether others have added something that no one has asked for yet.
    var hasOthers = true
  }

  private let state: Lock<State>
  private let known = Lock(Known())
  private let path: String
  /// Whether nothing is written.
  private let isReadOnly: Bool

  /// Makes the keeper of a place. `isReadOnly`: it only reads.
  public init(_ place: StepPlace, isReadOnly: Bool = false) {
    state = Lock(State(file: StepFile(place)))
    (path, self.isReadOnly) = (place.path, isReadOnly)
  }

  deinit { state.withLock { $0.file.close() } }

  // MARK: Reading

  /// Whether the steps have never been read, or others have changed them since. It only looks at the file's length.
  public var hasNews: Bool {
    let known = known.withLock(\.self)
    return known.hasOthers || known.version != StepFile.version(at: path)
  }

  /// The steps that are kept now. Call inside a read or a write.
  public func steps(_ db: Database) -> Steps {
    catchUp(db, isWriting: false)
    return state.withLock { state in
      known.withLock { $0.hasOthers = false }
      return Steps(state.stacks)
    }
  }

  /// The next step. Call inside a read or a write.
  public func next(isUndo: Bool, _ db: Database) -> KeptStep? {
    catchUp(db, isWriting: false)
    return state.withLock { $0.stacks.next(isUndo: isUndo)?.step }
  }

  /// What the person should be told, once: a sentence.
  public func takeTrouble() -> String? {
    state.withLock { state in
      defer { state.trouble = nil }
      return state.trouble
    }
  }

  // MARK: Writing

  /// Takes account of what others have added. Inside a write, before it has changed anything, the entries that are not
  /// settled are settled for good.
  func catchUp(_ db: Database, isWriting: Bool) {
    attempt { state in
      read(try state.file.read(), &state)
      let unsettled = state.stacks.unsettled(except: state.own, db).filter { isWriting || $0.isDone }
      if unsettled.isEmpty { return }
      if isReadOnly {
        for (id, isDone) in unsettled { state.stacks.apply(StepID(), .settled(id, isDone: isDone)) }
      } else {
        try append(unsettled.map { .settled($0.id, isDone: $0.isDone) }, syncs: false, &state)
      }
    }
  }

  /// Keeps what is about to be committed. Returns the entry to settle; nil if it is not kept. Call inside the write, at
  /// its end.
  func intend(_ deed: Deed) -> StepID? {
    if isReadOnly { return nil }
    var id: StepID?
    attempt { state in
      let entry: StepEntry
      switch deed {
      case .made(let step): entry = .making(step)
      case .taken(let change, let isUndo, let now):
        guard let held = state.stacks.step(with: change, isUndo: isUndo) else { return }
        entry = .taking(held.id, isUndo: isUndo, now: now)
      }
      let new = try append([entry], syncs: true, &state)[0]
      state.own.insert(new)
      id = new
    }
    return id
  }

  /// Notes whether an entry was committed.
  func settle(_ id: StepID, isDone: Bool) {
    attempt { state in
      try append([.settled(id, isDone: isDone)], syncs: false, &state)
      state.own.remove(id)
      let length = state.file.version.length
      if state.stacks.isLong || length > StepStack<StepStacks.Held>.byteCapacity {
        do { try shorten(&state) } catch StepFileTrouble.held {
          // Another program has just done it.
        }
      }
    }
  }

  /// Puts the step with this change after all others, or gives it up.
  public func place(_ change: BookChange, isUndo: Bool, isForgotten: Bool) {
    if isReadOnly { return }
    attempt { state in
      guard let held = state.stacks.step(with: change, isUndo: isUndo) else { return }
      try append([.placed(held.id, isUndo: isUndo, isForgotten: isForgotten)], syncs: false, &state)
    }
  }

  /// Follows the renaming of a table.
  public func rename(_ old: String, to new: String) {
    if isReadOnly { return }
    attempt { state in
      if state.file.version == StepFile.Version() { return }
      try append([.renamed(old, to: new)], syncs: false, &state)
    }
  }

  // MARK: The file

  @discardableResult
  private func append(_ entries: [StepEntry], syncs: Bool, _ state: inout State) throws -> [StepID] {
    let added = entries.map { (id: StepID(), entry: $0) }
    read(try state.file.append(added, syncs: syncs), &state)
    for (id, entry) in added { state.stacks.apply(id, entry) }
    return added.map(\.id)
  }

  /// Replaces the file by one with the newer half of the steps.
  private func shorten(_ state: inout State) throws {
    read(try state.file.read(), &state)
    var stacks = state.stacks
    stacks.halve()
    var entries = stacks.entries
    let news = try state.file.rewrite { news in
      entries += news.entries
      return entries
    }
    state.stacks = StepStacks()
    for (id, entry) in entries { state.stacks.apply(id, entry) }
    if !news.entries.isEmpty { known.withLock { $0.hasOthers = true } }
  }

  private func read(_ news: StepFile.News, _ state: inout State) {
    if news.isWhole { state.stacks = StepStacks() }
    if news.isWhole || !news.entries.isEmpty { known.withLock { $0.hasOthers = true } }
    for (id, entry) in news.entries { state.stacks.apply(id, entry) }
    if news.isDamaged, !state.isDamageTold {
      state.isDamageTold = true
      state.trouble = "The steps kept for undo are damaged: undo goes back as far as they can be read."
    }
  }

  /// Runs `body`. If it fails, no step is kept any more, and the person will be told.
  private func attempt(_ body: (inout State) throws -> Void) {
    state.withLock { state in
      if state.isBroken { return }
      do {
        try body(&state)
      } catch {
        state.isBroken = true
        state.trouble = Self.sentence(error)
      }
      known.withLock { known in
        known.version = state.isBroken ? StepFile.version(at: path) : state.file.version
        if state.isBroken { known.hasOthers = false }
      }
    }
  }

  private static func sentence(_ error: any Error) -> String {
    switch error as? StepFileTrouble {
    case .newer: "The steps kept for undo are of a newer Almanac: they stay as they are, and none is added."
    case .held: "Another program holds the steps kept for undo: no step is kept for the next start."
    case .system(let number):
      "Undo can't keep its steps for the next start: \(String(cString: strerror(number)))."
    case nil: "Undo can't keep its steps for the next start."
    }
  }
}

extension SQLiteConnection {
  /// Runs `body` in a transaction. The step that it returns is kept before the commit; if it returns none, nothing is
  /// kept. Otherwise like `write`.
  @export(interface)
  public func write<R: Sendable>(
    keptBy keeper: StepKeeper?, endedBy interruption: WriteInterruption? = nil,
    _ body: @escaping @Sendable (Database) throws -> (result: R, step: StepKeeper.Deed?)
  ) async throws -> R {
    guard let keeper else { return try await write(endedBy: interruption) { db in try body(db).result } }
    let intent = Lock<StepID?>(nil)
    do {
      let result = try await write(endedBy: interruption) { db in
        keeper.catchUp(db, isWriting: true)
        let (result, step) = try body(db)
        if let step {
          let id = keeper.intend(step)
          intent.withLock { $0 = id }
        }
        return result
      }
      if let id = intent.withLock(\.self) { keeper.settle(id, isDone: true) }
      return result
    } catch {
      if let id = intent.withLock(\.self) { keeper.settle(id, isDone: false) }
      throw error
    }
  }
}
