import Foundation
import Glibc
import TestSupport
import Testing
import WriteAheadLogs

/// The files, through descriptors that stay open.
private final class Descriptors: PageFiles {
  private let database: Int32
  private let log: Int32
  private let index: Int32

  init(_ path: String) {
    (database, log, index) = (open(path, O_RDONLY), open(path + "-wal", O_RDONLY), open(path + "-shm", O_RDONLY))
  }

  deinit { for descriptor in [database, log, index] { close(descriptor) } }

  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    pread(database, buffer.baseAddress, buffer.count, off_t(offset))
  }

  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    pread(log, buffer.baseAddress, buffer.count, off_t(offset))
  }

  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    pread(index, buffer.baseAddress, buffer.count, 0) == buffer.count
  }

  var databaseSize: Int? { Int(lseek(database, 0, SEEK_END)) }
}

/// Each transaction on a connection of its own.
private final class Transactions: ReadTransactions {
  private let path: String
  private var held: [RawConnection] = []
  let isCheckpointWaiting = false

  init(_ path: String) { self.path = path }

  func begin() throws {
    let connection = try RawConnection(path)
    try connection.run("BEGIN; SELECT count(*) FROM sqlite_schema")
    held.append(connection)
  }

  func endFormer() { if held.count > 1 { held.removeFirst() } }
  func endAll() { held = [] }
}

@Test func writeAheadLogs() async throws {
  try await withFolder { folder in
    let path = folder.appending(path: "facts.db").path
    let writer = try RawConnection(path)
    try writer.run("PRAGMA journal_mode = wal; CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT)")
    let (files, transactions) = (Descriptors(path), Transactions(path))

    let feed = RowFeed(files: files, transactions: transactions)
    try feed.begin()
    try writer.run("INSERT INTO facts(body) VALUES ('Honey keeps.')")
    let sets = feed.look()
    for set in sets {
      guard case .rows(let tables) = set.content else { continue }
      for table in tables { for row in table.rows { print(table.table, row.old ?? [], row.new ?? []) } }
    }
    feed.settle()

    let row = RowChange(rowID: 1, old: nil, new: [.null, .text(Array("Honey keeps.".utf8))])
    guard case .rows(let tables)? = sets.first?.content, sets.count == 1 else { return #expect(sets.isEmpty) }
    #expect(tables.map(\.table) == ["facts"] && tables.map(\.rows) == [[row]])
  }
}
