// The SQLite files of a folder, known by their first bytes.
import Databases
import Glibc

/// The databases in a folder.
public struct DatabaseFolder: Sendable {
  /// A database in the folder.
  public struct Entry: Hashable, Sendable {
    /// Its name in the folder.
    public let name: String
    /// Its size in bytes.
    public let byteCount: Int
    /// When it was changed last, in seconds since 1970.
    public let changed: Double
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  /// The usual ends of the names of databases.
  private static let endings = [".db", ".db3", ".sqlite", ".sqlite3"]

  /// The databases of a folder, by name, without those of its folders. Throws a `SystemCallError` if it can't be read.
  /// A database of a program that encrypts it has other first bytes, and is not found.
  public static func entries(in folder: String) async throws -> [Entry] {
    try await FileReading.under(folder) { reading in Result { try entries(in: folder, reading) } }.get()
  }

  private static func entries(in folder: String, _ reading: FileReading) throws -> [Entry] {
    guard try FileCalls.status(folder).st_mode & S_IFMT == S_IFDIR else { return [] }
    try FileCalls.access(folder, R_OK | X_OK)
    return names(in: folder).sorted().compactMap { name in
      let path = folder + "/" + name
      guard isDatabase(path, reading), let status = try? FileCalls.status(path) else { return nil }
      let changed = Double(status.st_mtim.tv_sec)
      // What a log has is not in the file yet.
      let log = (try? FileCalls.statusIfThere(path + "-wal")).flatMap { $0 }.map { Double($0.st_mtim.tv_sec) }
      return Entry(name: name, byteCount: Int(status.st_size), changed: max(changed, log ?? changed))
    }
  }

  /// The names in a folder; empty if it can't be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Whether a folder is at a path.
  public static func isFolder(_ path: String) -> Bool {
    (try? FileCalls.status(path)).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether a file begins like a database. If it can't be read without an effect on SQLite's locks, its name decides.
  static func isDatabase(_ path: String, _ reading: FileReading) -> Bool {
    guard let status = try? FileCalls.status(path), status.st_mode & S_IFMT == S_IFREG else { return false }
    guard reading.mayOpen else { return endings.contains(where: path.hasSuffix) }
    guard status.st_size >= magic.count, let file = try? FileCalls.openForReading(path, waits: false) else {
      return false
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    let count = bytes.withUnsafeMutableBytes { (try? FileCalls.read(file, of: path, into: $0)) ?? 0 }
    return count == magic.count && bytes == magic
  }
}
