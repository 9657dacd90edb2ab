// Makes text from a database safe for a terminal.

/// Makes any text harmless and visible.
///
/// - Line feed, and the line and paragraph separators: `↵`. Tab: `→`. Any other C0 control, and DEL: its picture (`␛`
///   for ESC).
/// - C1 controls, unassigned characters, and invisible ones (directions, joiners outside an emoji, soft hyphens, tags):
///   `␦`.
/// - Invalid UTF-8: `�`, one for each sequence that could begin a character.
/// - A mark with nothing before it: on `◌`.
///
/// If the locale has no UTF-8, everything outside ASCII becomes the most similar ASCII character, or `?`.
public enum SafeText {
  /// `text` made harmless; reads only what fits in `columns`.
  public static func string(
    _ text: some StringProtocol, columns: Int = .max, isUnicode: Bool = true
  ) -> String {
    withBytes(of: text) { string($0, columns: columns, isUnicode: isUnicode) }
  }

  /// `bytes`, which should be UTF-8, made harmless; reads only what fits in `columns`.
  public static func string(
    bytes: some Collection<UInt8>, columns: Int = .max, isUnicode: Bool = true
  ) -> String {
    withBytes(of: bytes) { string($0, columns: columns, isUnicode: isUnicode) }
  }

  private static func string(
    _ bytes: UnsafeBufferPointer<UInt8>, columns: Int, isUnicode: Bool
  ) -> String {
    var reader = SafeClusterReader(bytes, isUnicode: isUnicode)
    var scalars = String.UnicodeScalarView()
    var used = 0
    while used < columns, let cluster = reader.next() {
      used += cluster.width
      if used > columns { break }
      scalars.append(Unicode.Scalar(cluster.base)!)
      for follower in reader.followers { scalars.append(Unicode.Scalar(follower)!) }
    }
    return String(scalars)
  }

  /// The replacement for a scalar that can't be shown itself.
  static func replacement(for value: UInt32) -> UInt32 {
    switch value {
    case 0x09: 0x2192
    case 0x0A, 0x2028, 0x2029: 0x21B5
    case 0x00...0x1F: 0x2400 + value
    case 0x7F: 0x2421
    default: 0x2426
    }
  }

  /// The most similar ASCII character for lines, bullets, bars and quotes; otherwise `?`.
  static func ascii(for value: UInt32) -> UInt32 {
    let sign: Unicode.Scalar =
      switch value {
      case 0xA0, 0x2002...0x200A: " "
      case 0x2010...0x2015, 0x2500, 0x2501, 0x2550, 0x25CB: "-"
      case 0x2018, 0x2019, 0x201B: "'"
      case 0x201C, 0x201D, 0x201F: "\""
      case 0xB7, 0x2026: "."
      case 0x2022, 0x25CF: "*"
      case 0x2248: "~"
      case 0x2190, 0x25C0, 0x2039: "<"
      case 0x2192, 0x258C, 0x25B6, 0x203A: ">"
      case 0x2191, 0x25B2: "^"
      case 0x2193, 0x25BC: "v"
      case 0x2502, 0x2503, 0x2551, 0x258F: "|"
      case 0x250C...0x254B, 0x2552...0x256C: "+"
      case 0x2580...0x2590: "#"
      default: "?"
      }
    return sign.value
  }

  /// Passes the UTF-8 of `text` to `body`, without a copy if it is contiguous.
  static func withBytes<Result>(
    of text: some StringProtocol, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = String(text)
    return copy.withUTF8(body)
  }

  /// Passes `bytes` to `body`, without a copy if they are contiguous.
  static func withBytes<Result>(
    of bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = bytes.withContiguousStorageIfAvailable(body) { return result }
    return Array(bytes).withUnsafeBufferPointer(body)
  }
}

/// The number of columns of `text` when written into a buffer; counting stops at `limit`.
public func displayWidth(_ text: some StringProtocol, limit: Int = .max, isUnicode: Bool = true) -> Int {
  SafeText.withBytes(of: text) { displayWidth($0, limit: limit, isUnicode: isUnicode) }
}

/// The number of columns of `bytes`, which should be UTF-8, when written into a buffer; counting stops at `limit`.
public func displayWidth(bytes: some Collection<UInt8>, limit: Int = .max, isUnicode: Bool = true) -> Int {
  SafeText.withBytes(of: bytes) { displayWidth($0, limit: limit, isUnicode: isUnicode) }
}

private func displayWidth(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int, isUnicode: Bool) -> Int {
  var reader = SafeClusterReader(bytes, isUnicode: isUnicode)
  var used = 0
  while used < limit {
    if reader.nextPlain() != nil {
      used += 1
    } else if let cluster = reader.next() {
      used += cluster.width
    } else {
      break
    }
  }
  return min(used, limit)
}
