// Reads pages from the log and the database file, and checks whether the read pages are valid.

/// Reads pages of a file in write-ahead mode. It is positioned at one commit and advances.
final class LogReader {
  let files: any PageFiles
  let pageSize: Int
  /// The last frame of each page up to the reader's position, for pages that are in the log.
  let frames = PageMap()
  /// The frames of the look.
  private(set) var look: LogFrames?
  /// The first frame of each page in the look.
  private let firstFrames = PageMarks()
  /// The size of the smallest state of the look, in pages: a checkpoint truncates the file after it.
  private var smallestPageCount = UInt32.max
  /// The earliest frame that a checkpoint must not have reached, or else a page read from the file may be too new.
  private var earliestRisk = UInt32.max

  init(_ files: any PageFiles, pageSize: Int) {
    self.files = files
    self.pageSize = pageSize
  }

  func begin(_ frames: LogFrames) {
    look = frames
    for (place, page) in frames.pages.enumerated() { firstFrames.mark(page, frames.start + UInt32(place) + 1) }
    smallestPageCount = frames.commits.map(\.pageCount).min() ?? .max
  }

  func endLook() {
    look = nil
    firstFrames.removeAll()
    smallestPageCount = .max
  }

  /// Forgets the risks so far: a new comparison begins.
  func forgetRisks() { earliestRisk = .max }

  /// Throws if a page read since `forgetRisks` may have been overwritten.
  func verify(_ index: LogIndex) throws(UnknownReason) {
    guard let now = LogIndex(files) else { throw .modeChanged }
    guard now.salts == index.salts else { throw .logRestarted }
    guard now.attempted < earliestRisk else { throw .overwritten }
  }

  func page(_ number: UInt32, ofFrame frame: UInt32) throws(UnknownReason) -> Page {
    if let page = look?.page(ofFrame: frame) {
      guard page.number == number else { throw .damaged }
      return page
    }
    let block = PageBlock(count: pageSize)
    let offset = LogFrames.offset(of: frame, pageSize: pageSize) + LogFrames.headerSize
    guard
      let count = files.readLog(at: offset, into: UnsafeMutableRawBufferPointer(start: block.base, count: pageSize))
    else { throw .unreadable }
    guard count == pageSize else { throw .logRestarted }
    return Page(number: number, block: block, size: pageSize)
  }

  /// A page that has no frame up to the reader's position.
  func filePage(_ number: UInt32) throws(UnknownReason) -> Page {
    let first = firstFrames[number]
    if first != 0 {
      earliestRisk = min(earliestRisk, first)
    } else if number > smallestPageCount, let look {
      earliestRisk = min(earliestRisk, look.start + 1)
    }
    let block = PageBlock(count: pageSize)
    let buffer = UnsafeMutableRawBufferPointer(start: block.base, count: pageSize)
    guard let count = files.readDatabase(at: Int(number - 1) * pageSize, into: buffer) else { throw .unreadable }
    guard count == pageSize else { throw number > smallestPageCount ? .overwritten : .damaged }
    return Page(number: number, block: block, size: pageSize)
  }
}

/// The pages of one state of a file in write-ahead mode.
final class LogVersions: PageVersions {
  private let reader: LogReader
  /// The pages that a commit after the reader's position has written, with their last frames.
  private let written: PageMarks?
  let pageCount: UInt32
  let format: PageFormat
  private var cache: [UInt32: Page] = [:]
  /// The maximum number of bytes of cached pages.
  private let cacheLimit: Int

  /// Reads page 1, unless the format of its version is known.
  init(
    _ reader: LogReader, written: PageMarks? = nil, pageCount: UInt32, format: PageFormat? = nil,
    cacheLimit: Int = 4 << 20
  ) throws(UnknownReason) {
    (self.reader, self.written, self.pageCount, self.cacheLimit) = (reader, written, pageCount, cacheLimit)
    if let format {
      self.format = format
    } else {
      guard pageCount > 0 else { throw .damaged }
      let first = try Self.page(1, reader, written)
      self.format = try PageFormat(first, pageSize: reader.pageSize)
    }
  }

  func page(_ number: UInt32) throws(UnknownReason) -> Page {
    guard number >= 1, number <= pageCount else { throw .damaged }
    if let page = cache[number] { return page }
    let page = try Self.page(number, reader, written)
    if cache.count * page.size < cacheLimit { cache[number] = page }
    return page
  }

  private static func page(
    _ number: UInt32, _ reader: LogReader, _ written: PageMarks?
  ) throws(UnknownReason) -> Page {
    if let frame = written?[number], frame != 0 { return try reader.page(number, ofFrame: frame) }
    let frame = reader.frames[number]
    return frame != 0 ? try reader.page(number, ofFrame: frame) : try reader.filePage(number)
  }
}
