// Documents, databases, fonts, and serialised objects of programming languages.

enum DocumentKinds {
  static let signatures: [BlobSignature] = [
    BlobSignature("PDF", "pdf", "%PDF-"), BlobSignature("SQLite", "db", "SQLite format 3\0"),
    BlobSignature("binary plist", "plist", "bplist", if: { $0.has("0", at: 6) }, detail: plistSize),
    BlobSignature("typedstream", "bin", [0x04, 0x0B], if: { $0.has("streamtyped", at: 2) }),
    BlobSignature("WOFF2", "woff2", "wOF2", if: isFont), BlobSignature("WOFF", "woff", "wOFF", if: isFont),
    BlobSignature("OpenType", "otf", "OTTO", if: { $0.integer(4, 1) == 0 }),
    BlobSignature("NumPy", "npy", [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]),
    BlobSignature("Java object", "ser", [0xAC, 0xED, 0, 0x05]),
    BlobSignature("WebAssembly", "wasm", [0, 0x61, 0x73, 0x6D]),
    BlobSignature("OLE", "ole", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
  ]

  /// Whether the packed font has a valid kind.
  @Sendable private static func isFont(_ blob: BlobStart) -> Bool {
    blob.has([0, 1, 0, 0], at: 4) || blob.has("OTTO", at: 4) || blob.has("true", at: 4) || blob.has("ttcf", at: 4)
  }

  /// The number of objects in a plist, from its last bytes.
  @Sendable private static func plistSize(_ blob: BlobStart) -> String? {
    guard blob.isWhole, blob.count >= 40, let count = blob.integer(blob.count - 23, 7), count > 0, count < blob.count
    else { return nil }
    return "\(count) \(count == 1 ? "object" : "objects")"
  }
}
