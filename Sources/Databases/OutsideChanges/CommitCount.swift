// The number of commits to a file.

import WriteAheadLogs

/// SQLite's count of the commits to a file. The log's count and the file's own count are unrelated.
struct CommitCount: Equatable {
  var isOfLog: Bool
  var number: UInt32
}

extension CommitCount {
  /// Reads the count; nil if it can't be read.
  ///
  /// With a log the count is in the log's index, at byte 8 of each of two equal headers, in the machine's byte order.
  /// Otherwise it is in the file's header, at byte 24. No lock is needed: the two headers differ while a commit writes
  /// them.
  init?(_ files: some PageFiles) {
    let count = withUnsafeTemporaryAllocation(byteCount: 96, alignment: 8) { bytes -> CommitCount? in
      for _ in 0..<100 {
        guard files.readIndex(into: bytes) else { return Self.ofFile(files) }
        guard bytes[..<48].elementsEqual(bytes[48...]) else { continue }
        return CommitCount(isOfLog: true, number: bytes.load(fromByteOffset: 8, as: UInt32.self))
      }
      // A program has died while it wrote them: the next one to read or write makes them again.
      return nil
    }
    guard let count else { return nil }
    self = count
  }

  private static func ofFile(_ files: some PageFiles) -> CommitCount? {
    withUnsafeTemporaryAllocation(byteCount: 4, alignment: 4) { bytes in
      switch files.readDatabase(at: 24, into: bytes) {
      case 4: CommitCount(isOfLog: false, number: UInt32(bigEndian: bytes.load(as: UInt32.self)))
      // Nothing has been written yet.
      case 0: CommitCount(isOfLog: false, number: 0)
      default: nil
      }
    }
  }
}
