// Reads BMP without compression.

/// The reader of BMP files.
enum BMPReader {
  static let signature = Array("BM".utf8)

  static func image(_ file: ImageBytes) throws -> Image {
    let (start, headerLength) = try (file.little(10, 4), file.little(14, 4))
    guard headerLength >= 40 else { throw Image.Problem.unknown }
    let (width, signedHeight) = try (file.little(18, 4), Int(Int32(truncatingIfNeeded: file.little(22, 4))))
    // If the height is negative, the first row is at the top.
    let height = abs(signedHeight)
    try ImageBytes.check(width: width, height: height)
    let (depth, compression) = try (file.little(28, 2), file.little(30, 4))
    guard [1, 4, 8, 24, 32].contains(depth), compression == 0 else { throw Image.Problem.unknown }
    var palette: [Image.Pixel] = []
    if depth <= 8 {
      let stated = try file.little(46, 4)
      let count = stated == 0 ? 1 << depth : stated
      guard count <= 1 << depth else { throw Image.Problem.damaged }
      palette = try (0..<count).map { try pixel(file, 14 + headerLength + 4 * $0) }
    }
    // A row is a multiple of four bytes.
    let rowLength = (width * depth + 31) / 32 * 4
    var sums = PixelSums(width, height, within: (Image.mostSide, Image.mostSide))
    for row in 0..<height {
      try Task.checkCancellation()
      sums.begin(row: signedHeight < 0 ? row : height - 1 - row)
      let place = start + row * rowLength
      _ = try file.slice(place, rowLength)
      for column in 0..<width {
        if depth > 8 {
          sums.add(try pixel(file, place + column * depth / 8), at: column)
          continue
        }
        let bit = column * depth
        let index = try file.byte(place + bit / 8) >> (8 - depth - bit % 8) & (1 << depth - 1)
        guard index < palette.count else { throw Image.Problem.damaged }
        sums.add(palette[index], at: column)
      }
    }
    return sums.image
  }

  /// Blue, green and red, as BMP stores them.
  private static func pixel(_ file: ImageBytes, _ offset: Int) throws -> Image.Pixel {
    let bytes = try file.slice(offset, 3)
    return Image.Pixel(bytes[offset + 2], bytes[offset + 1], bytes[offset])
  }
}
