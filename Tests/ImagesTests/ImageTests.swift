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
    func text(_ bytes: [UInt8], _ length: Int) throws -> String {
      String(decoding: try Inflater.inflate(zlib: bytes, length: length), as: UTF8.self)
    }
    #expect(try Inflater.inflate(zlib: ImageFiles.zlibStored, length: 40) == (0..<40).map { UInt8($0 * $0 / 7 % 251) })
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

  @Test("CIT-12: a picture that says that it is huge takes no memory")
  func huge() {
    func sized(_ bytes: [UInt8], _ offset: Int, _ size: [UInt8]) -> [UInt8] {
      var bytes = bytes
      bytes.replaceSubrange(offset..<offset + size.count, with: size)
      return bytes
    }
    let most: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF]
    #expect(throws: Image.Problem.tooLarge) { try Image(bytes: sized(ImageFiles.rgba, 16, most)) }
    #expect(throws: Image.Problem.damaged) { try Image(bytes: sized(ImageFiles.rgba, 16, [0, 0, 0, 0])) }
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

  @Test("CIT-12: a cancelled task stops decoding")
  func cancelled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Image(bytes: ImageFiles.filters)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
