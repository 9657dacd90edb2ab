// A picture as pixels, small enough for the cells of a terminal.
//
//   bytes of a PNG, GIF, BMP or JPEG ──> rows of pixels, as they are decoded ──> PixelSums ──> Image, at most 320x320
//
// Any program may have written any byte. Each position is read only if it exists. The work has a limit, whatever the
// header says, and so has the memory: a few rows, the file and the result.

/// A picture of any size, reduced to few pixels.
public struct Image: Hashable, Sendable {
  /// A colour with its opacity.
  public struct Pixel: Hashable, Sendable {
    /// Red, green, blue and opacity, each 0-255.
    public var red, green, blue, opacity: UInt8

    /// Makes a colour.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, opacity: UInt8 = 255) {
      (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }
  }

  /// Why a picture can't be drawn.
  public enum Problem: Error, Hashable {
    /// Its bytes break the rules of its format.
    case damaged
    /// It uses a rare part of its format, or another format.
    case unknown
    /// It has too many bytes or pixels.
    case tooLarge
  }

  /// The number of columns and rows.
  public let width, height: Int
  /// The pixels, row by row.
  public let pixels: [Pixel]

  /// Makes a picture. `pixels`: as many as width times height.
  public init(width: Int, height: Int, pixels: [Pixel]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The most bytes of a file that is read.
  public static let mostBytes = 1 << 24
  /// The most pixels of a picture that is read.
  public static let mostPixels = 1 << 24
  /// The greatest width and height of a picture that is read. GIF and JPEG have no greater ones.
  static let mostLength = 65_535
  /// The greatest width and height of what is kept: more than a screen shows.
  static let mostSide = 320

  /// Reads the first picture of a PNG, GIF, BMP or JPEG file. Ends early with a `CancellationError` if the task is
  /// cancelled.
  public init(bytes: [UInt8]) throws {
    guard bytes.count <= Self.mostBytes else { throw Problem.tooLarge }
    let file = ImageBytes(bytes)
    self =
      if file.has(PNGReader.signature, at: 0) {
        try PNGReader.image(file)
      } else if file.has(GIFReader.signature, at: 0) {
        try GIFReader.image(file)
      } else if file.has(BMPReader.signature, at: 0) {
        try BMPReader.image(file)
      } else if file.has(JPEGReader.signature, at: 0) {
        try JPEGReader.image(file)
      } else {
        throw Problem.unknown
      }
  }

  /// The picture with at most so many columns and rows, with the same proportions. It does not grow.
  public func fitted(width: Int, height: Int) -> Image {
    var sums = PixelSums(self.width, self.height, within: (max(1, width), max(1, height)))
    for y in 0..<self.height {
      sums.begin(row: y)
      for x in 0..<self.width { sums.add(pixels[y * self.width + x], at: x) }
    }
    return sums.image
  }
}

/// The width and height of a picture of this size that fits into a room, with the same proportions, at least one pixel.
func fittedSize(_ width: Int, _ height: Int, within room: (width: Int, height: Int)) -> (width: Int, height: Int) {
  let scale = min(1, Double(room.width) / Double(width), Double(room.height) / Double(height))
  return (max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
}
