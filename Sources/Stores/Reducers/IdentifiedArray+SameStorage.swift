// Whether a collection was touched at all, without looking at its elements.
import IdentifiedCollections

extension IdentifiedArray {
  /// Whether both share their storage, so that nothing in them differs. While both are kept, a change in one of them
  /// gives it storage of its own.
  func hasSameStorage(as other: Self) -> Bool {
    elements.withUnsafeBufferPointer { first in
      other.elements.withUnsafeBufferPointer { second in
        first.baseAddress == second.baseAddress && first.count == second.count
      }
    }
  }
}
