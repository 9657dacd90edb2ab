// Pages copied into a database file without SQLite.

import Foundation

/// The content of a file after some SQL, for copying into the file as programs do that keep a copy current by its
/// pages: without a lock, only the differing pages, and with the file's old count of commits.
///
/// Other processes read and write the file: this process would lose SQLite's locks.
public struct PageCopy: Sendable {
  private let path: String
  private let new: String
  private let pageSize: Int
  private let size: Int
  /// The differing pages, counted from 0.
  public let pages: [Int]

  /// Runs `sql` on a copy of the file, or on an empty file in its place.
  public init(_ sql: String, into path: String, isAnother: Bool = false) async throws {
    (self.path, new) = (path, path + ".new")
    let former = path + ".former"
    try await Self.run("rm -f '\(path).new'; cp '\(path)' '\(path).former'")
    if !isAnother { try await Self.run("cp '\(path)' '\(path).new'") }
    let shell = try SQLiteShell(new)
    try await shell.run("\(sql); PRAGMA wal_checkpoint(TRUNCATE)")
    try await shell.end()
    let old = try Data(contentsOf: URL(filePath: former))
    var bytes = try Data(contentsOf: URL(filePath: new))
    // The count of commits, in both of its places, and the journal mode stay as they were.
    for place in [18..<20, 24..<28, 92..<96] { bytes.replaceSubrange(place, with: old[place]) }
    try bytes.write(to: URL(filePath: new))
    let pageSize = Int(old[16]) << 8 | Int(old[17])
    (self.pageSize, size) = (pageSize, bytes.count)
    pages = (0..<bytes.count / pageSize).filter { page in
      let range = page * pageSize..<(page + 1) * pageSize
      return range.upperBound > old.count || bytes[range] != old[range]
    }
  }

  /// Writes all pages, or some.
  public func write(_ chosen: [Int]? = nil) async throws {
    var script = (chosen ?? pages).map {
      "dd if='\(new)' of='\(path)' bs=\(pageSize) skip=\($0) seek=\($0) count=1 conv=notrunc status=none"
    }
    if chosen == nil { script.append("truncate -s \(size) '\(path)'") }
    try await Self.run(script.joined(separator: " && "))
  }

  private static func run(_ script: String) async throws {
    try await offPool { try ChildProcess(["sh", "-c", script]).end() }.check()
  }
}
