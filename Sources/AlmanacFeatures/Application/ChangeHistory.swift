public import AlmanacRecords

/// What can be taken back, and done again: the changes of this run, the latest last.
public struct ChangeHistory: Hashable, Sendable {
  /// A change and what it is called.
  public struct Step: Hashable, Sendable {
    public var label: String
    public var change: BookChange
  }

  /// More steps than this are forgotten, oldest first.
  public static let capacity = 10_000

  private var done: [Step] = []
  private var undone: [Step] = []

  public init() {}

  public var canUndo: Bool { !done.isEmpty }
  public var canRedo: Bool { !undone.isEmpty }

  /// Notes a change; what was undone before can't be done again.
  public mutating func record(_ step: Step) {
    done.append(step)
    if done.count > Self.capacity { done.removeFirst(done.count - Self.capacity) }
    undone = []
  }

  /// The step to take back, which can be done again afterwards.
  public mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  /// The step to do again.
  public mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// A step could not be taken back: it is forgotten, or the next to take back once more.
  public mutating func undoFailed(_ step: Step, isForgotten: Bool) {
    undone.removeLast(of: step)
    if !isForgotten { done.append(step) }
  }

  /// A step could not be done again: it is forgotten, or the next to do once more.
  public mutating func redoFailed(_ step: Step, isForgotten: Bool) {
    done.removeLast(of: step)
    if !isForgotten { undone.append(step) }
  }
}

extension [ChangeHistory.Step] {
  fileprivate mutating func removeLast(of step: ChangeHistory.Step) {
    if let index = lastIndex(of: step) { remove(at: index) }
  }
}
