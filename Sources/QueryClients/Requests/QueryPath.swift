// What tells the stores of a client apart.

/// The place of a query among the queries of a client: a sequence of hashable elements.
///
/// Paths form a tree. `client.stores(matching: ["profile"])` gives the stores of all paths that begin so. A path of one
/// element can be written as that element: `"profile"` and `["profile"]` are the same path.
public struct QueryPath: Hashable, @unchecked Sendable {
  // Safe to share: each initialiser takes Sendable elements alone.
  private var elements: [AnyHashable]

  /// The path of these elements.
  public init<Element: Hashable & Sendable>(_ elements: [Element]) {
    self.elements = elements.map { AnyHashable($0) }
  }

  /// The path of one element.
  public init<Element: Hashable & Sendable>(_ element: Element) { elements = [AnyHashable(element)] }

  /// The path without elements, with which all paths begin.
  public init() { elements = [] }

  /// This path with one more element at its end.
  public func appending<Element: Hashable & Sendable>(_ element: Element) -> QueryPath {
    var path = self
    path.elements.append(AnyHashable(element))
    return path
  }

  /// Whether this path begins with all elements of `prefix`.
  public func begins(with prefix: QueryPath) -> Bool { elements.starts(with: prefix.elements) }
}

extension QueryPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  public init(stringLiteral value: String) { self.init(value) }

  /// The path of elements of different types.
  public init(arrayLiteral elements: (any Hashable & Sendable)...) {
    self.elements = elements.map { AnyHashable($0) }
  }
}

extension QueryPath: CustomStringConvertible {
  public var description: String { elements.map { "\($0.base)" }.joined(separator: "/") }
}
