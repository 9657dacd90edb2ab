// The header of the log's index (`-shm`): what is committed.

/// What the log's index says of the log. SQLite writes it in the machine's byte order.
struct LogIndex: Equatable {
  /// The bytes that both copies of the header have.
  static let headerSize = 48
  /// Both copies, and what follows on checkpoints.
  static let size = 136

  /// The header as it stands there.
  let header: Header
  /// How many commits there have been; it goes from the largest number to 0.
  let changeCounter: UInt32
  /// 0 where the log is still empty.
  let pageSize: Int
  /// The last frame of the last commit.
  let frameCount: UInt32
  /// The size of the database after the last commit, in pages. 0 where the log is still empty.
  let pageCount: UInt32
  /// Two numbers that change with each restart of the log.
  let salts: UInt64
  /// How many frames a checkpoint has written into the database file for sure, and how many it may have begun to write.
  let backfilled: UInt32
  let attempted: UInt32

  /// The bytes of the header, compared whole.
  typealias Header = SIMD8<UInt64>

  /// Reads the index, again where it is being written. `nil` where there is none, or a writer died while it wrote it.
  init?(_ files: any PageFiles) {
    for _ in 0..<100 {
      guard let first = Self.read(files) else { return nil }
      // The header has two copies; what follows them has not, so it is read twice.
      guard first.isWhole, let second = Self.read(files), first == second else { continue }
      self.init(first)
      return
    }
    return nil
  }

  /// The header as it stands there now, whole or not.
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

    /// Whether both copies are the same, and are filled in.
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
