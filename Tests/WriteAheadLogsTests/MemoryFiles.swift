// The files of a database in memory, with bytes that a test can change.

import Foundation
import TestSupport

@testable import WriteAheadLogs

/// Copies of the three files at one moment.
struct FileImage {
  var database: [UInt8]
  var log: [UInt8]
  var index: [UInt8]

  init(_ path: String) throws {
    func bytes(_ suffix: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path + suffix))) }
    (database, log, index) = (try bytes(""), try bytes("-wal"), Array(try bytes("-shm").prefix(LogIndex.size)))
  }
}

/// Files held as arrays.
final class MemoryFiles: PageFiles {
  var image: FileImage
  var isReadable = true
  /// The number of reads, and of the bytes that they returned.
  private(set) var reads = 0

  init(_ image: FileImage) { self.image = image }

  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    copy(image.database, offset, buffer)
  }

  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? { copy(image.log, offset, buffer) }

  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard !image.index.isEmpty else { return false }
    return copy(image.index, 0, buffer) == buffer.count
  }

  var databaseSize: Int? { image.database.count }

  private func copy(_ bytes: [UInt8], _ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    reads += 1
    guard isReadable else { return nil }
    guard offset >= 0, offset < bytes.count else { return 0 }
    let part = bytes[offset..<min(bytes.count, offset + buffer.count)]
    buffer.copyBytes(from: part)
    return part.count
  }
}
