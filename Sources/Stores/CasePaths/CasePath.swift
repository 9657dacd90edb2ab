// Case paths: access to a case of an enumeration in both directions.

/// Embeds a value in a case of `Root`, and extracts it: the meaning of `\.case`.
///
/// A path continues through the cases of the value: `\.screen.form.saved`, and `\.rows[id: 7].toggled` for the action
/// of one element of a collection.
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  /// Makes the case from its value.
  public let embed: @Sendable (Value) -> Root
  /// The case's value; nil if `root` is another case.
  public let extract: @Sendable (_ root: Root) -> Value?

  /// Makes a path from its two directions.
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (_ root: Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// The path continued into a case of the value.
  public subscript<Inner>(dynamicMember path: CaseKeyPath<Value, Inner>) -> CasePath<Root, Inner>
  where Value: CasePathable { followed(by: Value.allCasePaths[keyPath: path]) }

  func followed<Inner>(by next: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    let (embed, extract) = (embed, extract)
    return CasePath<Root, Inner>(
      embed: { embed(next.embed($0)) }, extract: { root in extract(root).flatMap(next.extract) })
  }
}

/// An enumeration whose cases can be reached by key paths. `@CasePathable` writes the conformance.
///
/// By hand, it has one property per case:
///
/// ```swift
/// enum Action: CasePathable {
///   case renamed(String)
///   struct AllCasePaths: Sendable {
///     var renamed: CasePath<Action, String> {
///       CasePath(
///         embed: { .renamed($0) },
///         extract: { if case .renamed(let value) = $0 { value } else { nil } })
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
public protocol CasePathable {
  /// A value with one `CasePath` property per case.
  associatedtype AllCasePaths: Sendable
  /// The paths of the cases.
  static var allCasePaths: AllCasePaths { get }
}

/// `\.case`: a key path to the path of a case of `Root`.
public typealias CaseKeyPath<Root: CasePathable, Value> = any KeyPath<Root.AllCasePaths, CasePath<Root, Value>>
  & Sendable

extension CasePathable {
  /// The value of the case at `path`; nil if this is another case.
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
    Self.allCasePaths[keyPath: path].extract(self)
  }

  /// The value of a case by name. An enumeration marked `@dynamicMemberLookup` offers it as a property.
  public subscript<Value>(dynamicMember path: CaseKeyPath<Self, Value>) -> Value? {
    Self.allCasePaths[keyPath: path].extract(self)
  }

  /// Whether this is the case at `path`.
  public func `is`<Value>(_ path: CaseKeyPath<Self, Value>) -> Bool { self[case: path] != nil }
}
