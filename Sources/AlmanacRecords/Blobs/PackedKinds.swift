// Compressed data and archives.

enum PackedKinds {
  static let signatures: [BlobSignature] = [
    BlobSignature("gzip", "gz", [0x1F, 0x8B]), BlobSignature("ZIP", "zip", [0x50, 0x4B, 0x03, 0x04]),
    BlobSignature("zstd", "zst", [0x28, 0xB5, 0x2F, 0xFD]),
    BlobSignature("bzip2", "bz2", "BZh", if: { $0.has([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4) }),
    BlobSignature("xz", "xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    BlobSignature("LZ4", "lz4", [0x04, 0x22, 0x4D, 0x18]),
    BlobSignature("7z", "7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    BlobSignature("RAR", "rar", [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07]),
    BlobSignature(
      "LZFSE", "lzfse", "bvx",
      if: { blob in
        blob.integer(3, 1).map { [0x2D, 0x31, 0x32, 0x6E].contains($0) } == true && blob.count > 12
      }),
    BlobSignature("snappy", "sz", [0xFF, 0x06, 0, 0, 0x73, 0x4E, 0x61, 0x50, 0x70, 0x59]),
  ]

  /// Recognises zlib data: two bytes that check each other, then a block of a valid kind.
  static func zlib(_ blob: BlobStart) -> ValueKind? {
    guard let header = blob.integer(0, 2), header >> 8 & 0x0F == 8, header >> 12 <= 7, header % 31 == 0,
      header & 0x20 == 0, let block = blob.integer(2, 1), block >> 1 & 3 != 3, blob.count >= 8
    else { return nil }
    if block >> 1 & 3 == 0 {
      // A stored block has its length twice.
      guard let length = blob.integer(3, 2), let inverse = blob.integer(5, 2), length ^ inverse == 0xFFFF else {
        return nil
      }
    }
    return ValueKind("zlib", "zlib")
  }
}
