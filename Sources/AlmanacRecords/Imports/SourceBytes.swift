// The bytes of a source, read a piece at a time.

/// Returns the bytes of a source one by one, and counts its lines. It holds one piece of the source.
final class SourceBytes {
  private let read: (UnsafeMutableRawBufferPointer) throws -> Int
  private let piece: UnsafeMutableRawBufferPointer
  private var next = 0
  private var end = 0
  private var hasEnded = false
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// The number of bytes read.
  private(set) var count = 0
  /// The offset of the present line in the source.
  private var lineStart = 0
  /// Collects a copy of each taken byte while it is not nil.
  var copy: [UInt8]?

  /// Makes a source. `read` fills a buffer, or its beginning, and returns the number of bytes; 0 at the end.
  init(pieceLength: Int = 1 << 16, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    self.read = read
    // Room for at least a byte order mark.
    piece = .allocate(byteCount: max(pieceLength, 3), alignment: 1)
  }

  /// The place of a byte: its line, and its position in the line, both from 1.
  struct Place: Equatable {
    let line: Int
    let byte: Int
  }

  /// The place of the next byte.
  var place: Place { Place(line: line, byte: offset - lineStart + 1) }

  /// The offset of the next byte in the source.
  private var offset: Int { count - (end - next) }

  /// Makes a source from a text.
  convenience init(_ text: String) {
    var rest = Array(text.utf8)[...]
    self.init(pieceLength: rest.count) { buffer in
      let count = min(buffer.count, rest.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
  }

  deinit { piece.deallocate() }

  /// The next byte, without taking it; nil at the end.
  @inline(__always)
  func peek() throws -> UInt8? {
    if next == end, try !fill() { return nil }
    return piece[next]
  }

  /// Takes the next byte; nil at the end.
  @inline(__always)
  @discardableResult
  func take() throws -> UInt8? {
    guard let byte = try pass() else { return nil }
    if copy != nil { copy?.append(byte) }
    return byte
  }

  /// Takes the next byte without copying it; nil at the end.
  @inline(__always)
  @discardableResult
  func pass() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    next += 1
    if byte == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, offset) }
    return byte
  }

  /// Takes the next byte if it is this one; returns whether it was.
  func take(_ byte: UInt8) throws -> Bool {
    guard try peek() == byte else { return false }
    try take()
    return true
  }

  private func fill() throws -> Bool {
    if hasEnded { return false }
    (next, end) = (0, try readMore(at: 0))
    // A byte order mark may come in pieces.
    if count == end, end > 0 {
      while end < 3, !hasEnded { end += try readMore(at: end) }
      if piece[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { (next, lineStart) = (3, 3) }
      if next == end { return try fill() }
    }
    return next < end
  }

  private func readMore(at place: Int) throws -> Int {
    let filled = try read(UnsafeMutableRawBufferPointer(rebasing: piece[place...]))
    count += filled
    hasEnded = filled == 0
    return filled
  }
}
