// Reads the first picture of a GIF.

/// The reader of GIF files.
enum GIFReader {
  static let signature = Array("GIF8".utf8)

  static func image(_ file: ImageBytes) throws -> Image {
    let (width, height) = try (file.little(6, 2), file.little(8, 2))
    try ImageBytes.check(width: width, height: height)
    var offset = 13
    let common = try palette(file, flags: file.byte(10), &offset)
    var transparent: Int?
    while true {
      switch try file.byte(offset) {
      case 0x21:
        // Whether a colour is transparent, and which.
        if try file.byte(offset + 1) == 0xF9, try file.byte(offset + 3) & 1 == 1 {
          transparent = try file.byte(offset + 6)
        }
        offset += 2
        _ = try blocks(file, &offset)
      case 0x2C:
        let start = offset
        offset += 10
        let flags = try file.byte(start + 9)
        let own = try palette(file, flags: flags, &offset)
        let frame = try Frame(
          column: file.little(start + 1, 2), row: file.little(start + 3, 2), width: file.little(start + 5, 2),
          height: file.little(start + 7, 2), isInterlaced: flags & 0x40 != 0)
        guard frame.width > 0, frame.height > 0, frame.column + frame.width <= width,
          frame.row + frame.height <= height
        else { throw Image.Problem.damaged }
        let size = try file.byte(offset)
        offset += 1
        let data = try blocks(file, &offset)
        var rows = Rows(of: frame, own ?? common ?? [], transparent, width, height)
        try decompress(data, size: size, length: frame.width * frame.height) { try rows.take($0) }
        return rows.sums.image
      default: throw Image.Problem.damaged
      }
    }
  }

  /// The place of a picture on the whole.
  private struct Frame {
    var column, row, width, height: Int
    var isInterlaced: Bool

    /// The rows in the order in which they are stored.
    var rows: [Int] {
      if !isInterlaced { return Array(0..<height) }
      return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
  }

  /// Reads a table of colours, if the flags say that there is one.
  private static func palette(_ file: ImageBytes, flags: Int, _ offset: inout Int) throws -> [Image.Pixel]? {
    guard flags & 0x80 != 0 else { return nil }
    let count = 2 << (flags & 7)
    let bytes = Array(try file.slice(offset, 3 * count))
    offset += 3 * count
    return (0..<count).map { Image.Pixel(bytes[3 * $0], bytes[3 * $0 + 1], bytes[3 * $0 + 2]) }
  }

  /// Joins blocks up to the empty one.
  private static func blocks(_ file: ImageBytes, _ offset: inout Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let count = try file.byte(offset)
      bytes += try file.slice(offset + 1, count)
      offset += 1 + count
      if count == 0 { return bytes }
    }
  }

  /// Decompresses LZW data and hands on the indices of `length` pixels, some for each code. `size`: the bits of an
  /// index. Ends with a `CancellationError` soon after the task is cancelled.
  static func decompress(
    _ data: [UInt8], size: Int, length: Int, _ take: (ReversedCollection<[UInt8]>.SubSequence) throws -> Void
  ) throws {
    guard (1...8).contains(size) else { throw Image.Problem.damaged }
    let clear = 1 << size
    // Each code is another one and an index after it.
    var before = [Int](repeating: 0, count: 4096)
    var last = (0..<4096).map { UInt8(truncatingIfNeeded: $0) }
    var first = last
    var (next, width, old) = (clear + 2, size + 1, -1)
    var (bits, bitCount, position) = (0, 0, 0)
    var text: [UInt8] = []
    var (missing, codeCount) = (length, 0)
    while missing > 0 {
      if codeCount % codesBetweenChecks == 0 { try Task.checkCancellation() }
      codeCount += 1
      while bitCount < width {
        guard position < data.count else { throw Image.Problem.damaged }
        bits |= Int(data[position]) << bitCount
        position += 1
        bitCount += 8
      }
      let code = bits & (1 << width - 1)
      bits >>= width
      bitCount -= width
      if code == clear {
        (next, width, old) = (clear + 2, size + 1, -1)
        continue
      }
      guard code != clear + 1, code < next || code == next && old >= 0 && next < 4096, old >= 0 || code < clear else {
        throw Image.Problem.damaged
      }
      if old >= 0, next < 4096 {
        (before[next], first[next]) = (old, first[old])
        last[next] = first[code == next ? old : code]
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      text.removeAll(keepingCapacity: true)
      var part = code
      while part >= clear {
        text.append(last[part])
        part = before[part]
      }
      text.append(last[part])
      try take(text.reversed().prefix(missing))
      missing -= min(text.count, missing)
      old = code
    }
  }

  /// A code makes at most 4096 indices.
  static let codesBetweenChecks = 64

  /// Takes the pixels of a frame in the order in which they are stored.
  private struct Rows {
    private let frame: Frame
    private let palette: [Image.Pixel]
    private let transparent: Int?
    /// The rows that are not begun.
    private var rows: ArraySlice<Int>
    /// The column of the next pixel.
    private var column = 0
    private(set) var sums: PixelSums

    init(of frame: Frame, _ palette: [Image.Pixel], _ transparent: Int?, _ width: Int, _ height: Int) {
      (self.frame, self.palette, self.transparent, rows) = (frame, palette, transparent, frame.rows[...])
      sums = PixelSums(width, height, within: (Image.mostSide, Image.mostSide))
    }

    /// Takes the next indices, at most as many as all rows have.
    mutating func take(_ indices: some Sequence<UInt8>) throws {
      for index in indices {
        guard index < palette.count else { throw Image.Problem.damaged }
        if column == 0, let row = rows.popFirst() { sums.begin(row: frame.row + row) }
        let pixel = Int(index) == transparent ? Image.Pixel(0, 0, 0, opacity: 0) : palette[Int(index)]
        sums.add(pixel, at: frame.column + column)
        column = (column + 1) % frame.width
      }
    }
  }
}
