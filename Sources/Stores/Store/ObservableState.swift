// The state of a feature, for a store that tracks it.
import Observing

/// The state of a feature. `@ObservableState` writes the conformance.
///
/// Properties are not changed. The store compares by value what was read of the state. For properties with wrappers
/// that fetch by themselves it also compares *where* the value comes from: a new reader that currently has the same
/// rows is another source, and the readers of the old one read again.
public protocol ObservableState {
  /// Whether the live values of both states come from the same sources. True by default.
  func sharesSources(with other: Self) -> Bool
}

extension ObservableState {
  public func sharesSources(with other: Self) -> Bool { true }
}

/// Compares the sources of stored properties. `@ObservableState` writes the calls.
public enum LiveSources {
  /// Whether two property wrappers refer to the same objects, as copies of one live wrapper do.
  public static func match<Wrapper>(wrapper first: Wrapper, _ second: Wrapper) -> Bool {
    haveSameBytes(first, second) || objects(in: first, depth: 3) == objects(in: second, depth: 3)
  }

  /// Whether the live values inside both states come from the same sources.
  public static func match<State: ObservableState>(_ first: State, _ second: State) -> Bool {
    first.sharesSources(with: second)
  }

  /// Whether the live values inside both states come from the same sources.
  public static func match<State: ObservableState>(_ first: State?, _ second: State?) -> Bool {
    guard let first, let second else { return true }
    return first.sharesSources(with: second)
  }

  /// Always true: a value that is not a feature's state has no sources.
  @_disfavoredOverload
  public static func match<Value>(_ first: Value, _ second: Value) -> Bool { true }
}

extension LiveSources {
  /// The objects that the stored properties of `value` refer to.
  private static func objects(in value: Any, depth: Int) -> [ObjectIdentifier] {
    if type(of: value) is AnyClass { return [ObjectIdentifier(value as AnyObject)] }
    let mirror = Mirror(reflecting: value)
    guard depth > 0, mirror.displayStyle == .struct || mirror.displayStyle == .optional else { return [] }
    return mirror.children.flatMap { objects(in: $0.value, depth: depth - 1) }
  }

  /// `match` for values whose type may not be a state.
  static func matchDynamically<Value>(_ first: Value, _ second: Value) -> Bool {
    func open<State: ObservableState>(_ first: State) -> Bool {
      guard let second = second as? State else { return true }
      return first.sharesSources(with: second)
    }
    guard let first = first as? any ObservableState else { return true }
    return open(first)
  }
}
