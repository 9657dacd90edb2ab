// A value of a plain object that tracked closures read.

/// Wakes the closures that read the value when another value is stored.
///
/// Not Sendable: it is used on the actor where it was made.
@propertyWrapper
public final class Tracked<Value: Equatable> {
  private var value: Value
  private let changes = ChangeStamp()

  /// Begins with a value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value. Reading it is tracked; setting it to another value wakes the closures that have read it.
  public var wrappedValue: Value {
    get {
      changes.access()
      return value
    }
    set { update { $0 = newValue } }
  }

  /// The wrapper itself, for `$value`.
  public var projectedValue: Tracked { self }

  /// Changes the value without reading it: a closure that only writes it is not woken by it.
  public func update(_ change: (inout Value) -> Void) {
    let old = value
    change(&value)
    if value != old { changes.noteChange() }
  }
}
