// What tells the stores of a client apart.

/// The place of a query among the queries of a client: a sequence of hashable elements.
///
/// Paths form a tree. `client.stores(matching: ["profile"])` gives the stores of all paths that begin so. A path of one
/// element can be written as that element: `"profile"` and `["profile"]` are the same path. A path among the elements
/// is as good as its elements: no path holds another one.
public struct QueryPath: Hashable, @unchecked Sendable {
  // Safe to share: each initialiser takes Sendable elements alone.
  private var elements: [AnyHashable]

  /// The path of these elements.
  public init<Element: Hashable & Sendable>(_ elements: [Element]) {
    self.elements = elements.flatMap(Self.elements(of:))
  }

  /// The path of one element.
  public init<Element: Hashable & Sendable>(_ element: Element) { elements = Self.elements(of: element) }

  /// The path without elements, with which all paths begin.
  public init() { elements = [] }

  /// This path with one more element, or with another path, at its end.
  public func appending<Element: Hashable & Sendable>(_ element: Element) -> QueryPath { self + QueryPath(element) }

  /// The elements of both, those of the left path first.
  public static func + (left: QueryPath, right: QueryPath) -> QueryPath {
    var path = left
    path += right
    return path
  }

  /// Puts the elements of another path at the end of this one.
  public static func += (left: inout QueryPath, right: QueryPath) { left.elements += right.elements }

  /// Whether this path begins with all elements of `prefix`.
  public func begins(with prefix: QueryPath) -> Bool { elements.starts(with: prefix.elements) }

  /// An element, or the elements of a path.
  private static func elements(of element: any Hashable & Sendable) -> [AnyHashable] {
    (element as? QueryPath)?.elements ?? [AnyHashable(element)]
  }
}

extension QueryPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  public init(stringLiteral value: String) { self.init(value) }

  /// The path of elements of different types.
  public init(arrayLiteral elements: (any Hashable & Sendable)...) {
    self.elements = elements.flatMap(Self.elements(of:))
  }
}

extension QueryPath: CustomStringConvertible {
  public var description: String { elements.map { "\($0.base)" }.joined(separator: "/") }
}
