// What each format becomes, pixel by pixel, and that no bytes do harm.
import Testing

@testable import Images

@Suite("Pictures")
struct ImageTests {
  /// The pixels of a picture: a line of hexadecimal colours for each row, with the opacity if it is not 255.
  private func rows(_ bytes: [UInt8]) throws -> [String] {
    let image = try Image(bytes: bytes)
    func digits(_ part: UInt8) -> String { (part < 16 ? "0" : "") + String(part, radix: 16) }
    return (0..<image.height).map { row in
      image.pixels[row * image.width..<(row + 1) * image.width].map { pixel in
        let color = digits(pixel.red) + digits(pixel.green) + digits(pixel.blue)
        return pixel.opacity == 255 ? color : pixel.opacity == 0 ? "-" : color + "/" + digits(pixel.opacity)
      }.joined(separator: " ")
    }
  }

  @Test("CIT-12: PNG with each filter, in the first row too", arguments: [ImageFiles.filters, ImageFiles.filtersFirst])
  func filters(_ bytes: [UInt8]) throws {
    #expect(
      try rows(bytes) == [
        "ff0000 00ff00 0000ff", "0a141e 28323c 46505a", "010203 c86432 ffffff", "090807 060504 030201",
        "804020 000000 112233",
      ])
  }

  @Test("CIT-12: PNG with each depth and colour type, transparent colours and a palette")
  func types() throws {
    #expect(try rows(ImageFiles.grey1) == ["ffffff 000000 ffffff ffffff 000000 000000 ffffff 000000 000000 ffffff"])
    #expect(try rows(ImageFiles.grey2) == ["000000 555555 aaaaaa ffffff"])
    #expect(try rows(ImageFiles.grey4) == ["000000 ffffff 888888"])
    #expect(try rows(ImageFiles.grey8) == ["- c8c8c8"])
    #expect(try rows(ImageFiles.grey16) == ["121212 ffffff"])
    #expect(try rows(ImageFiles.greyOpacity) == ["323232/80 -"])
    #expect(try rows(ImageFiles.rgba) == ["010203/04 050607/08"])
    #expect(try rows(ImageFiles.rgb16) == ["aabbcc"])
    #expect(try rows(ImageFiles.palette) == ["ff0000 00ff00/80 0000ff 090909"])
  }

  @Test("CIT-12: an interlaced PNG")
  func interlaced() throws {
    #expect(
      try rows(ImageFiles.interlaced) == [
        "000000 010101 020202 030303 040404", "0a0a0a 0b0b0b 0c0c0c 0d0d0d 0e0e0e",
        "141414 151515 161616 171717 181818",
        "1e1e1e 1f1f1f 202020 212121 222222", "282828 292929 2a2a2a 2b2b2b 2c2c2c",
      ])
  }

  @Test("CIT-12: GIF, plain and interlaced, and BMP")
  func others() throws {
    #expect(
      try rows(ImageFiles.gif) == ["ff0000 00ff00 0000ff -", "- 0000ff 00ff00 ff0000", "ff0000 ff0000 ff0000 ff0000"])
    #expect(
      try rows(ImageFiles.gifInterlaced) == [
        "ff0000 00ff00 0000ff 090909", "090909 0000ff 00ff00 ff0000", "ff0000 ff0000 ff0000 ff0000",
      ])
    #expect(try rows(ImageFiles.bmp) == ["ff0000 00ff00", "0000ff 090807"])
    #expect(try rows(ImageFiles.bmp1) == ["000000 ffffff ffffff"])
  }

  @Test("CIT-12: JPEG: red at the left, blue at the right; of a progressive one the means of its blocks")
  func jpeg() throws {
    func line(_ left: String, _ right: String) -> String {
      (Array(repeating: left, count: 8) + Array(repeating: right, count: 8)).joined(separator: " ")
    }
    #expect(try rows(ImageFiles.jpeg) == Array(repeating: line("c81e27", "143cdc"), count: 16))
    #expect(try rows(ImageFiles.jpegGrey) == Array(repeating: line("525252", "424242"), count: 16))
    #expect(
      try rows(ImageFiles.jpegHalf).last
        == "c81e27 c81e27 c81f26 c81f26 c91e27 c91e27 c61f29 c61f29 153bda 153bda 123cdc 123cdc 143bde 143bde 143cdc 143cdc"
    )
    #expect(try rows(ImageFiles.jpegProgressive) == ["c81e27 143cdc", "c81e27 143cdc"])
  }

  @Test("CIT-12: blocks of DEFLATE of each kind")
  func blocks() throws {
    func inflated(_ bytes: [UInt8], _ length: Int) throws -> [UInt8] {
      var all: [UInt8] = []
      try Inflater.inflate(zlib: bytes, length: length) { all += $0 }
      return all
    }
    func text(_ bytes: [UInt8], _ length: Int) throws -> String {
      String(decoding: try inflated(bytes, length), as: UTF8.self)
    }
    #expect(try inflated(ImageFiles.zlibStored, 40) == (0..<40).map { UInt8($0 * $0 / 7 % 251) })
    #expect(
      try text(ImageFiles.zlibFixed, 48) == "abcabcabcabcabcxabcabcabcabcabcxabcabcabcabcabcx")
    let lines = (0..<60).map { "\($0) squared is \($0 * $0). " }.joined()
    #expect(try text(ImageFiles.zlibDynamic, lines.utf8.count) == lines)
    #expect(throws: Image.Problem.damaged) { try text(ImageFiles.zlibDynamic, lines.utf8.count - 1) }
    #expect(throws: Image.Problem.damaged) { try text(ImageFiles.zlibDynamic, lines.utf8.count + 1) }
    var wrongSum = ImageFiles.zlibFixed
    wrongSum[wrongSum.count - 1] ^= 1
    #expect(throws: Image.Problem.damaged) { try text(wrongSum, 48) }
  }

  @Test("CIT-12: codes that are ambiguous or incomplete are refused")
  func codes() {
    #expect(throws: Image.Problem.damaged) { try HuffmanCode([1, 1, 1]) }
    #expect(throws: Image.Problem.damaged) { try HuffmanCode([1, 2]) }
    #expect(throws: Image.Problem.damaged) { try HuffmanCode([]) }
    #expect(throws: Image.Problem.damaged) { try HuffmanCode([2], mayHaveOneSymbol: true) }
    #expect(throws: Never.self) { try HuffmanCode([1], mayHaveOneSymbol: true) }
    #expect(throws: Image.Problem.damaged) { try JPEGCode([3] + Array(repeating: 0, count: 15), [0, 1, 2]) }
  }

  @Test("CIT-12: any byte changed, and any end cut off: a picture or a problem", arguments: ImageFiles.all.map(\.name))
  func damaged(_ name: String) {
    let bytes = ImageFiles.all.first { $0.name == name }!.bytes
    func read(_ bytes: [UInt8]) {
      do {
        let image = try Image(bytes: bytes)
        #expect(image.pixels.count == image.width * image.height)
      } catch {
        #expect(error is Image.Problem)
      }
    }
    for index in bytes.indices {
      read(Array(bytes[..<index]))
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, bytes[index] ^ 1, bytes[index] ^ 0x10] {
        var changed = bytes
        changed[index] = value
        // Sizes in the header are tested by themselves: most are large pictures.
        if value != bytes[index], !isOfSize(index, in: name) { read(changed) }
      }
    }
  }

  /// Whether a byte is of the size of the picture.
  private func isOfSize(_ index: Int, in name: String) -> Bool {
    name.hasPrefix("gif") ? (6...9).contains(index) : !name.hasPrefix("jpeg") && (16...25).contains(index)
  }

  @Test("CIT-12: a progressive JPEG may have a finer scan before that of the means")
  func finerScanFirst() throws {
    var bytes = ImageFiles.jpegProgressive
    // A code and a scan of the file itself, with a restart marker and a 255.
    let scan: [UInt8] =
      [0xFF, 0xC4, 0, 0x14, 0x10, 1] + Array(repeating: 0, count: 15) + [
        0x20, 0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 5, 2, 0x1F, 0xFF, 0, 0xFF, 0xD0, 0x1F,
      ]
    let first = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    bytes.insert(contentsOf: scan, at: first)
    #expect(try rows(bytes) == ["c81e27 143cdc", "c81e27 143cdc"])
  }

  @Test("CIT-12: a picture that is too large is refused by its header, before its pixels are read")
  func huge() {
    func sized(_ bytes: [UInt8], _ offset: Int, _ size: [UInt8]) -> [UInt8] {
      var bytes = bytes
      bytes.replaceSubrange(offset..<offset + size.count, with: size)
      return bytes
    }
    /// With the least significant byte of both numbers first.
    func swapped(_ size: [UInt8]) -> [UInt8] { size[..<4].reversed() + size[4...].reversed() }
    let most: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF]
    #expect(throws: Image.Problem.tooLarge) { try Image(bytes: sized(ImageFiles.rgba, 16, most)) }
    #expect(throws: Image.Problem.damaged) { try Image(bytes: sized(ImageFiles.rgba, 16, [0, 0, 0, 0])) }
    // 16 million pixels in one row, or in one column.
    for size: [UInt8] in [[1, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 1]] {
      #expect(throws: Image.Problem.tooLarge) { try Image(bytes: sized(ImageFiles.grey1, 16, size)) }
      #expect(throws: Image.Problem.tooLarge) { try Image(bytes: sized(ImageFiles.bmp1, 18, swapped(size))) }
    }
    #expect(throws: Image.Problem.damaged) {
      try Image(bytes: sized(ImageFiles.grey1, 16, [0, 0, 0xFF, 0xFF, 0, 0, 0, 1]))
    }
    // 64 million samples of 16 bits in few bytes.
    #expect(throws: Image.Problem.tooLarge) {
      try Image(bytes: sized(ImageFiles.rgb16, 16, [0, 0, 0x10, 0, 0, 0, 0x10, 0]))
    }
    #expect(throws: Image.Problem.damaged) { try Image(bytes: sized(ImageFiles.rgba, 16, [0, 0, 1, 0, 0, 0, 1, 0])) }
    #expect(throws: Image.Problem.tooLarge) { try Image(bytes: sized(ImageFiles.gif, 6, [0xFF, 0xFF, 0xFF, 0xFF])) }
    #expect(throws: Image.Problem.damaged) { try Image(bytes: sized(ImageFiles.bmp, 18, [0, 1, 0, 0, 0, 1, 0, 0])) }
    #expect(throws: Image.Problem.tooLarge) { try Image(bytes: Array(repeating: 0, count: Image.mostBytes + 1)) }
    #expect(throws: Image.Problem.unknown) { try Image(bytes: Array("RIFF....WEBP".utf8)) }
    #expect(throws: Image.Problem.unknown) { try Image(bytes: []) }
  }

  @Test("CIT-12: a smaller picture has the means, and keeps its proportions and its opacity")
  func fitted() {
    let (red, blue, none) = (
      Image.Pixel(200, 0, 0), Image.Pixel(0, 0, 100), Image.Pixel(0, 0, 0, opacity: 0)
    )
    let image = Image(width: 4, height: 2, pixels: [red, blue, none, red, blue, red, none, none])
    #expect(
      image.fitted(width: 2, height: 2)
        == Image(width: 2, height: 1, pixels: [Image.Pixel(100, 0, 50), Image.Pixel(200, 0, 0, opacity: 64)]))
    #expect(image.fitted(width: 9, height: 9) == image)
    #expect(fittedSize(1000, 10, within: (20, 20)) == (20, 1))
  }

  @Test("CIT-12: a cancelled task decodes no picture, of any format", arguments: ImageFiles.all.map(\.name))
  func cancelled(_ name: String) async {
    let bytes = ImageFiles.all.first { $0.name == name }!.bytes
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Image(bytes: bytes)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// The parts that a decoder hands on, and whether a cancelled task ended it.
  private struct Parts: Equatable, Sendable {
    var count = 0
    var longest = 0
    var length = 0
    var isCancelled = false
  }

  /// Runs a decoder in a task that is cancelled, if it is to be, when the first part has come.
  private func parts(
    cancels: Bool, _ decode: @escaping @Sendable (_ take: (Int) -> Void) throws -> Void
  ) async throws -> Parts {
    try await Task {
      var parts = Parts()
      do {
        try decode { length in
          parts.count += 1
          parts.longest = max(parts.longest, length)
          parts.length += length
          if cancels { withUnsafeCurrentTask { $0?.cancel() } }
        }
      } catch is CancellationError {
        parts.isCancelled = true
      }
      return parts
    }.value
  }

  @Test("CIT-12: one block of DEFLATE comes in parts of 128 KB at most; a cancelled task gets no further one")
  func inflatedParts() async throws {
    let count = 4000
    let bytes = ImageFiles.zlibZeros(copies: count)
    let length = 1 + 258 * count
    let all = try await parts(cancels: false) { take in
      try Inflater.inflate(zlib: bytes, length: length) {
        #expect($0.allSatisfy { $0 == 0 })
        take($0.count)
      }
    }
    #expect(all.length == length)
    #expect(all.longest <= 131_072 && all.count > 7, "\(all)")
    let cancelled = try await parts(cancels: true) { take in
      try Inflater.inflate(zlib: bytes, length: length) { take($0.count) }
    }
    #expect(cancelled.isCancelled && cancelled.count == 1 && cancelled.length <= 131_072, "\(cancelled)")
  }

  @Test("CIT-12: the codes of a GIF end soon after their task is cancelled, whatever lengths their texts have")
  func cancelledCodes() async throws {
    // The texts of one code after another grow by one: 1, 2, 3, and so on.
    let codes = ImageFiles.growingCodes(count: 1000)
    let all = try await parts(cancels: false) { take in
      try GIFReader.decompress(codes, size: 2, length: 500_500) { take($0.count) }
    }
    #expect(all == Parts(count: 1000, longest: 1000, length: 500_500))
    let cancelled = try await parts(cancels: true) { take in
      try GIFReader.decompress(codes, size: 2, length: 500_500) { take($0.count) }
    }
    #expect(cancelled.isCancelled && cancelled.count <= 64, "\(cancelled)")
  }

  @Test("CIT-12: pictures of many rows, whose parts end within rows, have each pixel in its place")
  func manyRows() throws {
    // 1000 rows of 300 pixels, all black but the last, which is white.
    let image = try Image(bytes: ImageFiles.greyOf300x1000())
    #expect((image.width, image.height) == (96, 320))
    #expect(image.pixels.dropLast(96).allSatisfy { $0 == Image.Pixel(0, 0, 0) })
    #expect(image.pixels.suffix(96).allSatisfy { $0 == Image.Pixel(85, 85, 85) }, "\(image.pixels.suffix(96))")
  }
}
