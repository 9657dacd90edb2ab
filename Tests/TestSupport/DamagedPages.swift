// A database whose pages are not what they were.
import Foundation

/// Writes the last leaf of a table, with its greatest identities, over the leaf before: these come twice then. The log,
/// if there is one, is worked in first.
public func copyLastLeaf(of table: String, in path: String) throws {
  let connection = try RawConnection(path)
  try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  let leaves = try connection.rows(
    "SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf' ORDER BY path DESC LIMIT 2")
  let numbers = leaves.compactMap(UInt64.init)
  guard numbers.count == 2 else { throw Trouble("\(table) has no two leaves") }
  let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
  defer { try? file.close() }
  try file.seek(toOffset: (numbers[0] - 1) * 4096)
  guard let leaf = try file.read(upToCount: 4096) else { throw Trouble("\(path) ends too early") }
  try file.seek(toOffset: (numbers[1] - 1) * 4096)
  try file.write(contentsOf: leaf)
}
