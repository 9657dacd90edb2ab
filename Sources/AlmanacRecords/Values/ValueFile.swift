// Writes a value of a record to a file of its own.
public import Databases

/// A file with one value: the bytes of a text or a blob, or the digits of a number.
public enum ValueFile {
  /// Creates a file at `path` with a value. Returns the number of bytes. If it throws, no file was created; an existing
  /// file is left alone.
  public static func write(_ value: ExactValue, to path: String) throws -> Int {
    switch value {
    case .null: throw NewFile.Failure(description: "NULL has no bytes to write.")
    case .integer(let number): return try write(Array(String(number).utf8), to: path)
    case .real(let number): return try write(Array(String(number).utf8), to: path)
    case .text(let bytes), .utf16(let bytes, _), .blob(let bytes): return try write(bytes, to: path)
    }
  }

  /// The number of bytes written at a time.
  private static let partLength = 1 << 20

  private static func write(_ bytes: [UInt8], to path: String) throws -> Int {
    try write(bytes.count, to: path) { Array(bytes[$0]) }
  }

  /// Creates a file of `count` bytes, which `part` returns in parts.
  static func write(_ count: Int, to path: String, part: (Range<Int>) throws -> [UInt8]) throws -> Int {
    let file = try NewFile(path)
    do {
      for start in stride(from: 0, to: count, by: partLength) {
        try file.write(try part(start..<min(count, start + partLength)))
      }
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
    return count
  }
}
