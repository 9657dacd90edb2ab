// `IdentifiedArray` for code that knows only the protocols of collections: sorting, shuffling, replacing.

extension IdentifiedArray: MutableCollection {
  /// The elements at these positions. Assigning others exchanges them, all at once: an element whose identity has
  /// another one outside of these positions, or comes twice, is a programmer's error.
  public subscript(bounds: Range<Int>) -> Slice<Self> {
    get { Slice(base: self, bounds: bounds) }
    set {
      storage.replaceSubrange(bounds, with: newValue)
      rebuild()
    }
  }

  /// Lends the elements as one piece of memory, for as long as `body` runs: algorithms such as `sort` move them there.
  /// Two elements with one identity are a programmer's error when it returns. Throws what `body` throws.
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // An error in the middle leaves some elements at new places.
    defer { rebuild() }
    return try storage.withContiguousMutableStorageIfAvailable(body)
  }
}

extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Puts elements in the place of those at these positions. As with `append`, an element is left out whose identity is
  /// here already, or has come before.
  public mutating func replaceSubrange(_ bounds: Range<Int>, with elements: some Collection<Element>) {
    var known = Set(storage[..<bounds.lowerBound].map(\.id)).union(storage[bounds.upperBound...].map(\.id))
    storage.replaceSubrange(bounds, with: elements.filter { known.insert($0.id).inserted })
    rebuild()
  }
}
