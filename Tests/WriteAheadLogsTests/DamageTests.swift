// CHG-08: files with damaged bytes.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct DamageTests {
  /// Two states of a database, and the size of its pages.
  private struct Case {
    var before: FileImage
    var after: FileImage
    var pageSize: Int
    var firstFrame: Int
  }

  /// A random database, before and after some transactions. The log holds a part of the pages.
  private func makeCase(_ random: inout SeededGenerator, _ folder: URL) throws -> Case {
    let path = folder.appending(path: "\(random.next()).db").path
    let connection = try Connection(path)
    let pageSize = random.pick([512, 1024])
    try connection.run(
      """
      PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = \(random.below(3)); PRAGMA journal_mode = wal;
      PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0;
      """)
    let writer = try RandomWriter(connection, SeededGenerator(seed: random.next()))
    if random.chance(70) { try connection.rows("PRAGMA wal_checkpoint(PASSIVE)") }
    for _ in 0..<3 { try writer.act() }
    let before = try FileImage(path)
    for _ in 0..<4 { try writer.act() }
    let after = try FileImage(path)
    let files = MemoryFiles(before)
    return Case(
      before: before, after: after, pageSize: pageSize, firstFrame: Int(try #require(LogIndex(files)).frameCount))
  }

  /// Damages one random part of a file.
  private func damage(_ image: inout FileImage, _ pageSize: Int, _ first: Int, _ random: inout SeededGenerator) {
    let frameSize = pageSize + LogFrames.headerSize
    let frames = image.log.count / frameSize
    let pages = image.database.count / pageSize
    // The start of a page, in the log or in the file.
    let inLog = frames > 0 && random.chance(70)
    let start =
      inLog
      ? 32 + (random.chance(70) ? min(first, frames - 1) + random.below(frames - first) : random.below(frames))
        * frameSize + LogFrames.headerSize
      : random.below(pages) * pageSize
    func set(_ offset: Int, _ bytes: [UInt8]) {
      for (place, byte) in bytes.enumerated() {
        if inLog, image.log.indices.contains(start + offset + place) { image.log[start + offset + place] = byte }
        if !inLog, image.database.indices.contains(start + offset + place) {
          image.database[start + offset + place] = byte
        }
      }
    }
    let number = withUnsafeBytes(of: UInt32(random.below(pages + 3)).bigEndian) { Array($0) }
    switch random.below(12) {
    case 0, 1: for _ in 0..<random.pick([1, 1, 10, 100]) { set(random.below(pageSize), random.bytes(1)) }
    case 2: set(3, [0xff, 0xff])
    case 3: set(0, [random.pick([2, 5, 10, 13])])
    case 4: set(8, number)
    case 5: set(8 + 2 * random.below(10), random.bytes(2))
    case 6: set(pageSize - 4 * (1 + random.below(pageSize / 4)), number)
    case 7: set(0, number)
    case 8: set(0, random.bytes(pageSize))
    case 9:
      // A page number or a size in the header of a frame.
      if inLog { set(-LogFrames.headerSize + random.pick([0, 4]), random.chance(50) ? number : random.bytes(4)) }
    case 10:
      if random.chance(50) {
        image.log.removeLast(random.below(image.log.count))
      } else {
        image.database.removeLast(random.below(image.database.count))
      }
    default:
      let field = random.pick([8, 14, 16, 20, 32, 96, 128])
      let bytes = random.chance(50) ? random.bytes(4) : number
      for (place, byte) in bytes.enumerated() {
        image.index[field + place] = byte
        if field < 48 { image.index[48 + field + place] = byte }
      }
    }
  }

  /// A database with one change in the log, followed in memory.
  private func followed(
    _ folder: URL, _ setUp: String, _ change: String
  ) throws -> (feed: RowFeed, files: MemoryFiles, after: FileImage) {
    let path = folder.appending(path: "d.db").path
    let connection = try Connection(path)
    try connection.run(
      "PRAGMA page_size = 1024; PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0; \(setUp)")
    try connection.rows("PRAGMA wal_checkpoint(PASSIVE)")
    let files = MemoryFiles(try FileImage(path))
    try connection.run(change)
    let feed = RowFeed(files: files, transactions: IdleTransactions())
    try feed.begin()
    return (feed, files, try FileImage(path))
  }

  static let damaged = ["unknown: the file is damaged, or another one was copied over it"]

  @Test("CHG-08: a tree whose page is its own child, and one with more cells than a page has room for")
  func impossibleTrees() async throws {
    try await withFolder { folder in
      let (feed, files, after) = try followed(
        folder, "CREATE TABLE t(a)",
        """
        WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO t SELECT zeroblob(100) FROM n
        """)
      // The table's root is page 2: here, an interior page in the log.
      let frames = (after.log.count - 32) / 1048
      let root = try #require(
        (0..<frames).map { 32 + $0 * 1048 }.last { after.log[$0..<$0 + 4].elementsEqual([0, 0, 0, 2]) })
      #expect(after.log[root + 24] == 5)
      files.image = after
      files.image.log.replaceSubrange(root + 24 + 8..<root + 24 + 12, with: [0, 0, 0, 2])
      #expect(feed.look().flatMap(\.lines) == Self.damaged)
      files.image.log.replaceSubrange(root + 24 + 3..<root + 24 + 5, with: [255, 255])
      let other = RowFeed(files: files, transactions: IdleTransactions())
      #expect(throws: UnknownReason.damaged) { try other.begin() }
      #expect(other.mode == .none(.damaged))
      // After a repair, it is followed again.
      files.image = after
      files.image.index[8] &+= 1
      files.image.index[56] &+= 1
      #expect(other.look().flatMap(\.lines) == Self.damaged)
      #expect(other.mode == .log)
    }
  }

  @Test("CHG-08: an overflow chain that goes in a circle ends")
  func circularChain() async throws {
    try await withFolder { folder in
      let (feed, files, after) = try followed(
        folder, "CREATE TABLE t(a)", "INSERT INTO t VALUES (zeroblob(1000000))")
      files.image = after
      // The tenth page of the chain points to the ninth.
      let frames = (after.log.count - 32) / 1048
      for frame in 0..<frames {
        let start = 32 + frame * 1048
        guard after.log[start..<start + 4].elementsEqual([0, 0, 0, 12]) else { continue }
        files.image.log.replaceSubrange(start + 24..<start + 28, with: [0, 0, 0, 11])
      }
      let reads = files.reads
      #expect(feed.look().flatMap(\.lines) == Self.damaged)
      #expect(files.reads - reads < 400)
    }
  }

  /// Deletes all rows of a table, so that a look must read its old leaves, after some bytes of the second leaf were
  /// changed. Returns the lines of the look.
  private func deletedRows(_ folder: URL, _ definition: String, _ offset: Int, _ bytes: [UInt8]) throws -> [String] {
    let path = folder.appending(path: "\(UUID().uuidString).db").path
    let connection = try Connection(path)
    try connection.run(
      """
      PRAGMA page_size = 1024; PRAGMA journal_mode = wal; CREATE TABLE t(\(definition);
      WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO t SELECT i, zeroblob(20) FROM n;
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    let files = MemoryFiles(try FileImage(path))
    let feed = RowFeed(files: files, transactions: IdleTransactions())
    try feed.begin()
    try connection.run("DELETE FROM t")
    var after = try FileImage(path)
    // The leaves are one after the other, after the root page.
    let leaf = 3 * 1024
    #expect([10, 13].contains(after.database[leaf]))
    for (place, byte) in bytes.enumerated() { after.database[leaf + offset + place] = byte }
    files.image = after
    return feed.look().flatMap(\.lines)
  }

  @Test(
    "CHG-08: a leaf of another kind than its tree, and rows out of order, are damage",
    arguments: ["id INTEGER PRIMARY KEY, a)", "id INTEGER PRIMARY KEY, a) WITHOUT ROWID"])
  func wrongLeaves(definition: String) async throws {
    try await withFolder { folder in
      let isKeyed = definition.hasSuffix("ROWID")
      #expect(try deletedRows(folder, definition, 0, []).count == 300)
      #expect(try deletedRows(folder, definition, 0, [isKeyed ? 13 : 10]) == Self.damaged)
      guard !isKeyed else { return }
      // Both first cells are the same.
      let cells = try deletedRows(folder, definition, 8, [0, 0])
      #expect(cells == Self.damaged)
    }
  }

  @Test("CHG-08: the two copies of the index's header must be the same, and say that they are filled in")
  func tornIndex() async throws {
    try await withFolder { folder in
      let (feed, files, after) = try followed(folder, "CREATE TABLE t(a)", "INSERT INTO t VALUES (1)")
      files.image = after
      #expect(LogIndex(files) != nil)
      files.image.index[16] ^= 1
      #expect(LogIndex(files) == nil)
      files.image.index[64] ^= 1
      #expect(LogIndex(files) != nil)
      files.image.index[12] = 0
      files.image.index[60] = 0
      #expect(LogIndex(files) == nil)
      withExtendedLifetime(feed) {}
    }
  }

  /// A feed of a file whose log is not open.
  private func withoutIndex(_ folder: URL) throws -> (RowFeed, MemoryFiles) {
    let path = folder.appending(path: "closed.db").path
    let connection = try Connection(path)
    try connection.run("PRAGMA journal_mode = wal; CREATE TABLE t(a)")
    var image = try FileImage(path)
    image.index = []
    let files = MemoryFiles(image)
    return (RowFeed(files: files, transactions: Readers(path)), files)
  }

  @Test("CHG-08: while the file's header can't be read there may be news, even if it never could be")
  func unreadableHeader() async throws {
    try await withFolder { folder in
      let (feed, files) = try withoutIndex(folder)
      files.isReadable = false
      #expect(throws: UnknownReason.unreadable) { try feed.begin() }
      #expect(feed.hasNews)
      files.isReadable = true
      #expect(feed.look().map(\.lines) == [["unknown: \(UnknownReason.unreadable)"]])
      #expect(!feed.hasNews)
    }
  }

  @Test("CHG-08: a file that was overwritten within a look is looked at once more: the next transaction finds it out")
  func overwrittenWithinLook() async throws {
    try await withFolder { folder in
      let (feed, files) = try withoutIndex(folder)
      try feed.begin()
      #expect(!feed.hasNews)
      files.image.database = Array(repeating: 0x78, count: files.image.database.count)
      #expect(feed.look().map(\.lines) == [["unknown: \(UnknownReason.damaged)"]])
      #expect(feed.hasNews)
    }
  }

  @Test("CHG-08: random damage gives unknown or rows, and neither a trap nor an endless search", arguments: 1...20)
  func randomDamage(seed: Int) async throws {
    try await withFolder { folder in
      var random = SeededGenerator(seed: UInt64(seed))
      let environment = ProcessInfo.processInfo.environment["CHANGES_LOOKS"].flatMap(Int.init)
      for _ in 0..<3 {
        let made = try makeCase(&random, folder)
        for _ in 0..<(environment.map { $0 / 20 } ?? 20) {
          let files = MemoryFiles(made.before)
          if random.chance(15) { damage(&files.image, made.pageSize, 0, &random) }
          let feed = RowFeed(
            files: files, transactions: IdleTransactions(), configuration: .init(valueLimit: 1 << 20))
          try? feed.begin()
          files.image = made.after
          for _ in 0..<random.pick([1, 1, 3]) { damage(&files.image, made.pageSize, made.firstFrame, &random) }
          _ = feed.look()
          // Whatever state the feed has now, the next look must work too.
          files.image = made.after
          files.image.index[8] &+= 1
          files.image.index[56] &+= 1
          _ = feed.look()
          #expect(files.reads < 100_000, "seed \(seed)")
        }
      }
    }
  }
}
