// The cells of a page: rows, keys and references to children.

/// A cell with a payload: a row of a table with rowids, or a record of a tree of keys.
struct Cell {
  /// 0 in a tree of keys.
  var rowID: Int64
  /// The size of the whole payload.
  var payloadSize: Int
  /// The start and the length of the payload's part on this page.
  var start: Int32
  var localSize: Int32
  /// The first page of the overflow chain; 0 if the page holds everything.
  var overflow: UInt32
}

extension Page {
  /// The largest payload that a page holds whole, and the smallest part of a larger one that it keeps.
  private static func localLimits(_ kind: Kind, _ usable: Int) -> (most: Int, least: Int) {
    (kind.isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23, (usable - 12) * 32 / 255 - 23)
  }

  /// Reads the cells with a payload into `cells`. The interior pages of a table with rowids have none.
  func readCells(_ format: PageFormat, into cells: inout [Cell]) throws(UnknownReason) {
    cells.removeAll(keepingCapacity: true)
    guard let kind, format.usableSize <= size else { throw .damaged }
    guard kind != .tableInterior else { return }
    let count = try cellCount(kind, format)
    let isRead = withUnsafeTemporaryAllocation(of: Cell.self, capacity: count) { buffer in
      guard fill(buffer, kind, format.usableSize) else { return false }
      cells.append(contentsOf: buffer)
      return true
    }
    guard isRead else { throw .damaged }
  }

  /// Fills the buffer with cells. False if one of them is invalid.
  private func fill(_ cells: UnsafeMutableBufferPointer<Cell>, _ kind: Kind, _ usable: Int) -> Bool {
    let (most, least) = Self.localLimits(kind, usable)
    let pointers = headerStart + (kind.isLeaf ? 8 : 12)
    let first = pointers + 2 * cells.count
    let hasRowID = kind == .tableLeaf
    let before = kind == .indexInterior ? 4 : 0
    let base = base
    for index in 0..<cells.count {
      let pointer = base.loadUnaligned(fromByteOffset: pointers + 2 * index, as: UInt16.self)
      var at = Int(UInt16(bigEndian: pointer))
      guard at >= first else { return false }
      at += before
      guard let size = readVarint(base, &at, usable), size < 1 << 31 else { return false }
      var rowID: Int64 = 0
      if hasRowID {
        guard let number = readVarint(base, &at, usable) else { return false }
        rowID = Int64(bitPattern: number)
      }
      let payload = Int(size)
      var local = payload
      var overflow: UInt32 = 0
      if payload > most {
        local = least + (payload - least) % (usable - 4)
        if local > most { local = least }
        guard at + local + 4 <= usable else { return false }
        overflow = UInt32(bigEndian: base.loadUnaligned(fromByteOffset: at + local, as: UInt32.self))
        guard overflow >= 2 else { return false }
      }
      guard at + local <= usable else { return false }
      cells.initializeElement(
        at: index,
        to: Cell(
          rowID: rowID, payloadSize: payload, start: Int32(truncatingIfNeeded: at),
          localSize: Int32(truncatingIfNeeded: local), overflow: overflow))
    }
    return true
  }

  /// Reads the children of an interior page into `children`, from left to right.
  func readChildren(_ format: PageFormat, into children: inout [UInt32]) throws(UnknownReason) {
    children.removeAll(keepingCapacity: true)
    guard let kind, !kind.isLeaf else { throw .damaged }
    let count = try cellCount(kind, format)
    children.reserveCapacity(count + 1)
    for index in 0..<count { children.append(try u32(try u16(headerStart + 12 + 2 * index))) }
    children.append(try u32(headerStart + 8))
  }

  /// Whether two cells are stored alike: with the same bytes here, and the same overflow chain.
  func isAlike(_ cell: Cell, _ other: Cell, on page: Page) -> Bool {
    cell.payloadSize == other.payloadSize && cell.localSize == other.localSize && cell.overflow == other.overflow
      && bytesAreEqual(base + Int(cell.start), page.base + Int(other.start), Int(cell.localSize))
  }

  /// A hash of a cell as it is stored: cells that are alike have equal hashes.
  func hashValue(of cell: Cell) -> Int {
    var hasher = Hasher()
    hasher.combine(cell.payloadSize)
    hasher.combine(cell.overflow)
    hasher.combine(bytes: UnsafeRawBufferPointer(start: base + Int(cell.start), count: Int(cell.localSize)))
    return hasher.finalize()
  }
}
