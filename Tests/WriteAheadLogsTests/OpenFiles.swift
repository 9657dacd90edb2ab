// The files of a database, and read transactions on it, for the feed.

import Foundation
import Glibc
import TestSupport

@testable import WriteAheadLogs

/// The three files, by its own descriptors. They stay open as long as the process uses the database: closing one would
/// drop the locks of the connections.
final class OpenFiles: PageFiles {
  private let path: String
  private var descriptors: [String: Int32] = [:]
  /// The number of reads of the database file and of the log.
  private(set) var reads = 0
  /// Runs before the read with this number.
  var interruption: (read: Int, run: () -> Void)?

  init(_ path: String) { self.path = path }

  deinit { for descriptor in descriptors.values { close(descriptor) } }

  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    read("", offset, buffer)
  }

  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    read("-wal", offset, buffer)
  }

  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let descriptor = descriptor("-shm") else { return false }
    return pread(descriptor, buffer.baseAddress, buffer.count, 0) == buffer.count
  }

  var databaseSize: Int? {
    guard let descriptor = descriptor("") else { return nil }
    return Int(lseek(descriptor, 0, SEEK_END))
  }

  private func read(_ suffix: String, _ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let descriptor = descriptor(suffix) else { return nil }
    reads += 1
    if let interruption, interruption.read == reads {
      self.interruption = nil
      interruption.run()
    }
    let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    return count < 0 ? nil : count
  }

  /// The log and its index appear and disappear with the journal mode.
  private func descriptor(_ suffix: String) -> Int32? {
    if suffix != "", access(path + suffix, F_OK) != 0 { return nil }
    if let known = descriptors[suffix] { return known }
    let descriptor = open(path + suffix, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    descriptors[suffix] = descriptor
    return descriptor
  }
}

/// Read transactions on connections of their own.
final class Readers: ReadTransactions {
  private let path: String
  private var free: [Connection] = []
  private var held: [Connection] = []
  var isCheckpointWaiting = false
  /// Runs once, after all held transactions have ended.
  var whenAllHaveEnded: (() -> Void)?

  init(_ path: String) { self.path = path }

  /// The number of held transactions.
  var count: Int { held.count }

  func begin() throws {
    let connection = try free.popLast() ?? Connection(path, isReadOnly: true)
    do {
      try connection.run("BEGIN; SELECT count(*) FROM sqlite_schema")
    } catch {
      try? connection.run("ROLLBACK")
      free.append(connection)
      throw error
    }
    held.append(connection)
  }

  func endFormer() {
    guard held.count > 1 else { return }
    end(held.removeFirst())
  }

  func endAll() {
    while let connection = held.popLast() { end(connection) }
    let run = whenAllHaveEnded
    whenAllHaveEnded = nil
    run?()
  }

  private func end(_ connection: Connection) {
    try? connection.run("COMMIT")
    free.append(connection)
  }
}
