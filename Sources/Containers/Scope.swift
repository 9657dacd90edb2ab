// How long a factory's instance is reused.

/// How long a factory's instance is reused.
public struct Scope: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case unique, graph, cached, shared, singleton
  }

  let kind: Kind
  let name: String

  /// Makes an instance for each resolution. The default.
  public static let unique = Scope(kind: .unique, name: "unique")
  /// The container keeps the instance until the container or the scope is reset.
  public static let cached = Scope(kind: .cached, name: "cached")
  /// The instance is reused as long as something holds it. Only for classes: values are made each time.
  public static let shared = Scope(kind: .shared, name: "shared")
  /// The composition keeps the instance: one for all containers, found by the name of the factory and its type.
  /// Resetting a container keeps it.
  public static let singleton = Scope(kind: .singleton, name: "singleton")
  /// The instance is reused within one resolution, from the outermost call until its return.
  public static let graph = Scope(kind: .graph, name: "graph")

  /// A custom scope, kept like `cached` and reset separately.
  public static func custom(_ name: String) -> Scope { Scope(kind: .cached, name: name) }
}
