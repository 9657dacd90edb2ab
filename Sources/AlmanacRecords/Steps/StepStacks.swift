// What the entries of a file of steps come to: the steps to undo and to redo.
//
//   making, taking ──> waiting ──settled──> carried out
//
// A change that was committed and not settled, because the program was killed, is told by its rows.
import Databases

/// The steps to undo and to redo, and the entries that are not settled.
struct StepStacks {
  /// A step and the entry that has made it. Equal if the entries are the same.
  struct Held: StackedStep {
    let id: StepID
    var step: KeptStep
    var change: BookChange { step.change }

    static func == (a: Held, b: Held) -> Bool { a.id == b.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// An entry of a change that may have been committed.
  private struct Waiting {
    let id: StepID
    var entry: StepEntry
    /// Whether its rows were not there. Its own program may know better and say so later.
    var isRefused = false
  }

  private(set) var done = StepStack<Held>()
  private(set) var undone = StepStack<Held>()
  private var waiting: [Waiting] = []
  /// The number of entries so far.
  private(set) var entryCount = 0

  /// The most refused entries that are remembered.
  private static let refusedLimit = 8

  private static func stack(isUndo: Bool) -> WritableKeyPath<StepStacks, StepStack<Held>> { isUndo ? \.done : \.undone }

  /// The step with this change that is to be undone or made again.
  func step(with change: BookChange, isUndo: Bool) -> Held? {
    self[keyPath: Self.stack(isUndo: isUndo)].steps.last { $0.step.change == change }
  }

  /// The next step.
  func next(isUndo: Bool) -> Held? { self[keyPath: Self.stack(isUndo: isUndo)].steps.last }

  /// Takes account of the next entry.
  mutating func apply(_ id: StepID, _ entry: StepEntry) {
    entryCount += 1
    switch entry {
    case .making, .taking: waiting.append(Waiting(id: id, entry: entry))
    case .settled(let id, let isDone):
      guard let place = waiting.firstIndex(where: { $0.id == id }) else { return }
      if isDone {
        carryOut(waiting.remove(at: place))
      } else {
        waiting[place].isRefused = true
        forgetRefused()
      }
    case .placed(let id, let isUndo, let isForgotten):
      let stack = Self.stack(isUndo: isUndo)
      guard let held = self[keyPath: stack].steps.last(where: { $0.id == id }) else { return }
      self[keyPath: stack].remove(held)
      if !isForgotten { self[keyPath: stack].putLast(held) }
    case .renamed(let old, let new):
      done.update { $0.step.rename(old, to: new) }
      undone.update { $0.step.rename(old, to: new) }
    }
  }

  private mutating func carryOut(_ waiting: Waiting) {
    switch waiting.entry {
    case .making(let step):
      done.push(Held(id: waiting.id, step: step))
      undone = StepStack()
    case .taking(let id, let isUndo, let now):
      let stack = Self.stack(isUndo: isUndo)
      guard var held = self[keyPath: stack].steps.last(where: { $0.id == id }) else { return }
      self[keyPath: stack].remove(held)
      if let now { held.step = now }
      self[keyPath: Self.stack(isUndo: !isUndo)].push(held)
    case .settled, .placed, .renamed: break
    }
  }

  private mutating func forgetRefused() {
    let surplus = waiting.count(where: \.isRefused) - Self.refusedLimit
    if surplus > 0, let first = waiting.firstIndex(where: \.isRefused) { waiting.remove(at: first) }
  }

  /// The entries that are not settled, each with whether its rows are as after it. Call inside a read or a write.
  func unsettled(except own: Set<StepID>, _ db: Database) -> [(id: StepID, isDone: Bool)] {
    waiting.filter { !$0.isRefused && !own.contains($0.id) }.map { waiting in
      (waiting.id, change(of: waiting.entry).map { (try? $0.isMade(db)) == true } ?? false)
    }
  }

  /// The change that an entry is about.
  private func change(of entry: StepEntry) -> BookChange? {
    switch entry {
    case .making(let step): return step.change
    case .taking(let id, let isUndo, let now):
      let held = self[keyPath: Self.stack(isUndo: isUndo)].steps.last { $0.id == id }
      guard let change = (now ?? held?.step)?.change else { return nil }
      return isUndo ? change.inverse : change
    case .settled, .placed, .renamed: return nil
    }
  }

  // MARK: A shorter file

  /// Whether the file should be written anew.
  var isLong: Bool { stepCount >= StepStack<Held>.capacity || entryCount > 4 * StepStack<Held>.capacity }

  private var stepCount: Int { done.steps.count + undone.steps.count }

  /// Forgets the older half.
  mutating func halve() {
    done.keep(
      count: max(1, StepStack<Held>.capacity / 2 - undone.steps.count),
      bytes: max(0, StepStack<Held>.byteCapacity / 2 - undone.byteCount))
  }

  /// The fewest entries that come to the same.
  var entries: [(id: StepID, entry: StepEntry)] {
    let kept = waiting.map { ($0.id, $0.entry) }
    let undoing = undone.steps.map { (StepID(), StepEntry.taking($0.id, isUndo: true, now: nil)) }
    let settled = { (id: StepID) in (StepID(), StepEntry.settled(id, isDone: true)) }
    return (done.steps + undone.steps.reversed()).flatMap { [($0.id, .making($0.step)), settled($0.id)] }
      + undoing.flatMap { [$0, settled($0.0)] } + kept
  }
}

extension BookChange {
  /// Whether each row is as it is after the change. Call inside a read or a write.
  func isMade(_ db: Database) throws -> Bool {
    if let creation { return try creation.isMade(db) }
    var shapes: [TableKey: RowShape] = [:]
    let rows = log.rows.isEmpty ? log.moduleRows : log.rows
    for row in rows {
      if shapes[row.key] == nil {
        switch try db.schema.kind(row.key) {
        case .table(let name, let hasRowIDs)?, .shadow(let name, _, let hasRowIDs)?:
          shapes[row.key] = try RowShape(name, hasRowIDs: hasRowIDs, db)
        default: return false
        }
      }
      let present = try shapes[row.key]?.row(row.id, db)
      switch (row.after, present) {
      case (nil, nil): continue
      case (let after?, let present?):
        let columns = row.before == nil ? after.columns : row.differingColumns
        guard columns.allSatisfy({ after[$0] == present[$0] }) else { return false }
      default: return false
      }
    }
    return !rows.isEmpty
  }
}
