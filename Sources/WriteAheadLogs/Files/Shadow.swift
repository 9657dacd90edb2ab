// A private copy of a file's pages.

/// Every page of one state, in memory.
final class Shadow: PageVersions {
  /// The number of pages that are compared and kept as one piece.
  static let pagesInPiece = 64

  let pageSize: Int
  private(set) var pageCount: UInt32
  private(set) var format: PageFormat
  private var pieces: [PageBlock] = []

  /// Copies the whole file. Call it within a read transaction.
  init(_ files: any PageFiles) throws(UnknownReason) {
    pageSize = try DatabaseHeader(files).pageSize
    pageCount = try Self.pageCount(files, pageSize)
    for first in stride(from: 1, through: pageCount, by: Self.pagesInPiece) {
      pieces.append(try Self.read(files, first, upTo: pageCount, pageSize))
    }
    format = try PageFormat(Page(number: 1, block: pieces[0], size: pageSize), pageSize: pageSize)
  }

  /// The number of pages of the file.
  static func pageCount(_ files: any PageFiles, _ pageSize: Int) throws(UnknownReason) -> UInt32 {
    guard let size = files.databaseSize else { throw .unreadable }
    guard size >= pageSize, let count = UInt32(exactly: size / pageSize) else { throw .damaged }
    return count
  }

  /// Reads the piece that begins with a page. It is empty beyond the end of the file.
  static func read(
    _ files: any PageFiles, _ first: UInt32, upTo pageCount: UInt32, _ pageSize: Int
  ) throws(UnknownReason) -> PageBlock {
    let block = PageBlock(count: pagesInPiece * pageSize)
    let count = min(pagesInPiece, Int(pageCount - first) + 1) * pageSize
    let buffer = UnsafeMutableRawBufferPointer(start: block.base, count: count)
    guard let read = files.readDatabase(at: Int(first - 1) * pageSize, into: buffer) else { throw .unreadable }
    guard read == count else { throw .damaged }
    return block
  }

  func page(_ number: UInt32) throws(UnknownReason) -> Page {
    guard number >= 1, number <= pageCount else { throw .damaged }
    let place = Int(number - 1)
    return Page(
      number: number, block: pieces[place / Self.pagesInPiece], start: place % Self.pagesInPiece * pageSize,
      size: pageSize)
  }

  /// Takes over the pages of a new state.
  func update(_ written: [UInt32: Page], pageCount: UInt32, format: PageFormat) {
    self.pageCount = pageCount
    self.format = format
    let count = (Int(pageCount) + Self.pagesInPiece - 1) / Self.pagesInPiece
    if count < pieces.count { pieces.removeLast(pieces.count - count) }
    while pieces.count < count { pieces.append(PageBlock(count: Self.pagesInPiece * pageSize)) }
    for page in written.values {
      let place = Int(page.number - 1)
      let block = pieces[place / Self.pagesInPiece]
      (block.base + place % Self.pagesInPiece * pageSize).copyMemory(from: page.base, byteCount: pageSize)
    }
  }
}

/// A new state: the pages that differ, on top of the copy.
final class ShadowVersions: PageVersions {
  private let shadow: Shadow
  private let written: [UInt32: Page]
  let pageCount: UInt32
  let format: PageFormat

  init(_ shadow: Shadow, written: [UInt32: Page], pageCount: UInt32) throws(UnknownReason) {
    (self.shadow, self.written, self.pageCount) = (shadow, written, pageCount)
    format = if let first = written[1] { try PageFormat(first, pageSize: shadow.pageSize) } else { shadow.format }
  }

  func page(_ number: UInt32) throws(UnknownReason) -> Page {
    guard number >= 1, number <= pageCount else { throw .damaged }
    if let page = written[number] { return page }
    return try shadow.page(number)
  }
}
