// Reads frames of the log in a few pieces.

/// The frames of one look, in order, and their commits.
struct LogFrames {
  static let headerSize = 24
  private static let logHeaderSize = 32
  /// The maximum of bytes kept in memory: beyond it, pages are read again when needed.
  private static let keptBytes = 8 << 20
  private static let pieceBytes = 256 << 10

  struct Commit {
    /// The last frame.
    var frame: UInt32
    /// The size of the database after it, in pages.
    var pageCount: UInt32
  }

  /// The frame before the first one.
  let start: UInt32
  /// The page of each frame.
  private(set) var pages: [UInt32] = []
  private(set) var commits: [Commit] = []
  private let frameSize: Int
  private let framesInPiece: Int
  private var pieces: [PageBlock] = []

  static func offset(of frame: UInt32, pageSize: Int) -> Int {
    logHeaderSize + Int(frame - 1) * (headerSize + pageSize)
  }

  /// Reads the frames after `start` up to `end`.
  init(_ files: any PageFiles, pageSize: Int, after start: UInt32, upTo end: UInt32) throws(UnknownReason) {
    self.start = start
    frameSize = Self.headerSize + pageSize
    framesInPiece = max(1, Self.pieceBytes / frameSize)
    guard end > start else { return }
    let count = Int(end - start)
    pages.reserveCapacity(min(count, 1 << 20))
    let isKept = count * frameSize <= Self.keptBytes
    let step = isKept ? framesInPiece : 1
    let header = PageBlock(count: Self.headerSize)
    var frame = start + 1
    while frame <= end {
      let frames = min(step, Int(end - frame) + 1)
      let block = isKept ? PageBlock(count: frames * frameSize) : header
      let buffer = UnsafeMutableRawBufferPointer(start: block.base, count: block.count)
      guard let read = files.readLog(at: Self.offset(of: frame, pageSize: pageSize), into: buffer) else {
        throw .unreadable
      }
      // A log shorter than its index says was truncated meanwhile.
      guard read == block.count else { throw .logRestarted }
      if isKept { pieces.append(block) }
      let piece = Page(number: 0, block: block, size: block.count)
      for place in 0..<frames {
        try add(frame + UInt32(place), page: piece.u32(place * frameSize), size: piece.u32(place * frameSize + 4))
      }
      frame += UInt32(frames)
    }
    guard commits.last?.frame == end else { throw .damaged }
  }

  private mutating func add(_ frame: UInt32, page: UInt32, size: UInt32) throws(UnknownReason) {
    guard page != 0 else { throw .damaged }
    pages.append(page)
    if size != 0 { commits.append(Commit(frame: frame, pageCount: size)) }
  }

  /// The page of a frame, if it is in memory.
  func page(ofFrame frame: UInt32) -> Page? {
    guard frame > start else { return nil }
    let place = Int(frame - start) - 1
    guard place < pages.count, place / framesInPiece < pieces.count else { return nil }
    return Page(
      number: pages[place], block: pieces[place / framesInPiece],
      start: place % framesInPiece * frameSize + Self.headerSize, size: frameSize - Self.headerSize)
  }
}
