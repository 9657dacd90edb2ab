public import Databases

/// The reason that a book can't be opened, in a sentence for a person.
public enum BookError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no file at this path.
  case missing(path: String)
  /// The folder of the path does not exist. `isToBeMade`: whether the person has to create it first.
  case missingFolder(path: String, folder: String, isToBeMade: Bool)
  /// It would be created in a folder that is not writable.
  case closedFolder(path: String, folder: String)
  /// The person may not read it, or not even check whether it exists.
  case forbidden(path: String)
  /// The system could not tell what exists there.
  case unasked(path: String, SystemCallError)
  /// The path is too long for the system or for SQLite.
  case longPath(path: String)
  /// The path is a folder.
  case directory(path: String)
  /// A pipe, a socket, a device, or a link that leads to itself.
  case special(path: String, kind: String)
  /// The file is empty.
  case empty(path: String)
  /// The file is a database but not a book.
  case foreign(path: String)
  /// The samples are requested, but the book already has records.
  case notEmpty(path: String)
  /// An earlier version created it, and it may not be updated.
  case outdated(path: String)
  /// It has migrations that this version does not know.
  case laterVersion(path: String, MigrationError)
  /// It has a log that can't be read without write permission.
  case unreadableLog(path: String)
  /// SQLite can't read the file.
  case unreadable(path: String, DatabaseError)

  public var description: String {
    switch self {
    case .missing(let path): "\(path) does not exist."
    case .missingFolder(let path, let folder, let isToBeMade):
      isToBeMade
        ? "\(path) can't be made: there is no folder \(folder). Make that folder first, for example with mkdir -p."
        : "\(path) does not exist: there is no folder \(folder)."
    case .closedFolder(let path, let folder): "\(path) can't be made: the folder \(folder) is read-only."
    case .forbidden(let path): "\(path) can't be opened: its permissions don't allow it."
    case .unasked(let path, let error): "\(path) can't be opened: \(error.reason)."
    case .longPath(let path): "\(path.shortened) can't be opened: its path is too long."
    case .directory(let path): "\(path) is a directory, not a database."
    case .special(let path, let kind): "\(path) is \(kind), not a database."
    case .empty(let path): "\(path) is an empty file."
    case .foreign(let path): "\(path) is not an Almanac book: it has no facts and users."
    case .notEmpty(let path): "\(path) has records already; --sample fills only an empty book."
    case .outdated(let path):
      "\(path) was made by an earlier version; open it once for writing to bring it up to date."
    case .laterVersion(let path, let error):
      error.unknown.isEmpty
        ? "\(path) was updated in an order that this version does not know."
        : "\(path) was made by a later version: it has the unknown migrations \(error.unknown.joined(separator: ", "))."
    case .unreadableLog(let path):
      """
      \(path) can't be opened: its last changes are in \(path)-wal, and SQLite can read them only if the folder is \
      writable. Open a copy: \(FileCopy.command(path: path))
      """
    case .unreadable(let path, let error) where error.isNoDatabase: "\(path) \(ForeignFormat.predicate(path: path))."
    case .unreadable(let path, let error) where error.isBusy:
      "\(path) can't be opened: \(WaitingProgram.clause(path: path))."
    case .unreadable(let path, let error): "\(path) \(error.predicate)."
    }
  }
}

extension BookError {
  /// The reason that the file that replaced a book can't be shown, as a clause.
  public var clause: String {
    switch self {
    case .missing: "it is no longer there"
    case .forbidden: "its permissions don't allow it"
    case .unasked(_, let error): error.reason
    case .empty: "it is empty"
    case .outdated: "it was made by an earlier version"
    case .laterVersion: "it was made by a later version"
    case .unreadable(_, let error) where error.isCorrupt: "it is damaged, or no database"
    case .unreadable(_, let error) where error.isBusy: "another program holds it"
    case .unreadable(_, let error) where error.isFull: "the disk is full"
    case .unreadable(_, let error) where error.isCantOpen: "it can't be opened"
    case .unreadable(_, let error) where error.isInputOutput: "the disk can't be read or written"
    case .unreadable(_, let error): error.message
    default: "it is not an Almanac book"
    }
  }
}

extension DatabaseError {
  /// The problem of a file, as the rest of a sentence that begins with the file.
  fileprivate var predicate: String {
    if message == "unsupported file format" {
      return "is a database in a newer format than this SQLite reads: open it with the program that wrote it"
    }
    if isCorrupt { return "is damaged: parts of it are missing, or not what they should be" }
    if isFull { return "can't be opened: the disk is full" }
    return "can't be opened: \(message)"
  }
}

extension String {
  /// A long text shortened to its beginning and its end.
  fileprivate var shortened: String { count > 80 ? prefix(38) + "…" + suffix(38) : self }
}
