// One resolution, from the outermost call until that returns: the path so far, and what the graph scope keeps.

import Locks

/// One resolution, from the outermost call until that returns. Used on its thread alone, except where noted.
final class Resolution {
  /// One factory that is being resolved.
  struct Step {
    let container: any SharedContainer
    let key: InstanceKey

    var path: String { "\(type(of: container)).\(key.factory.name)" }
  }

  /// The resolution under way on each thread. It is synchronous: the thread is its exact extent.
  private static let place = ThreadPlace<Resolution>()

  private var steps: [Step] = []

  /// What the graph scope keeps, by container.
  var graph: [ConstructionGate.Slot: Any] = [:]

  /// How often an override was given out in it.
  var usedOverrideCount = 0

  /// What the thread waits for another to make. Protected by the gate's mutex.
  var awaited: ConstructionGate.Slot?

  /// Runs `body` with the thread's resolution; begins one when there is none.
  static func withCurrent<Result>(_ body: (Resolution) -> Result) -> Result {
    if let current = place.current { return body(current) }
    let resolution = Resolution()
    return place.withValue(resolution) { body(resolution) }
  }

  /// Runs `body` as a step of the path; traps when the path comes back to where it was.
  func perform<Result>(_ step: Step, _ body: () -> Result) -> Result {
    if steps.contains(where: { $0.container === step.container && $0.key == step.key }) { trapAsCircular(step) }
    steps.append(step)
    defer { steps.removeLast() }
    return body()
  }

  /// Ends the program: the path comes back to `step`.
  func trapAsCircular(_ step: Step) -> Never {
    let start = steps.firstIndex { $0.container === step.container && $0.key == step.key } ?? 0
    let path = (steps[start...].map(\.path) + [step.path]).joined(separator: " -> ")
    fatalError(
      """
      Circular dependency: \(path). Break the circle: inject one of them lazily (@LazyInjected), or let both depend on \
      a third.
      """)
  }
}
