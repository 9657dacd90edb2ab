// What stands at a path, looked at before SQLite does.
import Databases

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Book {
  /// The longest path that SQLite takes, in bytes, once it begins at the root.
  private static let longestPath = 511

  /// Whether a book is to be made at `path`: where nothing stands, or a file without a byte. Throws `BookError` where
  /// there is nothing that could be opened.
  static func isNew(path: String, creates: Bool) throws -> Bool {
    guard let status = try statusIfThere(path) else {
      let folder = folder(of: path)
      guard try isFolder(folder) else {
        let isToBeMade = try creates && statusIfThere(folder) == nil
        throw BookError.missingFolder(path: path, folder: folder, isToBeMade: isToBeMade)
      }
      guard creates else { throw BookError.missing(path: path) }
      guard may(W_OK | X_OK, folder) else { throw BookError.closedFolder(path: path, folder: folder) }
      try checkLength(path)
      return true
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw BookError.directory(path: path)
    case S_IFIFO: throw BookError.special(path: path, kind: "a pipe")
    case S_IFSOCK: throw BookError.special(path: path, kind: "a socket")
    default: throw BookError.special(path: path, kind: "a device")
    }
    guard may(R_OK, path) else { throw BookError.forbidden(path: path) }
    try checkLength(path)
    return creates && status.st_size == 0
  }

  /// Whether the file at `path` certainly has no byte.
  public static func isEmpty(path: String) -> Bool { (try? FileCalls.status(path).st_size) == 0 }

  /// What the system reports about the file at `path`; `nil` where there is none.
  private static func statusIfThere(_ path: String) throws(BookError) -> stat? {
    do {
      return try FileCalls.status(path)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw BookError.special(path: path, kind: "a link that leads back to itself")
      case ENAMETOOLONG: throw BookError.longPath(path: path)
      case EACCES, EPERM: throw BookError.forbidden(path: path)
      default: throw BookError.unasked(path: path, error)
      }
    }
  }

  private static func isFolder(_ path: String) throws(BookError) -> Bool {
    try statusIfThere(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether the person may do what `mode` says. Where that can't be found out, SQLite says what is wrong.
  private static func may(_ mode: CInt, _ path: String) -> Bool {
    do {
      try FileCalls.access(path, mode)
      return true
    } catch {
      return ![EACCES, EPERM, EROFS].contains(error.code)
    }
  }

  private static func checkLength(_ path: String) throws {
    var length = path.utf8.count
    if !path.hasPrefix("/"), let working = try? FileCalls.workingFolder() { length += working.utf8.count + 1 }
    guard length <= longestPath else { throw BookError.longPath(path: path) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
