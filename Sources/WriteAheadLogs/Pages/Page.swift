// Reads the bytes of pages; every offset is checked.

/// Bytes that several pages may share.
final class PageBlock {
  let base: UnsafeMutableRawPointer
  let count: Int

  init(count: Int) {
    self.count = count
    base = .allocate(byteCount: max(count, 1), alignment: 16)
  }

  deinit { base.deallocate() }
}

/// One page of one version of the file.
///
/// Pointers into the bytes are used only in methods of the page, which keeps the bytes alive during a call.
struct Page {
  /// The kinds of tree pages, by their first byte.
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
    var isTable: Bool { self == .tableInterior || self == .tableLeaf }
  }

  let number: UInt32
  let block: PageBlock
  let start: Int
  let size: Int

  init(number: UInt32, block: PageBlock, start: Int = 0, size: Int) {
    guard start >= 0 && size >= 0 && start + size <= block.count else { fatalError("A page goes beyond its block.") }
    self.number = number
    self.block = block
    self.start = start
    self.size = size
  }

  @inline(__always) var base: UnsafeRawPointer { UnsafeRawPointer(block.base + start) }

  func byte(_ offset: Int) throws(UnknownReason) -> UInt8 {
    guard offset >= 0, offset < size else { throw .damaged }
    return base.load(fromByteOffset: offset, as: UInt8.self)
  }

  func u16(_ offset: Int) throws(UnknownReason) -> Int {
    guard offset >= 0, offset + 2 <= size else { throw .damaged }
    return Int(UInt16(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  func u32(_ offset: Int) throws(UnknownReason) -> UInt32 {
    guard offset >= 0, offset + 4 <= size else { throw .damaged }
    return UInt32(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The offset of the tree page's header: page 1 has the file's header before it.
  var headerStart: Int { number == 1 ? 100 : 0 }

  /// Nil: not a tree page.
  var kind: Kind? { size > headerStart ? Kind(rawValue: base.load(fromByteOffset: headerStart, as: UInt8.self)) : nil }

  /// The number of cells. Throws if their pointers do not fit into the page.
  func cellCount(_ kind: Kind, _ format: PageFormat) throws(UnknownReason) -> Int {
    let count = try u16(headerStart + 3)
    guard headerStart + (kind.isLeaf ? 8 : 12) + 2 * count <= format.usableSize else { throw .damaged }
    return count
  }

  var beginsLikeDatabase: Bool {
    let magic: StaticString = "SQLite format 3\0"
    guard size >= 100 else { return false }
    return UnsafeRawBufferPointer(start: base, count: 16)
      .elementsEqual(UnsafeBufferPointer(start: magic.utf8Start, count: 16))
  }

  /// Whether the bytes from an offset on are equal.
  func isEqual(_ other: Page, from offset: Int = 0) -> Bool {
    guard size == other.size, offset <= size else { return false }
    return bytesAreEqual(base + offset, other.base + offset, size - offset)
  }

  /// Appends bytes to an array.
  func append(_ range: Range<Int>, to bytes: inout [UInt8]) throws(UnknownReason) {
    guard range.lowerBound >= 0, range.upperBound <= size else { throw .damaged }
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}
