// CHG-08: files whose bytes are not what they should be.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct DamageTests {
  /// Two states of a database, and the frame size of its log.
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

  /// Changes one thing that a file should not have changed.
  private func damage(_ image: inout FileImage, _ pageSize: Int, _ first: Int, _ random: inout SeededGenerator) {
    let frameSize = pageSize + LogFrames.headerSize
    let frames = image.log.count / frameSize
    let pages = image.database.count / pageSize
    // Where a page begins, in the log or in the file.
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
      // A page number or a size in the head of a frame.
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
          // And on: whatever the feed has made of it must serve for the next look too.
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
