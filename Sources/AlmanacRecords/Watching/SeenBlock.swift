// Rows that follow one another in a table, as they were when they were last seen.
import Databases

/// Some rows by their identity: of each a hash of what it held, and of some the values themselves.
struct SeenBlock: Sendable {
  /// In ascending order.
  private(set) var ids: [Int] = []
  private var hashes: [Int] = []
  /// The images of the rows whose values are held, one behind the other.
  private var images: [UInt8] = []
  /// Where the image of each row ends: where that of the one before does, if it is not held. Empty where none is.
  private var ends: [Int] = []
  /// The number of the look in which the block came to be what it is.
  let look: Int

  /// A longer image is not held.
  static let longestImage = 1 << 20

  init(look: Int) { self.look = look }

  var count: Int { ids.count }
  /// How many bytes the values take.
  var imageByteCount: Int { images.count }

  /// How many bytes the values of a row take; 0 where they are not held.
  func imageByteCount(_ index: Int) -> Int { imageRange(index).count }

  func hash(_ index: Int) -> Int { hashes[index] }

  /// The hash of a row and its identity.
  func hash(combining index: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(ids[index])
    hasher.combine(hashes[index])
    return hasher.finalize()
  }

  /// The values of a row; `nil` where they are not held.
  func values(_ index: Int) -> [SQLiteValue]? {
    let range = imageRange(index)
    return range.isEmpty ? nil : RowImage.values(images[range])
  }

  mutating func append(_ id: Int, _ image: RowImage) {
    append(id, image.hash, image.bytes.count <= Self.longestImage ? image.bytes[...] : [])
  }

  /// Adds rows of another block.
  mutating func append(_ other: SeenBlock, _ range: Range<Int>) {
    for index in range { append(other.ids[index], other.hashes[index], other.images[other.imageRange(index)]) }
  }

  /// The rows in a range, in no more memory than they need.
  func part(_ range: Range<Int>) -> SeenBlock {
    var part = SeenBlock(look: look)
    part.ids.reserveCapacity(range.count)
    part.hashes.reserveCapacity(range.count)
    if !ends.isEmpty, !range.isEmpty {
      part.ends.reserveCapacity(range.count)
      part.images.reserveCapacity(imageRange(range.upperBound - 1).upperBound - imageRange(range.lowerBound).lowerBound)
    }
    part.append(self, range)
    return part
  }

  /// Holds no values any more.
  mutating func dropImages() {
    images = []
    ends = []
  }

  private mutating func append(_ id: Int, _ hash: Int, _ image: ArraySlice<UInt8>) {
    ids.append(id)
    hashes.append(hash)
    if ends.isEmpty, image.isEmpty { return }
    while ends.count < ids.count - 1 { ends.append(0) }
    images += image
    ends.append(images.count)
  }

  private func imageRange(_ index: Int) -> Range<Int> {
    guard !ends.isEmpty else { return 0..<0 }
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
