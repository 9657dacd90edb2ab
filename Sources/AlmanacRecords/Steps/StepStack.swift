// Steps of undo or of redo, within limits.

/// A step in a stack.
public protocol StackedStep: Hashable, Sendable {
  /// Its change.
  var change: BookChange { get }
}

/// Steps, the next one last, and their size in bytes.
public struct StepStack<Step: StackedStep>: Hashable, Sendable {
  /// The greatest number of steps. The oldest ones are forgotten first.
  public static var capacity: Int { 10_000 }
  /// The greatest size of all steps in bytes. The oldest ones are forgotten first; the latest one always stays.
  static var byteCapacity: Int { ChangeLog.byteLimit }

  /// The steps, the next one last.
  public private(set) var steps: [Step] = []
  /// The approximate size of all steps in bytes.
  public private(set) var byteCount = 0

  /// Makes an empty stack.
  public init() {}

  /// Makes a stack of the latest of these steps.
  public init(_ steps: [Step]) { for step in steps { push(step) } }

  /// Adds the next step, and forgets the oldest ones beyond the limits.
  public mutating func push(_ step: Step) {
    steps.append(step)
    byteCount += step.change.byteCount
    keep(count: Self.capacity, bytes: Self.byteCapacity)
  }

  /// Forgets the oldest steps beyond a number and a size; the latest one always stays.
  public mutating func keep(count: Int, bytes: Int) {
    var surplus = max(0, steps.count - count)
    for step in steps.prefix(surplus) { byteCount -= step.change.byteCount }
    while byteCount > bytes, surplus < steps.count - 1 {
      byteCount -= steps[surplus].change.byteCount
      surplus += 1
    }
    steps.removeFirst(surplus)
  }

  /// Puts a step after all others.
  public mutating func putLast(_ step: Step) {
    steps.insert(step, at: 0)
    byteCount += step.change.byteCount
  }

  /// Takes the next step.
  public mutating func pop() -> Step? {
    guard let step = steps.popLast() else { return nil }
    byteCount -= step.change.byteCount
    return step
  }

  /// Changes each step, but not its size.
  public mutating func update(_ body: (inout Step) -> Void) {
    for index in steps.indices { body(&steps[index]) }
  }

  /// Removes a step. Returns whether it was there.
  @discardableResult
  public mutating func remove(_ step: Step) -> Bool {
    guard let index = steps.lastIndex(of: step) else { return false }
    byteCount -= step.change.byteCount
    steps.remove(at: index)
    return true
  }

  /// Replaces a step, if it is there.
  public mutating func replace(_ step: Step, with part: Step) {
    guard let index = steps.lastIndex(of: step) else { return }
    byteCount += part.change.byteCount - step.change.byteCount
    steps[index] = part
  }
}
