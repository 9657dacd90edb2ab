// The header of the log's index (`-shm`), which tells which frames are committed.

/// The log's index. SQLite writes it in the machine's byte order.
struct LogIndex: Equatable {
  /// The size of each of the header's two copies.
  static let headerSize = 48
  /// The size of both copies and the checkpoint data after them.
  static let size = 136

  /// The header's bytes.
  let header: Header
  /// The number of commits; it wraps around to 0.
  let changeCounter: UInt32
  /// The page size; 0 if the log is still empty.
  let pageSize: Int
  /// The last frame of the last commit.
  let frameCount: UInt32
  /// The size of the database after the last commit, in pages; 0 if the log is still empty.
  let pageCount: UInt32
  /// Two numbers that change with each restart of the log.
  let salts: UInt64
  /// The number of frames that a checkpoint has certainly written into the database file, and the number that it may
  /// have begun to write.
  let backfilled: UInt32
  let attempted: UInt32

  /// The bytes of the header, compared as a whole.
  typealias Header = SIMD8<UInt64>

  /// Reads the index, again if it is being written. Nil if there is none, or a writer has died while writing it.
  init?(_ files: any PageFiles) {
    for _ in 0..<100 {
      guard let first = Self.read(files) else { return nil }
      // The header has two copies; the data after it has only one, so it is read twice.
      guard first.isWhole, let second = Self.read(files), first == second else { continue }
      self.init(first)
      return
    }
    return nil
  }

  /// The current header, complete or not.
  static func header(_ files: any PageFiles) -> Header? {
    var header = Header.zero
    let isThere = withUnsafeMutableBytes(of: &header) { bytes in
      files.readIndex(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<headerSize]))
    }
    return isThere ? header : nil
  }

  private struct Bytes: Equatable {
    var bytes = (SIMD64<UInt8>.zero, SIMD64<UInt8>.zero, SIMD8<UInt8>.zero)

    static func == (left: Bytes, right: Bytes) -> Bool { left.bytes == right.bytes }

    func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
      withUnsafeBytes(of: bytes) { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }

    func header(at offset: Int) -> Header {
      var header = Header.zero
      for place in 0..<6 { header[place] = load(offset + 8 * place, as: UInt64.self) }
      return header
    }

    /// Whether both copies are equal and filled in.
    var isWhole: Bool { header(at: 0) == header(at: 48) && load(12, as: UInt8.self) == 1 }
  }

  private static func read(_ files: any PageFiles) -> Bytes? {
    var bytes = Bytes()
    let isThere = withUnsafeMutableBytes(of: &bytes.bytes) { buffer in
      files.readIndex(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    }
    return isThere ? bytes : nil
  }

  private init(_ bytes: Bytes) {
    header = bytes.header(at: 0)
    changeCounter = bytes.load(8, as: UInt32.self)
    let size = Int(bytes.load(14, as: UInt16.self))
    pageSize = size == 1 ? 65536 : size
    frameCount = bytes.load(16, as: UInt32.self)
    pageCount = bytes.load(20, as: UInt32.self)
    salts = bytes.load(32, as: UInt64.self)
    backfilled = bytes.load(96, as: UInt32.self)
    attempted = bytes.load(128, as: UInt32.self)
  }
}
