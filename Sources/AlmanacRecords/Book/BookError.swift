public import Databases

/// Why a book can't be opened, in a sentence for a person.
public enum BookError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(path: String)
  case directory(path: String)
  case foreign(path: String)
  case notEmpty(path: String)
  case unreadable(path: String, DatabaseError)

  public var description: String {
    switch self {
    case .missing(let path): "\(path) does not exist; --create makes it."
    case .directory(let path): "\(path) is a directory, not a database."
    case .foreign(let path): "\(path) is not an Almanac book: it has no facts and users of ours."
    case .notEmpty(let path): "\(path) has records already; --sample fills only an empty book."
    case .unreadable(let path, let error): "\(path) can't be opened: \(error.message)."
    }
  }
}
