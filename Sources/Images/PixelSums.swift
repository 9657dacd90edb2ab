// Reduces a picture while its pixels arrive, in any order: each belongs to one pixel of the result, which is the mean.

/// The sums of the pixels that make up each pixel of a smaller picture.
struct PixelSums {
  private struct Sum {
    var red = 0
    var green = 0
    var blue = 0
    var opacity = 0
    var count = 0
  }

  private let width, height: Int
  private let sourceWidth, sourceHeight: Int
  private var sums: [Sum]
  /// The index of the first sum of the present row.
  private var start = 0

  /// For a picture of a width and height, both positive.
  init(_ width: Int, _ height: Int, within room: (width: Int, height: Int)) {
    let size = fittedSize(width, height, within: room)
    (self.width, self.height) = (size.width, size.height)
    (sourceWidth, sourceHeight) = (width, height)
    sums = Array(repeating: Sum(), count: size.width * size.height)
  }

  /// The next pixels are of this row of the source.
  mutating func begin(row: Int) { start = row * height / sourceHeight * width }

  /// Adds a pixel of the present row.
  mutating func add(_ pixel: Image.Pixel, at column: Int) {
    let opacity = Int(pixel.opacity)
    let index = start + column * width / sourceWidth
    sums[index].red += Int(pixel.red) * opacity
    sums[index].green += Int(pixel.green) * opacity
    sums[index].blue += Int(pixel.blue) * opacity
    sums[index].opacity += opacity
    sums[index].count += 1
  }

  /// The means. Where no pixel was added, the picture is transparent.
  var image: Image {
    let pixels = sums.map { sum in
      func mean(_ part: Int) -> UInt8 { UInt8((part + sum.opacity / 2) / sum.opacity) }
      guard sum.opacity > 0 else { return Image.Pixel(0, 0, 0, opacity: 0) }
      return Image.Pixel(
        mean(sum.red), mean(sum.green), mean(sum.blue), opacity: UInt8((sum.opacity + sum.count / 2) / sum.count))
    }
    return Image(width: width, height: height, pixels: pixels)
  }
}
