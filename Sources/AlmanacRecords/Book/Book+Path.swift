// Checks what exists at a path before SQLite opens it.
import Databases
import Glibc

extension Book {
  /// The most bytes of an absolute path in SQLite.
  private static let longestPath = 511

  /// Whether a book is to be created at `path`: if there is no file, or an empty one. Throws `BookError` if nothing
  /// there can be opened.
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

  /// Whether the file at `path` is certainly empty.
  public static func isEmpty(path: String) -> Bool { (try? FileCalls.status(path).st_size) == 0 }

  /// The system's status of the file at `path`; nil if there is none.
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

  /// Whether the person has the permissions `mode`. If that can't be found out, it returns true and SQLite reports the
  /// problem.
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
