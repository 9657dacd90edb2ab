import Images
import Testing

@Suite struct ImagesExample {
  /// Two red pixels above two blue ones, as BMP has them: from below, blue first.
  private static let bytes: [UInt8] =
    Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0]
    + Array(repeating: 0, count: 24) + [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0]

  @Test func example() throws {
    let bytes = Self.bytes
    let image = try Image(bytes: bytes)
    let small = image.fitted(width: 2, height: 2)
    let colour = small.pixels[0]
    #expect(colour == Image.Pixel(255, 0, 0))
  }
}
