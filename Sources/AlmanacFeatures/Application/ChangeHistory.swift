public import AlmanacRecords

/// What can be taken back, and done again: the changes of this run, the latest last.
public struct ChangeHistory: Hashable, Sendable {
  /// A change and what it is called.
  public struct Step: Hashable, Sendable {
    /// What was done, for a person.
    public var label: String
    /// The table whose records were changed.
    public var table: ListedTable
    /// What was done.
    public var change: BookChange
    /// The record that had the cursor when many were changed.
    public var cursor: RecordID?

    /// The step with some of its many records alone.
    func narrowed(to change: BookChange) -> Step {
      let label = "\(RecordChange(of: change).pastParticiple) \(table.counted(change.rows.count))"
      return Step(label: label, table: table, change: change, cursor: cursor)
    }
  }

  /// More steps than this are forgotten, oldest first.
  public static let capacity = 10_000
  /// Steps that hold more bytes than this are forgotten, oldest first; the latest stays, however large.
  public static let byteCapacity = ChangeLog.byteLimit

  /// Which way a step is taken.
  public enum Way: Hashable, Sendable {
    /// Takes a change back.
    case undo
    /// Makes it again.
    case redo

    var opposite: Way { self == .undo ? .redo : .undo }
    /// The key that takes a step this way.
    var key: String { self == .undo ? "u" : "Ctrl-R" }
    fileprivate var steps: WritableKeyPath<ChangeHistory, Stack> { self == .undo ? \.done : \.undone }
  }

  private var done = Stack()
  private var undone = Stack()

  /// Makes an empty history.
  public init() {}

  /// Whether there is a change to undo or to redo.
  public func canTake(_ way: Way) -> Bool { latest(way) != nil }

  /// The step that is taken next this way.
  public func latest(_ way: Way) -> Step? { self[keyPath: way.steps].steps.last }

  /// Notes a change; what was undone before can't be done again.
  public mutating func record(_ step: Step) {
    done.push(step)
    undone = Stack()
  }

  /// The step to take this way, which can be taken the opposite way afterwards.
  public mutating func take(_ way: Way) -> Step? {
    guard let step = self[keyPath: way.steps].pop() else { return nil }
    self[keyPath: way.opposite.steps].push(step)
    return step
  }

  /// A step was taken in part, or otherwise than it says: what was taken can be taken the opposite way. One of a history
  /// that has been forgotten meanwhile stays so.
  mutating func replace(_ step: Step, by taken: Step, _ way: Way) {
    self[keyPath: way.opposite.steps].replace(step, with: taken)
  }

  /// A table has another name now.
  mutating func rename(_ old: String, to new: ListedTable) {
    done.rename(old, to: new)
    undone.rename(old, to: new)
  }

  /// What becomes of a step that could not be taken.
  public enum FailedStep: Hashable, Sendable {
    /// It is the next to take.
    case next
    /// It comes after all others: what is in its way may have gone by then.
    case last
    /// It can never be taken.
    case forgotten
  }

  /// A step could not be taken this way. One of a history that has been forgotten meanwhile stays so.
  public mutating func failed(_ step: Step, _ way: Way, isNow place: FailedStep) {
    guard self[keyPath: way.opposite.steps].remove(step) else { return }
    switch place {
    case .next: self[keyPath: way.steps].push(step)
    case .last: self[keyPath: way.steps].putLast(step)
    case .forgotten: break
    }
  }
}

/// Steps, the next one last, and how many bytes they hold.
fileprivate struct Stack: Hashable {
  private(set) var steps: [ChangeHistory.Step] = []
  private var byteCount = 0

  mutating func push(_ step: ChangeHistory.Step) {
    steps.append(step)
    byteCount += step.change.byteCount
    var surplus = max(0, steps.count - ChangeHistory.capacity)
    for step in steps.prefix(surplus) { byteCount -= step.change.byteCount }
    while byteCount > ChangeHistory.byteCapacity, surplus < steps.count - 1 {
      byteCount -= steps[surplus].change.byteCount
      surplus += 1
    }
    steps.removeFirst(surplus)
  }

  /// Puts a step behind all others.
  mutating func putLast(_ step: ChangeHistory.Step) {
    steps.insert(step, at: 0)
    byteCount += step.change.byteCount
  }

  mutating func pop() -> ChangeHistory.Step? {
    guard let step = steps.popLast() else { return nil }
    byteCount -= step.change.byteCount
    return step
  }

  mutating func rename(_ old: String, to new: ListedTable) {
    for index in steps.indices {
      if steps[index].table.isNamed(old) { steps[index].table = new }
      steps[index].change.rename(old, to: new.name)
    }
  }

  /// Returns whether it was there.
  mutating func remove(_ step: ChangeHistory.Step) -> Bool {
    guard let index = steps.lastIndex(of: step) else { return false }
    byteCount -= step.change.byteCount
    steps.remove(at: index)
    return true
  }

  mutating func replace(_ step: ChangeHistory.Step, with part: ChangeHistory.Step) {
    guard let index = steps.lastIndex(of: step) else { return }
    byteCount += part.change.byteCount - step.change.byteCount
    steps[index] = part
  }
}
