// Making an `IdentifiedArray`: empty, from unique elements, from elements of which some share an identity.

extension IdentifiedArray {
  /// An empty collection whose elements are identified by `id`.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(storage: [], positions: [:], identity: id)
  }

  /// The elements in their order. Traps, naming the identity, when two elements share one.
  public init(uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(storage: Array(elements), positions: [:], identity: id)
    positions.reserveCapacity(storage.count)
    rebuild()
  }

  /// The same collection again.
  public init(_ other: Self) { self = other }

  /// The elements in their order; of those that share an identity `combine` makes one, at the place of the first.
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
  /// An empty collection.
  public init() { self.init(id: \.id) }

  /// The elements in their order. Traps, naming the identity, when two elements share one.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }

  /// The elements in their order; of those that share an identity `combine` makes one, at the place of the first.
  public init(
    _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// An array of these elements, whose identities must differ.
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}
