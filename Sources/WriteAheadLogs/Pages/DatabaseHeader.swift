// The first hundred bytes of the database file.

/// The contents of the file's header.
struct DatabaseHeader: Equatable {
  static let size = 100

  let pageSize: Int
  /// The number of commits without a log; it wraps around to 0.
  let changeCounter: UInt32
  /// Whether the file is in write-ahead mode.
  let usesLog: Bool

  init(_ files: any PageFiles) throws(UnknownReason) {
    let block = PageBlock(count: Self.size)
    let buffer = UnsafeMutableRawBufferPointer(start: block.base, count: Self.size)
    guard let count = files.readDatabase(at: 0, into: buffer) else { throw .unreadable }
    guard count > 0 else { throw .empty }
    guard count == Self.size else { throw .damaged }
    let page = Page(number: 1, block: block, size: Self.size)
    guard page.beginsLikeDatabase else { throw .damaged }
    let size = try page.u16(16)
    pageSize = size == 1 ? 65536 : size
    guard PageFormat.isPageSize(pageSize) else { throw .damaged }
    changeCounter = try page.u32(24)
    usesLog = try page.byte(18) == 2
  }
}
