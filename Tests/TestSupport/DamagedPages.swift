// A database with exchanged or overwritten pages.
import Foundation

/// Writes the last leaf of a table, with its greatest IDs, over the leaf before it, so that its rows are there twice.
/// The log, if there is one, is checkpointed first.
public func copyLastLeaf(of table: String, in path: String) throws {
  let pages = try DamagedPages(table, path)
  try pages.write(try pages.leaf(0), over: 1)
}

/// Exchanges two leaves of a table, counted from the last. The log, if there is one, is checkpointed first.
public func exchangeLeaves(_ first: Int, _ second: Int, of table: String, in path: String) throws {
  let pages = try DamagedPages(table, path)
  let leaves = (try pages.leaf(first), try pages.leaf(second))
  try pages.write(leaves.0, over: second)
  try pages.write(leaves.1, over: first)
}

/// The leaves of a table in a file that no one writes meanwhile.
private struct DamagedPages {
  let file: FileHandle
  /// The offsets of the leaves, the last first.
  let offsets: [UInt64]
  let size = 4096

  init(_ table: String, _ path: String) throws {
    let connection = try RawConnection(path)
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let pages = try connection.rows(
      "SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf' ORDER BY path DESC")
    offsets = pages.compactMap(UInt64.init).map { ($0 - 1) * 4096 }
    file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
  }

  func leaf(_ index: Int) throws -> Data {
    guard offsets.indices.contains(index) else { throw Trouble("There are \(offsets.count) leaves.") }
    try file.seek(toOffset: offsets[index])
    guard let leaf = try file.read(upToCount: size), leaf.count == size else { throw Trouble("The file is cut.") }
    return leaf
  }

  func write(_ leaf: Data, over index: Int) throws {
    guard offsets.indices.contains(index) else { throw Trouble("There are \(offsets.count) leaves.") }
    try file.seek(toOffset: offsets[index])
    try file.write(contentsOf: leaf)
  }
}
