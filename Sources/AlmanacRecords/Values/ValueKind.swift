// What the bytes of a blob seem to be.

/// A kind of content, known by its first bytes.
public enum ValueKind: String, Hashable, Sendable {
  /// No bytes.
  case empty = "empty blob"
  /// A picture in PNG.
  case png = "PNG"
  /// A picture in JPEG.
  case jpeg = "JPEG"
  /// A picture in GIF.
  case gif = "GIF"
  /// A document in PDF.
  case pdf = "PDF"
  /// Data that gzip has compressed.
  case gzip = "gzip"
  /// A ZIP archive.
  case zip = "ZIP"
  /// A database.
  case sqlite = "SQLite"
  /// Bytes that are UTF-8.
  case text = "UTF-8 text"
  /// Other bytes.
  case unknown = "blob"

  /// The kind of the value that begins with these bytes, or is these bytes.
  public init(_ start: some Collection<UInt8>, isWhole: Bool) {
    let known: [(ValueKind, [UInt8])] = [
      (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (.jpeg, [0xFF, 0xD8, 0xFF]),
      (.gif, Array("GIF8".utf8)), (.pdf, Array("%PDF-".utf8)), (.gzip, [0x1F, 0x8B]), (.zip, [0x50, 0x4B, 0x03, 0x04]),
      (.sqlite, Array("SQLite format 3\0".utf8)),
    ]
    if start.isEmpty {
      self = .empty
    } else if let kind = known.first(where: { start.starts(with: $0.1) })?.0 {
      self = kind
    } else {
      self = Self.isText(start, isWhole: isWhole) ? .text : .unknown
    }
  }

  /// How the names of files that hold such a value end.
  public var fileExtension: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    case .gif: "gif"
    case .pdf: "pdf"
    case .gzip: "gz"
    case .zip: "zip"
    case .sqlite: "db"
    case .text: "txt"
    case .empty, .unknown: "bin"
    }
  }

  /// A number of bytes in words: `3 bytes`, `1.5 KB`, `50 MB`.
  static func size(_ count: Int) -> String {
    if count < 1024 { return "\(count) \(count == 1 ? "byte" : "bytes")" }
    var size = Double(count) / 1024
    var units = ["KB", "MB", "GB"][...]
    while size >= 1024, units.count > 1 {
      size /= 1024
      units = units.dropFirst()
    }
    let tenths = Int(size * 10)
    return (size < 10 && tenths % 10 > 0 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(size))") + " \(units.first!)"
  }

  /// Whether it is UTF-8 without control characters. A character may be cut at the end of what is not whole.
  private static func isText(_ start: some Collection<UInt8>, isWhole: Bool) -> Bool {
    if start.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F }) { return false }
    return (0...(isWhole ? 0 : min(3, start.count - 1))).contains { cut in
      String(validating: start.dropLast(cut), as: UTF8.self) != nil
    }
  }
}
