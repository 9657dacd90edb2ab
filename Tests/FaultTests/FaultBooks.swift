// The books for the fault runs.
import AlmanacRecords
import Databases
import Foundation
import TestSupport

/// Books with the same content.
struct FaultBooks: Sendable {
  /// The journal's mode; "new" if there is no book yet.
  let journal: String
  private let folder: String
  private let counter = Counter()

  private final class Counter: @unchecked Sendable {
    /// Needs no lock: runs come one after the other.
    var count = 0
  }

  private var template: String { "\(folder)/template-\(journal).db" }

  init(journal: String, folder: String) async throws {
    (self.journal, self.folder) = (journal, folder)
    guard journal != "new" else { return }
    var options = Book.Options()
    options.creates = true
    options.beginning = .empty
    options.watchesOtherProcesses = false
    try await Book.open(path: template, options).close()
    try RawConnection.run(
      """
      INSERT INTO facts(id, body, createdAt) VALUES
        (1, 'Honey never spoils.', '2026-01-26 12:00:00.000'),
        (2, 'A group of cats is called a clowder.', '2026-01-31 09:00:00.000'),
        (3, 'An octopus has three hearts.', '2026-01-31 11:55:00.000');
      INSERT INTO users(id, name, email, active, createdAt) VALUES
        (1, 'Ada Byron', 'ada@example.org', 1, '2026-01-29 12:00:00.000'),
        (2, 'alan mathison', 'alan@example.com', 1, '2026-01-28 12:00:00.000');
      PRAGMA journal_mode=\(journal);
      """, on: template)
  }

  /// Calls `body` with a fresh book, and with the beginnings of the paths of all its files.
  func withBook<Result>(_ body: (_ path: String, _ beginnings: [String]) async throws -> Result) async throws -> Result
  {
    counter.count += 1
    let own = "\(folder)/\(journal)-\(counter.count)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    let path = own + "/book.db"
    if journal != "new" { try FileManager.default.copyItem(atPath: template, toPath: path) }
    // `script` works on a copy.
    return try await body(path, [own, FileManager.default.temporaryDirectory.path + "/almanac."])
  }

  /// The files that belong to a book, with their sizes.
  func files(_ path: String) -> [String] {
    ["", "-wal", "-shm", "-journal"].compactMap { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return (attributes?[.size] as? Int).map { "book.db\(suffix) \($0)" }
    }
  }

  /// The content of a book for a program that starts after all others have ended: it finds the file and its log or
  /// journal.
  func content(_ path: String) throws -> BookContent {
    let copy = path + "-copy"
    for suffix in ["", "-wal", "-journal"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
      try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return try BookContent(path: copy)
  }
}
