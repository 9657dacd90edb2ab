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

  /// What the databases are: the file itself, by its device and number.
  struct Identity: Hashable, Sendable {
    let device: dev_t
    let number: ino_t

    /// `nil` if nothing is at the path.
    init?(_ path: String) {
      guard let status = try? FileCalls.status(path) else { return nil }
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  /// The databases of a folder, by name, without those of its folders. Throws a `SystemCallError` if it can't be read.
  /// A database of a program that encrypts it has other first bytes, and is not found.
  public static func entries(in folder: String) throws -> [Entry] {
    guard try FileCalls.status(folder).st_mode & S_IFMT == S_IFDIR else { return [] }
    try FileCalls.access(folder, R_OK | X_OK)
    let own = ownFiles()
    return names(in: folder).sorted().compactMap { name in
      let path = folder + "/" + name
      guard isDatabase(path, own: own), let status = try? FileCalls.status(path) else { return nil }
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

  /// The files that this process has open, also those next to a database.
  static func ownFiles() -> Set<Identity> {
    Set(names(in: "/proc/self/fd").compactMap { Identity("/proc/self/fd/" + $0) })
  }

  /// Whether a file begins like a database. One of the process's `own` files is not read: to close it would end the
  /// locks that SQLite has on it, and another program could then take the log away. It is a database by its name.
  static func isDatabase(_ path: String, own: Set<Identity>) -> Bool {
    guard let status = try? FileCalls.status(path), status.st_mode & S_IFMT == S_IFREG else { return false }
    if let identity = Identity(path), own.contains(identity) {
      return !["-wal", "-shm", "-journal"].contains(where: path.hasSuffix)
    }
    guard status.st_size >= magic.count, let file = try? FileCalls.openForReading(path, waits: false) else {
      return false
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    let count = bytes.withUnsafeMutableBytes { (try? FileCalls.read(file, of: path, into: $0)) ?? 0 }
    return count == magic.count && bytes == magic
  }
}
