// An array whose elements are found by identity. This file has the storage, its invariant, and reading.
//
// Two parallel stores: `storage` in order, and `positions` from identity to index. Every mutation keeps
// `positions[identify(storage[i])] == i` for all `i`, and no other keys. An edit of an element in place changes only
// `storage`; an insertion or removal updates the later positions.

/// An ordered collection of elements with unique identities: `O(1)` lookup by identity and by position, value semantics
/// with copy on write.
///
/// Making a collection with a repeated identity, or assigning such an element to a position, traps. Adding one
/// (`append`, `insert`, `replaceSubrange`) is refused.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements in order.
  @usableFromInline
  var storage: [Element]

  /// The index of each identity in `storage`.
  @usableFromInline
  var positions: [ID: Int]

  /// The key path of an element's identity.
  @usableFromInline
  let identity: any KeyPath<Element, ID> & Sendable

  /// For mutations that have already made both stores consistent.
  init(storage: [Element], positions: [ID: Int], identity: any KeyPath<Element, ID> & Sendable) {
    self.storage = storage
    self.positions = positions
    self.identity = identity
  }

  @inlinable
  func identify(_ element: Element) -> ID { element[keyPath: identity] }

  /// The elements in order, as a plain array. Shares its storage with this collection.
  @inlinable
  public var elements: [Element] { storage }

  /// The identities in order.
  public var ids: [ID] {
    storage.withUnsafeBufferPointer { elements in elements.indices.map { identify(elements[$0]) } }
  }

  /// Whether another collection has the same identities in the same order. `O(1)` if neither has gained, lost or moved
  /// an element since one was copied from the other.
  package func hasSameIdentities(as other: Self) -> Bool { positions == other.positions }

  /// The position of the element with this identity. `O(1)`.
  @inlinable
  public func index(id: ID) -> Int? { positions[id] }

  /// Whether an element has this identity. `O(1)`.
  @inlinable
  public func contains(id: ID) -> Bool { positions[id] != nil }

  /// Whether the invariant holds; for tests.
  var isConsistent: Bool {
    positions.count == storage.count && storage.indices.allSatisfy { positions[identify(storage[$0])] == $0 }
  }
}

/// An `IdentifiedArray` whose elements are identified by their own `id`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: RandomAccessCollection {
  /// Always 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of elements.
  @inlinable
  public var endIndex: Int { storage.count }

  /// The element at a position.
  ///
  /// Assigning an element with another identity replaces the old one. Traps if that identity is already at another
  /// position.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage[position] }
    _modify {
      let id = identify(storage[position])
      defer { noteIdentity(at: position, was: id) }
      yield &storage[position]
    }
  }

  /// Whether an element satisfies the predicate. The elements are read in place. Throws the errors of `predicate`.
  @inlinable
  @inline(__always)
  public func contains(where predicate: (Element) throws -> Bool) rethrows -> Bool {
    for position in storage.indices where try predicate(storage[position]) { return true }
    return false
  }

  /// Lends the elements as contiguous memory while `body` runs. Throws the errors of `body`.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try storage.withContiguousStorageIfAvailable(body)
  }

  /// Updates the position of the element at a position, whose former identity was `old`.
  @usableFromInline
  mutating func noteIdentity(at position: Int, was old: ID) {
    let new = identify(storage[position])
    guard new != old else { return }
    positions[old] = nil
    if let other = positions.updateValue(position, forKey: new) {
      fatalError(
        """
        IdentifiedArray: the element assigned to position \(position) has the identity \(new), which is at position \
        \(other). Remove that element first, or assign one whose identity is not here yet.
        """)
    }
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in order.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: CustomStringConvertible {
  /// The description of the array of elements.
  public var description: String { storage.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  /// The debug description of the elements, with the name of the type.
  public var debugDescription: String { "IdentifiedArray(\(storage.debugDescription))" }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror with the elements of a collection.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: storage, displayStyle: .collection) }
}
