public import AlmanacRecords

/// The changes of this run to undo and redo, the latest last.
public struct ChangeHistory: Hashable, Sendable {
  /// A change and its name.
  public struct Step: StackedStep {
    /// The change in words.
    public var label: String
    /// The table whose records were changed.
    public var table: ListedTable
    /// The change itself.
    public var change: BookChange
    /// The record that had the cursor when many were changed.
    public var cursor: RecordID?
    /// What it has reverted: `commit 5`; `nil` if it is a change of one table by a key.
    var reverted: String?

    /// The label of a revert: the only record that it has changed, or the number of its changed rows.
    func label(reverting change: BookChange) -> String {
      let row = change.onlyRow
      let name = row.map { $0.isOf(table) ? "\(table.named($0))" : "record \($0.id) of \($0.table)" }
      return "Reverted \(reverted ?? ""): \(name ?? change.rows.count.counted("row"))"
    }

    /// The step with only some of its many records.
    func narrowed(to change: BookChange) -> Step {
      if let reverted {
        return Step(
          label: label(reverting: change), table: table, change: change, cursor: cursor, reverted: reverted)
      }
      let deed = label.prefix { $0 != " " }
      let label = "\(deed) \(table.counted(change.rows.count))"
      return Step(label: label, table: table, change: change, cursor: cursor)
    }
  }

  typealias Stack = StepStack<Step>

  /// The direction of a step.
  public enum Way: Hashable, Sendable {
    /// Take a change back.
    case undo
    /// Make it again.
    case redo
    /// Take back a commit of any program, as a new step.
    case revert

    var opposite: Way { self == .undo ? .redo : .undo }
    /// The key for this direction.
    var key: String {
      switch self {
      case .undo: "u"
      case .redo: "Ctrl-R"
      case .revert: "R"
      }
    }
    /// The steps that wait for it; `nil` if each step is new.
    fileprivate var waiting: WritableKeyPath<ChangeHistory, Stack>? {
      switch self {
      case .undo: \.done
      case .redo: \.undone
      case .revert: nil
      }
    }
    /// The steps that it has taken: they can be taken in the opposite direction.
    fileprivate var taken: WritableKeyPath<ChangeHistory, Stack> { self == .undo ? \.undone : \.done }
  }

  private var done = Stack()
  private var undone = Stack()

  /// Makes an empty history.
  public init() {}

  /// Makes the history of these steps, the next one last.
  init(done: [Step], undone: [Step]) { (self.done, self.undone) = (Stack(done), Stack(undone)) }

  /// Whether there is a change to undo or to redo.
  func canTake(_ way: Way) -> Bool { latest(way) != nil }

  /// The next step in this direction.
  public func latest(_ way: Way) -> Step? { way.waiting.flatMap { self[keyPath: $0].steps.last } }

  /// Adds a change. It clears the changes to redo.
  public mutating func record(_ step: Step) {
    done.push(step)
    undone = Stack()
  }

  /// Takes the next step in this direction; it can then be taken in the opposite direction.
  public mutating func take(_ way: Way) -> Step? {
    guard let waiting = way.waiting, let step = self[keyPath: waiting].pop() else { return nil }
    self[keyPath: way.taken].push(step)
    return step
  }

  /// Replaces a taken step by its actual changes, which can then be taken in the opposite direction. Does nothing if
  /// the history has been cleared of the step meanwhile.
  mutating func replace(_ step: Step, by taken: Step, _ way: Way) {
    self[keyPath: way.taken].replace(step, with: taken)
  }

  /// Follows the renaming of a table.
  mutating func rename(_ old: String, to new: ListedTable) {
    func rename(_ step: inout Step) {
      if step.table.isNamed(old) { step.table = new }
      step.change.rename(old, to: new.name)
    }
    done.update(rename)
    undone.update(rename)
  }

  /// Puts the next step after all others: by then the obstacle may be gone.
  mutating func postpone(_ way: Way) {
    if let waiting = way.waiting, let step = self[keyPath: waiting].pop() { self[keyPath: waiting].putLast(step) }
  }

  /// What happens to a step that could not be taken.
  public enum FailedStep: Hashable, Sendable {
    /// It is the next one to take.
    case next
    /// It comes after all others: by then the obstacle may be gone.
    case last
    /// It can never be taken.
    case forgotten
  }

  /// Puts back a step that could not be taken. Does nothing if the history has been cleared of the step meanwhile.
  public mutating func failed(_ step: Step, _ way: Way, isNow place: FailedStep) {
    guard let waiting = way.waiting, self[keyPath: way.taken].remove(step) else { return }
    switch place {
    case .next: self[keyPath: waiting].push(step)
    case .last: self[keyPath: waiting].putLast(step)
    case .forgotten: break
    }
  }
}
