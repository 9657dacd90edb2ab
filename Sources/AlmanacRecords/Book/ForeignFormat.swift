// Identifies a file that SQLite does not accept as a database.
import Databases

/// Identifies a file from its first bytes, if this SQLite can't read it as a database.
enum ForeignFormat {
  /// The kind of file and a remedy, as the rest of a sentence that begins with the file.
  static func predicate(path: String) -> String {
    guard let bytes = try? FileCalls.beginning(path, count: 1024), !bytes.isEmpty else { return "is not a database" }
    if let packed = packed.first(where: { bytes.starts(with: $0.magic) }) {
      return "is not a database but \(packed.name): unpack it with \(packed.command) and open the unpacked file"
    }
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      let (writing, reading) = (bytes[safe: 18], bytes[safe: 19])
      if writing > 2 || reading > 2 {
        return "is a database in a newer format (\(max(writing, reading))) than this SQLite reads (2): "
          + "open it with the program that wrote it"
      }
      return "begins like a database, but its first page is damaged: restore it from a copy"
    }
    if bytes.starts(with: "** This file contains an SQLite 2".utf8) {
      return "is a database of SQLite 2, which SQLite 3 does not read: the program sqlite can write its .dump"
    }
    if isText(bytes) {
      let text = String(decoding: bytes, as: UTF8.self).uppercased()
      let isDump = ["PRAGMA ", "BEGIN TRANSACTION", "CREATE TABLE"].contains(where: text.contains)
      return isDump
        ? "is not a database but SQL: sqlite3 new.db < FILE makes a database of it" : "is not a database"
    }
    return "is not a database, or it is encrypted: then only a program that has its key can open it"
  }

  private static let packed: [(magic: [UInt8], name: String, command: String)] = [
    ([0x1F, 0x8B], "a gzip file", "gunzip"), ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive", "unzip"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file", "unxz"), (Array("BZh".utf8), "a bzip2 file", "bunzip2"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a zstd file", "unzstd"), ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive", "7z x"),
    ([0x04, 0x22, 0x4D, 0x18], "an lz4 file", "unlz4"), ([0x5D, 0x00, 0x00], "an lzma file", "unlzma"),
  ]

  /// Whether the bytes are UTF-8 without control characters.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    guard bytes.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else { return false }
    // The last character may be incomplete.
    return (0..<4).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }
}

extension [UInt8] {
  fileprivate subscript(safe index: Int) -> UInt8 { index < count ? self[index] : 0 }
}
