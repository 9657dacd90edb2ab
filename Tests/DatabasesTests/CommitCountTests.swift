// The count of commits to a file, read without a lock.

import Testing
import WriteAheadLogs

@testable import Databases

@Suite struct CommitCountTests {
  /// The files of a database whose log's index is being written: for `tornReads` reads its two headers differ.
  private final class WrittenFiles: PageFiles {
    private var tornReads: Int
    let databaseSize: Int? = nil

    init(tornReads: Int) { self.tornReads = tornReads }

    func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? { nil }

    func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? { nil }

    func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      for header in [0, 48] { buffer.storeBytes(of: 255, toByteOffset: header + 8, as: UInt32.self) }
      // Only half of the bytes of 256.
      if tornReads > 0 { buffer.storeBytes(of: 511, toByteOffset: 8, as: UInt32.self) }
      tornReads -= 1
      return true
    }
  }

  @Test("a count is read again while a commit writes it, and not known where the program has died with it")
  func tornCount() {
    for (reads, number) in [(0, 255), (3, 255), (Int.max, nil)] as [(Int, UInt32?)] {
      #expect(CommitCount(WrittenFiles(tornReads: reads))?.number == number)
    }
  }
}
