// What stands at a path, looked at before SQLite does.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Book {
  /// The longest path that SQLite takes, in bytes, once it begins at the root.
  private static let longestPath = 511

  /// Whether a book is to be made at `path`. Throws `BookError` where there is nothing that could be opened.
  static func isNew(path: String, creates: Bool) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: break
      case ELOOP: throw BookError.special(path: path, kind: "a link that leads back to itself")
      case ENAMETOOLONG: throw BookError.longPath(path: path)
      default: throw BookError.forbidden(path: path)
      }
      let folder = folder(of: path)
      guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw BookError.missingFolder(path: path, folder: folder)
      }
      guard creates else { throw BookError.missing(path: path) }
      guard access(folder, W_OK | X_OK) == 0 else { throw BookError.closedFolder(path: path, folder: folder) }
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
    guard access(path, R_OK) == 0 else { throw BookError.forbidden(path: path) }
    try checkLength(path)
    guard status.st_size == 0 else { return false }
    guard creates else { throw BookError.empty(path: path) }
    return true
  }

  private static func checkLength(_ path: String) throws {
    var length = path.utf8.count
    if !path.hasPrefix("/"), let working = getcwd(nil, 0) {
      length += strlen(working) + 1
      free(working)
    }
    guard length <= longestPath else { throw BookError.longPath(path: path) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
