// The pages of a file that is only read, without its log.

/// The state of a file whose log holds no page that the file lacks. Each page is read when it is asked for.
final class FilePages: PageVersions {
  let files: any PageFiles
  let pageCount: UInt32
  let format: PageFormat

  /// Reads the first page. Must be called within a read transaction, which keeps the pages. Throws if pages of the log
  /// are not in the file yet.
  init(_ files: any PageFiles) throws(UnknownReason) {
    self.files = files
    if LogIndex.header(files) != nil {
      guard let index = LogIndex(files), index.backfilled >= index.frameCount else { throw .modeChanged }
    }
    let pageSize = try DatabaseHeader(files).pageSize
    pageCount = try Shadow.pageCount(files, pageSize)
    format = try PageFormat(Self.read(1, pageSize, files), pageSize: pageSize)
  }

  func page(_ number: UInt32) throws(UnknownReason) -> Page {
    guard number >= 1, number <= pageCount else { throw .damaged }
    return try Self.read(number, format.pageSize, files)
  }

  private static func read(_ number: UInt32, _ pageSize: Int, _ files: any PageFiles) throws(UnknownReason) -> Page {
    let block = PageBlock(count: pageSize)
    let buffer = UnsafeMutableRawBufferPointer(start: block.base, count: pageSize)
    guard let count = files.readDatabase(at: Int(number - 1) * pageSize, into: buffer) else { throw .unreadable }
    guard count == pageSize else { throw .damaged }
    return Page(number: number, block: block, size: pageSize)
  }

  /// The numbers of the pages that differ in another file, and of its pages beyond the end of this one.
  func pages(differingIn other: FilePages) throws(UnknownReason) -> [UInt32] {
    let size = format.pageSize
    var found: [UInt32] = []
    for first in stride(from: 1, through: other.pageCount, by: Shadow.pagesInPiece) {
      let count = min(UInt32(Shadow.pagesInPiece), other.pageCount - first + 1)
      guard first <= pageCount else {
        found += first..<first + count
        continue
      }
      let (old, new) = (
        try Shadow.read(files, first, upTo: pageCount, size),
        try Shadow.read(other.files, first, upTo: other.pageCount, size)
      )
      for place in 0..<count {
        let (number, start) = (first + place, Int(place) * size)
        let isEqual = number <= pageCount && bytesAreEqual(old.base + start, new.base + start, size)
        if !isEqual { found.append(number) }
      }
    }
    return found
  }
}
