// The file that is shown, as it was opened.
import AlmanacRecords
import Databases

/// The file that is shown.
public struct OpenFile: Hashable, Sendable {
  /// Why a file can't be changed.
  public enum Restriction: Hashable, Sendable {
    /// The person asked for it.
    case asked
    /// The file may only be read.
    case file
    /// Its folder may only be read: no journal of a change can be kept there.
    case journal
    /// Its folder does not let SQLite follow it: it is shown as it stood when it was opened.
    case folder
    /// The same where the disk was full.
    case disk
  }

  /// The name, without folders.
  public var name: String
  /// The path, as the person gave it.
  public var path: String
  /// Why nothing can be changed; `nil` where the status of the file tells.
  public var restriction: Restriction?
  /// Whether it may be written to without a question: a book, or a file for which the person has allowed it.
  public var isWriteAllowed: Bool
  /// Whether it is a book that has just been made, where none was.
  public private(set) var isMade = false

  /// A file that has not been looked at yet; `isReadOnly` and `isWriteAllowed` say what the person asked for.
  public init(path: String, isReadOnly: Bool = false, isWriteAllowed: Bool = false) {
    self.path = path
    self.isWriteAllowed = isWriteAllowed
    name = path.split(separator: "/").last.map(String.init) ?? path
    restriction = isReadOnly ? .asked : nil
  }

  /// The same with what opening the file has shown.
  func noting(_ opened: OpenedFile) -> OpenFile {
    var file = self
    if opened.tables.isBook { file.isWriteAllowed = true }
    file.isMade = opened.isMade
    if let error = opened.connection.frozenBy { file.restriction = error.isFull ? .disk : .folder }
    return file
  }
}
