// A followed database, and the feed's reports as text.

import Foundation
import TestSupport

@testable import WriteAheadLogs

/// A writer and a feed on one file.
final class Followed {
  let path: String
  let writer: Connection
  let files: OpenFiles
  let readers: Readers
  let feed: RowFeed

  /// Makes a database with `setUp` and begins the feed.
  init(
    _ folder: URL, journal: String = "wal", pageSize: Int = 1024, _ setUp: String = "",
    configuration: RowFeed.Configuration = .init()
  ) throws {
    path = folder.appending(path: "\(UUID().uuidString).db").path
    writer = try Connection(path)
    try writer.run(
      "PRAGMA page_size = \(pageSize); PRAGMA journal_mode = \(journal); PRAGMA synchronous = OFF; \(setUp)")
    files = OpenFiles(path)
    readers = Readers(path)
    feed = RowFeed(files: files, transactions: readers, configuration: configuration)
    try feed.begin()
  }

  /// Runs statements, each in its own commit, and looks.
  func changes(_ sql: String) throws -> [String] {
    try writer.run(sql)
    return look()
  }

  /// One line for each change set's head and each row.
  func look() -> [String] {
    defer { feed.settle() }
    return feed.look().flatMap(\.lines)
  }
}

extension ChangeSet {
  /// `+` inserted, `-` deleted, `~` updated; `schema` if it changed, and the number of commits if it is not one.
  var lines: [String] {
    var lines: [String] = []
    if commitCount != 1 { lines.append("\(commitCount) commits") }
    if schemaChanged, !isUnknown { lines.append("schema") }
    switch content {
    case .unknown(let reason): lines.append("unknown: \(reason)")
    case .rows(let tables):
      for table in tables where table.table != Self.schemaTable {
        lines += table.rows.map { "\(table.table) \($0.line)" }
      }
      if tables.isEmpty, !schemaChanged { lines.append("nothing") }
    }
    return lines
  }
}

extension RowChange {
  fileprivate var line: String {
    let id = rowID.map(String.init) ?? ""
    switch (old, new) {
    case (nil, let new?): return "+\(id) \(Self.text(new))"
    case (let old?, nil): return "-\(id) \(Self.text(old))"
    case (let old?, let new?): return "~\(id) \(Self.text(old)) -> \(Self.text(new))"
    default: return "neither old nor new"
    }
  }

  private static func text(_ values: [RecordValue]) -> String {
    "(" + values.map(\.shortText).joined(separator: ", ") + ")"
  }
}

extension RecordValue {
  /// The value as in SQL; for a long value its length.
  fileprivate var shortText: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let bytes): bytes.count > 40 ? "\(bytes.count) bytes" : "'\(String(decoding: bytes, as: UTF8.self))'"
    case .blob(let bytes): bytes.count > 8 ? "\(bytes.count) bytes" : "x\(bytes)"
    }
  }
}
