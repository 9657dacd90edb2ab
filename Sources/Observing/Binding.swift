// A place that can be read and written, wherever it is kept.

import IssueReporting

/// A place that holds another object's value: read it and write it without knowing where it is kept.
///
/// Not Sendable: it is used on the actor where it was made.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// A binding that reads and writes by these closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// A binding to a property of an object.
  public init<Root: AnyObject>(_ root: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>) {
    self.init(get: { root[keyPath: keyPath] }, set: { root[keyPath: keyPath] = $0 })
  }

  /// A binding that always holds `value`; writing does nothing.
  public static func constant(_ value: Value) -> Binding {
    Binding(get: { value }, set: { _ in })
  }

  /// The value that is there now.
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

  /// A binding whose writes carry `transaction` to the closures that they wake.
  public func transaction(_ transaction: Transaction) -> Binding {
    Binding(get: get) { value in withTransaction(transaction) { set(value) } }
  }
}

extension Binding {
  /// Promotes a binding to one of optional values. Writing `nil` changes nothing.
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(get: { base.wrappedValue }) { value in
      if let value { base.wrappedValue = value }
    }
  }

  /// A binding to the value in an optional place, or `nil` when there is none now.
  ///
  /// Once the place is empty, reading gives the last value that was there, and writing changes nothing: what is being
  /// dismissed cannot bring itself back.
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
  /// Whether there is a value in an optional place. Writing `false` empties it; writing `true` into an empty place is
  /// reported as an issue, because the value to put there is unknown.
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
