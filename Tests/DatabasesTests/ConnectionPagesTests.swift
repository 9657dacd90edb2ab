// Reading the pages of a database through a connection.
import TestSupport
import Testing

@testable import Databases

@Suite struct ConnectionPagesTests {
  @Test("HIS-12: pages are no longer read when the read is cancelled, so that a comparison of long files ends soon")
  func cancelled() async throws {
    try await withWatchedFile("wal") { connection, _, _ in
      try await connection.read { db in
        let flag = CancellationFlag()
        let pages = ConnectionPages(handle: db.handle, cancellation: flag)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
        defer { buffer.deallocate() }
        #expect(pages.readDatabase(at: 0, into: buffer) == 16)
        flag.set()
        #expect(pages.readDatabase(at: 0, into: buffer) == nil)
      }
    }
  }
}
