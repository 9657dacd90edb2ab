// The shown file, as it was opened.
import AlmanacRecords
import Databases

/// The shown file.
public struct OpenFile: Hashable, Sendable {
  /// Why a file can't be changed.
  public enum Restriction: Hashable, Sendable {
    /// The person asked for it.
    case asked
    /// The file is read-only.
    case file
    /// Its folder is read-only: no journal of a change can be kept there.
    case journal
    /// Its folder keeps SQLite from following it: it is shown as it was when it was opened.
    case folder
    /// The same because the disk was full.
    case disk
  }

  /// The name without folders.
  public var name: String
  /// The path as the person typed it.
  public var path: String
  /// Why nothing can be changed; `nil` if the file's status tells.
  var restriction: Restriction?
  /// Whether it may be written to without a question: it is a book, or the person has allowed it.
  public var isWriteAllowed: Bool
  /// Whether it is a book that has just been made.
  public private(set) var isMade = false
  /// The bytes of its pages when it was opened; `nil` if they are not known.
  private(set) var byteCount: Int?

  /// A file that is not opened yet. `isReadOnly` and `isWriteAllowed`: what the person asked for.
  public init(path: String, isReadOnly: Bool = false, isWriteAllowed: Bool = false) {
    self.path = path
    self.isWriteAllowed = isWriteAllowed
    name = path.split(separator: "/").last.map(String.init) ?? path
    restriction = isReadOnly ? .asked : nil
  }

  /// The same with what opening it has shown.
  func noting(_ opened: OpenedFile) -> OpenFile {
    var file = self
    if opened.tables.isBook { file.isWriteAllowed = true }
    (file.isMade, file.byteCount) = (opened.isMade, opened.byteCount)
    if let error = opened.connection.frozenBy { file.restriction = error.isFull ? .disk : .folder }
    return file
  }
}
