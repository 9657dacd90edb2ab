// Checks whether a collection was changed without looking at its elements.
import IdentifiedCollections

extension IdentifiedArray {
  /// Whether both share their storage, and so are equal. While both exist, a change of one makes it copy the storage.
  func hasSameStorage(as other: Self) -> Bool {
    elements.withUnsafeBufferPointer { first in
      other.elements.withUnsafeBufferPointer { second in
        first.baseAddress == second.baseAddress && first.count == second.count
      }
    }
  }
}
