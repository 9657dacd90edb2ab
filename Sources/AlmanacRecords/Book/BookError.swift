public import Databases

/// Why a book can't be opened, in a sentence for a person.
public enum BookError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(path: String)
  case directory(path: String)
  case foreign(path: String)
  case notEmpty(path: String)
  /// An earlier version made it, and it may not be brought up to date.
  case outdated(path: String)
  /// It has gone through migrations that this version does not know.
  case laterVersion(path: String, unknown: [String])
  case unreadable(path: String, DatabaseError)

  public var description: String {
    switch self {
    case .missing(let path): "\(path) does not exist; --create makes it."
    case .directory(let path): "\(path) is a directory, not a database."
    case .foreign(let path): "\(path) is not an Almanac book: it has no facts and users of ours."
    case .notEmpty(let path): "\(path) has records already; --sample fills only an empty book."
    case .outdated(let path):
      "\(path) was made by an earlier version; opening it once without --read-only brings it up to date."
    case .laterVersion(let path, let unknown):
      "\(path) was made by a later version: it has the unknown migrations \(unknown.joined(separator: ", "))."
    case .unreadable(let path, let error): "\(path) can't be opened: \(error.message)."
    }
  }
}
