// How long what a factory made is given out again.

/// How long what a factory made is given out again.
public struct Scope: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case unique, graph, cached, shared, singleton
  }

  let kind: Kind
  let name: String

  /// Made again at each resolution. The default.
  public static let unique = Scope(kind: .unique, name: "unique")
  /// Kept by the container, until the container or the scope is reset.
  public static let cached = Scope(kind: .cached, name: "cached")
  /// Given out again for as long as it is held. Instances of classes alone: values are made again.
  public static let shared = Scope(kind: .shared, name: "shared")
  /// Kept by the composition: one for all containers, found by the name of the factory and its type. Resetting a
  /// container keeps it.
  public static let singleton = Scope(kind: .singleton, name: "singleton")
  /// Given out again within one resolution, from the outermost call until that returns.
  public static let graph = Scope(kind: .graph, name: "graph")

  /// A scope of one's own, kept like `cached` and reset apart from it.
  public static func custom(_ name: String) -> Scope { Scope(kind: .cached, name: name) }
}
