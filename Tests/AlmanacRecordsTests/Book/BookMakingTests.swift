// A new book is complete, or does not exist.
import AlmanacRecords
import Databases
import Dispatch
import Foundation
import Locks
import TestSupport
import Testing

@Suite struct BookMakingTests {
  private static func options(_ beginning: Book.Options.Beginning = .samples) -> Book.Options {
    var options = Book.Options()
    options.creates = true
    options.beginning = beginning
    options.watchesOtherProcesses = false
    return options
  }

  /// Opens the book at `path`, made if it does not exist; returns its count of facts and its journal mode.
  private static func open(_ path: String, _ beginning: Book.Options.Beginning = .empty) async throws -> [SQLiteValue] {
    let connection = try await Book.open(path: path, options(beginning))
    let facts = try await connection.query("SELECT count(*) FROM facts").map { $0[0] }
    let mode = try await connection.query("PRAGMA journal_mode").map { $0[0] }
    await connection.close()
    return facts + mode
  }

  @Test func stoppedAnywhereItLeavesNothingOrAllOfIt() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      // Copies of the files before each statement: what a kill at that point leaves.
      let left = Lock<[URL]>([])
      var options = Self.options()
      options.trace = { _ in
        left.withLock { left in
          let copy = folder.appendingPathComponent("\(left.count)")
          try? FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
          for ending in ["", "-journal", "-wal"] {
            try? FileManager.default.copyItem(atPath: path + ending, toPath: copy.path + "/book.db" + ending)
          }
          left.append(copy)
        }
      }
      await (try Book.open(path: path, options)).close()
      let copies = left.withLock(\.self)
      #expect(copies.count > 20)
      var found: [Int] = []
      for copy in copies {
        let facts = try await Self.open(copy.path + "/book.db").first
        if case .integer(let count) = facts, count != found.last { found.append(count) }
      }
      #expect(found == [0, Samples.facts.count])
    }
  }

  @Test func whoComesMeanwhileWaitsForIt() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      let (begun, waiting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isBegun = Lock(false)
      var first = Self.options(.samples)
      first.trace = { sql in
        guard sql.contains("CREATE TABLE users"), !isBegun.withLock({ was in (was, was = true).0 }) else { return }
        begun.signal()
        waiting.wait()
      }
      var second = Self.options(.empty)
      second.patience = nil
      second.statusChanged = { if $0.waiting.contains(.write) { waiting.signal() } }
      let (making, coming) = (first, second)
      async let made = Book.open(path: path, making)
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          begun.wait()
          continuation.resume()
        }
      }
      await (try Book.open(path: path, coming)).close()
      await (try await made).close()
      #expect(try await Self.open(path) == [.integer(Samples.facts.count), .text("wal")])
    }
  }

  @Test func anotherProgramsTablesThatCameMeanwhileStayAlone() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      let other = Lock(try RawConnection(path))
      try other.withLock { try $0.run("BEGIN IMMEDIATE") }
      var options = Self.options()
      options.patience = nil
      options.statusChanged = { status in
        guard status.waiting.contains(.write) else { return }
        other.withLock { try? $0.run("CREATE TABLE IF NOT EXISTS notes(text); COMMIT") }
      }
      let coming = options
      await #expect(throws: BookError.foreign(path: path)) { try await Book.open(path: path, coming) }
      let tables = try RawConnection(path).rows("SELECT name FROM sqlite_schema")
      #expect(tables == ["notes"])
    }
  }
}
