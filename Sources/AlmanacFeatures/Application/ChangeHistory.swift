public import AlmanacRecords

/// What can be taken back, and done again: the changes of this run, the latest last.
public struct ChangeHistory: Hashable, Sendable {
  /// A change and what it is called.
  public struct Step: Hashable, Sendable {
    public var label: String
    public var change: BookChange
    /// The record that had the cursor when many were changed.
    public var cursor: Int?

    /// The step with some of its many records alone.
    func narrowed(to change: BookChange) -> Step {
      let table = change.rows.first?.table ?? ""
      let label = RecordChange(of: change).label(change.rows.count, of: table)
      return Step(label: label, change: change, cursor: cursor)
    }
  }

  /// More steps than this are forgotten, oldest first.
  public static let capacity = 10_000
  /// Steps that hold more bytes than this are forgotten, oldest first; the latest stays, however large.
  public static let byteCapacity = ChangeLog.byteLimit

  private var done = Stack()
  private var undone = Stack()

  public init() {}

  public var canUndo: Bool { !done.steps.isEmpty }
  /// The step that undo takes back.
  public var latest: Step? { done.steps.last }
  public var canRedo: Bool { !undone.steps.isEmpty }

  /// Notes a change; what was undone before can't be done again.
  public mutating func record(_ step: Step) {
    done.push(step)
    undone = Stack()
  }

  /// The step to take back, which can be done again afterwards.
  public mutating func undo() -> Step? {
    guard let step = done.pop() else { return nil }
    undone.push(step)
    return step
  }

  /// The step to do again.
  public mutating func redo() -> Step? {
    guard let step = undone.pop() else { return nil }
    done.push(step)
    return step
  }

  /// A step was taken in part: that part can be taken again the other way. One of a history that has been forgotten
  /// meanwhile stays so.
  mutating func narrow(_ step: Step, to part: Step, _ way: Application.Way) {
    switch way {
    case .undo: undone.replace(step, with: part)
    case .redo: done.replace(step, with: part)
    }
  }

  /// A step could not be taken back: it is forgotten, or the next to take back once more. One of a history that has
  /// been forgotten meanwhile stays so.
  public mutating func undoFailed(_ step: Step, isForgotten: Bool) {
    if undone.remove(step), !isForgotten { done.push(step) }
  }

  /// A step could not be done again: it is forgotten, or the next to do once more; as for `undoFailed`.
  public mutating func redoFailed(_ step: Step, isForgotten: Bool) {
    if done.remove(step), !isForgotten { undone.push(step) }
  }
}

/// Steps, the latest last, and how many bytes they hold.
private struct Stack: Hashable {
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

  mutating func pop() -> ChangeHistory.Step? {
    guard let step = steps.popLast() else { return nil }
    byteCount -= step.change.byteCount
    return step
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
