// A property of a plain object, tracked by closures that read it.

/// Wakes the closures that have read the value when another value is stored.
///
/// Not Sendable: it is used on the actor that made it.
@propertyWrapper
public final class Tracked<Value: Equatable> {
  private var value: Value
  private let changes = ChangeStamp()

  /// Makes a tracked value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value. Reading it is tracked; setting a different value wakes the closures that have read it.
  public var wrappedValue: Value {
    get {
      changes.access()
      return value
    }
    set { update { $0 = newValue } }
  }

  /// The wrapper itself, for `$value`.
  public var projectedValue: Tracked { self }

  /// Changes the value without reading it, so that a closure that only writes it is not woken.
  public func update(_ change: (inout Value) -> Void) {
    let old = value
    change(&value)
    if value != old { changes.noteChange() }
  }
}
