// Reads and writes a value, wherever it is stored.

import IssueReporting

/// Reads and writes a value of another object, without knowing where it is stored.
///
/// Not Sendable: it is used on the actor that made it.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Makes a binding that reads and writes with these closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Makes a binding to a property of an object.
  public init<Root: AnyObject>(_ root: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>) {
    self.init(get: { root[keyPath: keyPath] }, set: { root[keyPath: keyPath] = $0 })
  }

  /// A binding that always holds `value`; writing does nothing.
  public static func constant(_ value: Value) -> Binding {
    Binding(get: { value }, set: { _ in })
  }

  /// The current value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, for `$value`.
  public var projectedValue: Binding { self }

  /// A binding to a part of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding<Member>(
      get: { wrappedValue[keyPath: keyPath] },
      set: { wrappedValue[keyPath: keyPath] = $0 })
  }

  /// A binding whose writes pass `transaction` to the closures that they wake.
  public func transaction(_ transaction: Transaction) -> Binding {
    Binding(get: get) { value in withTransaction(transaction) { set(value) } }
  }
}

extension Binding {
  /// Makes an optional binding. Writing nil changes nothing.
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(get: { base.wrappedValue }) { value in
      if let value { base.wrappedValue = value }
    }
  }

  /// Makes a binding to the value of an optional; nil if there is none now.
  ///
  /// Once the optional is nil, reading returns its last value, and writing changes nothing, so that something being
  /// dismissed can't restore itself.
  public init?(unwrapping base: Binding<Value?>) {
    guard var last = base.wrappedValue else { return nil }
    self.init(
      get: {
        last = base.wrappedValue ?? last
        return last
      },
      set: { value in
        guard base.wrappedValue != nil else { return }
        last = value
        base.wrappedValue = value
      })
  }
}

extension Binding where Value == Bool {
  /// A binding to whether an optional has a value. Writing `false` sets it to nil; writing `true` while it is nil is
  /// reported as an issue, because the value is unknown.
  public init<Wrapped>(
    presenceOf base: Binding<Wrapped?>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(get: { base.wrappedValue != nil }) { isPresent in
      if !isPresent {
        base.wrappedValue = nil
      } else if base.wrappedValue == nil {
        reportIssue(
          """
          A binding to the presence of \(Wrapped.self) was set to true while there is none. Write the value itself to \
          the optional binding instead.
          """, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }
}
