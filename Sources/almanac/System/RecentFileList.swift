// The files that the screen has opened last, in the person's state folder.
//
//   recent: their absolute paths, the last one first
import AlmanacFeatures
import Glibc

extension RecentFiles {
  /// The list in the state folder. `notes`: whether it notes the files that are opened.
  static func list(notes: Bool) -> RecentFiles {
    RecentFiles(
      all: { RecentFileList()?.paths.filter { access($0, F_OK) == 0 } ?? [] },
      note: { path in
        // A list that can't be kept is not worth a word.
        if notes { try? RecentFileList()?.note(path) }
      })
  }
}

/// The file with the list.
struct RecentFileList {
  private let folder: String
  private let parents: [String]

  /// The most files that are kept.
  private static let most = 20

  /// `nil` if there is no state folder.
  init?() {
    guard let place = StateFolder.place else { return nil }
    (folder, parents) = (place.home + "/almanac", place.parents + [place.home])
  }

  private var file: StateFile<[String]> {
    StateFile(path: folder + "/recent", heading: "almanac recent 1") { $0 }
  }

  /// The paths; none if the list is damaged.
  var paths: [String] { (try? file.read("The list of the last files", until: "open a file")) ?? [] }

  /// Puts a file at the beginning. The folder is locked meanwhile, so that of two programs neither loses the file of the
  /// other.
  func note(_ path: String) throws {
    guard let real = realpath(path, nil) else { return }
    defer { free(real) }
    let path = String(cString: real)
    if paths.first == path { return }
    for folder in parents + [folder] { mkdir(folder, 0o700) }
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { return }
    defer { close(lock) }
    // Without waiting: the other program may be stopped.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return }
    let new = ([path] + paths.filter { $0 != path }).prefix(Self.most)
    try file.replace(with: Array(new), lastsAtOnce: false)
  }
}
