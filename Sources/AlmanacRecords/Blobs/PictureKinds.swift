// Pictures, with their size.

enum PictureKinds {
  static let signatures: [BlobSignature] = [
    BlobSignature("PNG", "png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], detail: pngSize),
    BlobSignature("JPEG", "jpg", [0xFF, 0xD8, 0xFF], detail: jpegSize),
    BlobSignature("GIF", "gif", "GIF8", if: { $0.has("7a", at: 4) || $0.has("9a", at: 4) }) { blob in
      pictureSize(blob.integer(6, 2, isBigEndian: false), blob.integer(8, 2, isBigEndian: false))
    },
    BlobSignature("WebP", "webp", "RIFF", if: { $0.has("WEBP", at: 8) }, detail: webPSize),
    BlobSignature("BMP", "bmp", "BM", if: isBMP, detail: bmpSize),
    BlobSignature("ICO", "ico", [0, 0, 1, 0], if: isIcon, detail: iconSize),
    BlobSignature("CUR", "cur", [0, 0, 2, 0], if: isIcon, detail: iconSize),
    BlobSignature("TIFF", "tif", [0x49, 0x49, 0x2A, 0], detail: { tiffSize($0, isBigEndian: false) }),
    BlobSignature("TIFF", "tif", [0x4D, 0x4D, 0, 0x2A], detail: { tiffSize($0, isBigEndian: true) }),
    BlobSignature("ICNS", "icns", "icns", if: { $0.integer(4, 4) == $0.count }),
    BlobSignature("JPEG XL", "jxl", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
    BlobSignature("JPEG 2000", "jp2", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
  ]

  @Sendable private static func pngSize(_ blob: BlobStart) -> String? {
    blob.has("IHDR", at: 12) ? pictureSize(blob.integer(16, 4), blob.integer(20, 4)) : nil
  }

  /// Walks the segments to the one that begins a frame.
  @Sendable private static func jpegSize(_ blob: BlobStart) -> String? {
    var offset = 2
    while blob.integer(offset, 1) == 0xFF, let marker = blob.integer(offset + 1, 1) {
      switch marker {
      // Padding.
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD7: offset += 2
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        return pictureSize(blob.integer(offset + 7, 2), blob.integer(offset + 5, 2))
      default:
        guard let length = blob.integer(offset + 2, 2), length >= 2 else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }

  @Sendable private static func webPSize(_ blob: BlobStart) -> String? {
    func number(_ offset: Int, _ length: Int) -> Int? { blob.integer(offset, length, isBigEndian: false) }
    if blob.has("VP8 ", at: 12) {
      return pictureSize(number(26, 2).map { $0 & 0x3FFF }, number(28, 2).map { $0 & 0x3FFF })
    }
    if blob.has("VP8L", at: 12), blob.has([0x2F], at: 20) {
      return number(21, 4).flatMap { pictureSize($0 & 0x3FFF + 1, $0 >> 14 & 0x3FFF + 1) }
    }
    if blob.has("VP8X", at: 12) { return pictureSize(number(24, 3).map { $0 + 1 }, number(27, 3).map { $0 + 1 }) }
    return nil
  }

  /// Checks more than `BM`, because many texts begin with it.
  @Sendable private static func isBMP(_ blob: BlobStart) -> Bool {
    blob.has([0, 0, 0, 0], at: 6)
      && blob.integer(14, 4, isBigEndian: false).map { [12, 40, 52, 56, 64, 108, 124].contains($0) } == true
  }

  @Sendable private static func bmpSize(_ blob: BlobStart) -> String? {
    func number(_ offset: Int, _ length: Int) -> Int? { blob.integer(offset, length, isBigEndian: false) }
    if number(14, 4) == 12 { return pictureSize(number(18, 2), number(20, 2)) }
    // If the first line is at the top, the height is negative.
    let height = number(22, 4).map { abs(Int(Int32(truncatingIfNeeded: $0))) }
    return pictureSize(number(18, 4), height)
  }

  /// Whether the first picture is stored after the list of pictures, and inside the blob.
  @Sendable private static func isIcon(_ blob: BlobStart) -> Bool {
    guard let count = blob.integer(4, 2, isBigEndian: false), count > 0, blob.integer(9, 1) == 0,
      let size = blob.integer(14, 4, isBigEndian: false), let start = blob.integer(18, 4, isBigEndian: false)
    else { return false }
    return size > 0 && start >= 6 + 16 * count && start + size <= blob.count
  }

  @Sendable private static func iconSize(_ blob: BlobStart) -> String? {
    // 0 means 256.
    func side(_ offset: Int) -> Int? { blob.integer(offset, 1).map { $0 == 0 ? 256 : $0 } }
    return pictureSize(side(6), side(7))
  }

  /// Finds the width and the height among the entries of the first directory.
  private static func tiffSize(_ blob: BlobStart, isBigEndian: Bool) -> String? {
    func number(_ offset: Int, _ length: Int) -> Int? { blob.integer(offset, length, isBigEndian: isBigEndian) }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    var sides: [Int: Int] = [:]
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = number(offset, 2), let type = number(offset + 2, 2) else { break }
      if tag == 256 || tag == 257 { sides[tag] = number(offset + 8, type == 3 ? 2 : 4) }
    }
    return pictureSize(sides[256], sides[257])
  }
}
