// The person's state folder, with what Almanac keeps of each database file.
//
//   $XDG_STATE_HOME/almanac/KIND/DEVICE-NUMBER: only the person can read it
import AlmanacRecords
import CFiles
import Glibc

/// The places in the state folder that belong to a database file, by its identity: they follow a moved file.
struct StateFolder {
  private let home: String
  /// The folders above it that may have to be made.
  private let parents: [String]
  private let device: dev_t
  private let number: ino_t
  /// When the file was made; empty if the system doesn't say.
  let birth: String

  /// `nil` if there is no state folder, or no file at the path.
  init?(of file: String) {
    var status = stat()
    guard stat(file, &status) == 0 else { return nil }
    guard let place = Self.place else { return nil }
    (home, parents) = place
    (device, number) = (status.st_dev, status.st_ino)
    var (seconds, nanoseconds): (Int64, UInt32) = (0, 0)
    birth = cfiles_birth(file, &seconds, &nanoseconds) == 1 ? "\(seconds).\(nanoseconds)" : ""
  }

  /// The folder for the state of all programs, and the folders above it that may have to be made; `nil` if the
  /// environment names no place.
  static var place: (home: String, parents: [String])? {
    if let named = Environment["XDG_STATE_HOME"] { return (named, []) }
    return Environment["HOME"].map { ($0 + "/.local/state", [$0 + "/.local"]) }
  }

  /// Whether the environment names the folder: then a script may write to it, too.
  static var isNamed: Bool { Environment["XDG_STATE_HOME"] != nil }

  /// The folders of a kind, the outermost first. They may not exist.
  private func folders(_ kind: String) -> [String] {
    parents + [home, home + "/almanac", home + "/almanac/" + kind]
  }

  /// The path for a kind of content, once its folders are made.
  func make(_ kind: String) -> String {
    for folder in folders(kind) { mkdir(folder, 0o700) }
    return path(kind)
  }

  /// The path for a record of the file's changes, once its folders are made: another file with the same number has one of
  /// its own.
  func makeRecord() -> String {
    _ = make("records")
    return record
  }

  /// The path for a record of the file's changes.
  var record: String { path("records") + (birth.isEmpty ? "" : "-" + birth) }

  /// The path for a kind of content.
  func path(_ kind: String) -> String { "\(home)/almanac/\(kind)/\(device)-\(number)" }

  /// Where the steps of the file are kept.
  var steps: StepPlace { StepPlace(path: path("steps"), folders: folders("steps"), birth: birth) }
}

extension StepKeeper {
  /// The keeper of a file's steps; `nil` if there is no state folder.
  static func file(of path: String, isReadOnly: Bool = false) -> StepKeeper? {
    StateFolder(of: path).map { StepKeeper($0.steps, isReadOnly: isReadOnly) }
  }
}
