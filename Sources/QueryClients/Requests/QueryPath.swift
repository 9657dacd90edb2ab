// Identifies the stores of a client.

/// The path of a query among the queries of a client: a sequence of hashable elements.
///
/// Paths form a tree: `client.stores(matching: ["profile"])` returns the stores of all paths with that beginning. A
/// path of one element can be written as that element: `"profile"` and `["profile"]` are the same path. A path used as
/// an element is replaced by its elements.
public struct QueryPath: Hashable, @unchecked Sendable {
  // Safe to share: each initialiser accepts only Sendable elements.
  private var elements: [AnyHashable]

  /// Makes a path of these elements.
  public init<Element: Hashable & Sendable>(_ elements: [Element]) {
    self.elements = elements.flatMap(Self.elements(of:))
  }

  /// Makes a path of one element.
  public init<Element: Hashable & Sendable>(_ element: Element) { elements = Self.elements(of: element) }

  /// Makes a path without elements, which is a prefix of all paths.
  public init() { elements = [] }

  /// This path with one more element, or another path, appended.
  public func appending<Element: Hashable & Sendable>(_ element: Element) -> QueryPath { self + QueryPath(element) }

  /// The elements of the left path, followed by those of the right one.
  public static func + (left: QueryPath, right: QueryPath) -> QueryPath {
    var path = left
    path += right
    return path
  }

  /// Appends the elements of another path.
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

  /// Makes a path of elements of different types.
  public init(arrayLiteral elements: (any Hashable & Sendable)...) {
    self.elements = elements.flatMap(Self.elements(of:))
  }
}

extension QueryPath: CustomStringConvertible {
  public var description: String { elements.map { "\($0.base)" }.joined(separator: "/") }
}
