// The file that is shown, and whether it can be changed.
import Databases

/// The file that is shown.
public struct OpenFile: Hashable, Sendable {
  /// Why a file can't be changed.
  public enum Restriction: Hashable, Sendable {
    /// The person asked for it.
    case asked
    /// The file may only be read.
    case file
    /// Its folder does not let SQLite follow it: it is shown as it stood when it was opened.
    case folder
    /// The same where the disk was full.
    case disk
  }

  public var name: String
  public var path: String
  /// Why nothing can be changed; `nil` where it can.
  public var restriction: Restriction?

  /// A file of which it is not known yet what may be done to it; `isReadOnly` says what the person asked for.
  public init(path: String, isReadOnly: Bool = false) {
    self.path = path
    name = path.split(separator: "/").last.map(String.init) ?? path
    restriction = isReadOnly ? .asked : nil
  }

  /// Whether the keys that change the book do so: the one place that decides it.
  var canEdit: Bool { restriction == nil }

  /// The file's state in a word, for the top line.
  var state: String {
    switch restriction {
    case nil: "live"
    case .asked, .file: "read-only"
    case .folder, .disk: "frozen"
    }
  }

  /// What is said to who wants to change the book where that can't be.
  var refusal: String {
    switch restriction {
    case .asked: "\(name) was opened with --read-only: nothing is changed."
    case .folder: "\(name) is frozen, since its folder is read-only: nothing is changed."
    case .disk: "\(name) is frozen, since the disk was full at opening: nothing is changed."
    case .file, nil: "\(name) is read-only: nothing is changed."
    }
  }

  /// Takes over what opening the file has shown.
  mutating func note(_ connection: SQLiteConnection) {
    if let error = connection.frozenBy {
      restriction = error.isFull ? .disk : .folder
    } else if connection.isReadOnly, restriction == nil {
      restriction = .file
    }
  }
}
