// One resolution, from the outermost call until its return: the path so far, and the instances of the graph scope.

import Locks

/// One resolution, from the outermost call until its return. Used only on its thread, except where noted.
final class Resolution {
  /// One factory that is being resolved.
  struct Step {
    let container: any SharedContainer
    let key: InstanceKey

    var path: String { "\(type(of: container)).\(key.factory.name)" }
  }

  /// The current resolution of each thread. Resolutions are synchronous, so one never leaves its thread.
  private static let place = ThreadPlace<Resolution>()

  private var steps: [Step] = []

  /// The instances of the graph scope, by container.
  var graph: [ConstructionGate.Slot: Any] = [:]

  /// The number of overrides used in it.
  var usedOverrideCount = 0

  /// The slot that the thread waits for another to make. Protected by the gate's mutex.
  var awaited: ConstructionGate.Slot?

  /// Runs `body` with the thread's resolution; begins one if there is none.
  static func withCurrent<Result>(_ body: (Resolution) -> Result) -> Result {
    if let current = place.current { return body(current) }
    let resolution = Resolution()
    return place.withValue(resolution) { body(resolution) }
  }

  /// Runs `body` as a step of the path; traps if the path already contains the step.
  func perform<Result>(_ step: Step, _ body: () -> Result) -> Result {
    if steps.contains(where: { $0.container === step.container && $0.key == step.key }) { trapAsCircular(step) }
    steps.append(step)
    defer { steps.removeLast() }
    return body()
  }

  /// Ends the program, because the path has returned to `step`.
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
