// The record in the person's state folder, as the screen reads it.
import AlmanacRecords
import Glibc

extension RecordedCommits {
  /// The record of a file; `nil` if there is none yet.
  static func file(of database: String) -> RecordedCommits? {
    guard let path = StateFolder(of: database)?.record, let head = try? ChangeRecord.head(of: database, .json),
      let file = RecordFile(path)
    else { return nil }
    guard file.begins(with: head) else {
      return RecordedCommits(number: 0, isKept: { false }) { _ in throw UnreadableRecord() }
    }
    guard let mark = try? ChangeRecord.lastMark(in: file.descriptor, file.size, .json) else { return nil }
    return RecordedCommits(number: mark.number, isKept: { RecordFile(path)?.isLocked ?? false }) { limit in
      guard let file = RecordFile(path) else { throw UnreadableRecord() }
      var text = file.end(limit)
      // The former one has what was before.
      let room = limit - text.utf8.count
      if file.size <= limit, let former = RecordFile(path + ".1"), former.begins(with: head) {
        text = former.end(room) + text
      }
      return text
    }
  }
}

/// The error that a record is none of the file in JSON.
private struct UnreadableRecord: Error, CustomStringConvertible {
  let description = "it is damaged, or has no JSON"
}

/// A record that is open for reading.
private final class RecordFile {
  let descriptor: Int32
  let size: Int

  /// `nil` if it can't be read.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      size = 0
      return nil
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether a program writes it.
  var isLocked: Bool { flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK }

  func begins(with head: String) -> Bool { bytes(from: 0, head.utf8.count) == Array(head.utf8) }

  /// The whole lines among the last bytes.
  func end(_ limit: Int) -> String {
    let start = max(0, size - max(0, limit))
    var bytes = bytes(from: start, size - start)[...]
    if start > 0 { bytes = bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
    if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { bytes = bytes[...last] } else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func bytes(from start: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(start + filled))
        guard read > 0 else { return }
        filled += read
      }
    }
  }
}
