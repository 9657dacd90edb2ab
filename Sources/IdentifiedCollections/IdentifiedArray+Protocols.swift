// Conformances for generic collection algorithms: sorting, shuffling, replacing.

extension IdentifiedArray: MutableCollection {
  /// The elements at these positions. Assigning replaces them all at once. Traps if an identity occurs twice
  /// afterwards.
  public subscript(bounds: Range<Int>) -> Slice<Self> {
    get { Slice(base: self, bounds: bounds) }
    set {
      storage.replaceSubrange(bounds, with: newValue)
      rebuild()
    }
  }

  /// Lends the elements as contiguous memory while `body` runs; algorithms such as `sort` move them there. Traps if two
  /// elements share an identity afterwards. Throws the errors of `body`.
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // An error in the middle leaves some elements in new places.
    defer { rebuild() }
    return try storage.withContiguousMutableStorageIfAvailable(body)
  }
}

extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at these positions. Like `append`, it omits elements whose identities are already present.
  public mutating func replaceSubrange(_ bounds: Range<Int>, with elements: some Collection<Element>) {
    var known = Set(storage[..<bounds.lowerBound].map(\.id)).union(storage[bounds.upperBound...].map(\.id))
    storage.replaceSubrange(bounds, with: elements.filter { known.insert($0.id).inserted })
    rebuild()
  }
}
