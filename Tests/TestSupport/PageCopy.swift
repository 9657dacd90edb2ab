// Pages copied into a database file past SQLite.

import Foundation

/// What a file would hold after some SQL, to be written into it as programs do that keep a copy current by its pages: without
/// a lock, by pages that differ, and with the count of commits that the file has.
///
/// Other processes read and write the file: this one would lose SQLite's locks.
public struct PageCopy: Sendable {
  private let path: String
  private let new: String
  private let pageSize: Int
  private let size: Int
  /// The pages that differ, from 0.
  public let pages: [Int]

  /// Runs `sql` on a copy of the file, or on an empty file that takes its place.
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
    // The count of commits, in both of its places, and the journal mode.
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
