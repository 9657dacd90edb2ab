// Makes an `IdentifiedArray`: empty, from unique elements, or from elements with repeated identities.

extension IdentifiedArray {
  /// Makes an empty collection whose elements are identified by `id`.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(storage: [], positions: [:], identity: id)
  }

  /// Makes a collection of the elements in order. Traps, naming the identity, if two elements share one.
  public init(uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(storage: Array(elements), positions: [:], identity: id)
    positions.reserveCapacity(storage.count)
    rebuild()
  }

  /// Copies a collection.
  public init(_ other: Self) { self = other }

  /// Makes a collection of the elements in order; `combine` merges elements that share an identity, at the first one's
  /// place.
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    for element in elements {
      guard let index = positions[identify(element)] else {
        append(element)
        continue
      }
      self[index] = try combine(storage[index], element)
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty collection.
  public init() { self.init(id: \.id) }

  /// Makes a collection of the elements in order. Traps, naming the identity, if two elements share one.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }

  /// Makes a collection of the elements in order; `combine` merges elements that share an identity, at the first one's
  /// place.
  public init(
    _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Makes a collection of these elements. Traps if two of them share an identity.
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}
