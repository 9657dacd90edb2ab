// Paths as a person types them.
import Glibc
import Terminals

/// Paths of files that a person types and reads.
enum FilePaths {
  /// A way to go on from what is typed.
  struct Completion: Hashable {
    let path: String
    let isFolder: Bool
  }

  /// The most ways that are offered.
  private static let most = 50

  private static var home: String? { getenv("HOME").map { String(cString: $0) } }

  /// A path with the person's home in place of `~`.
  static func whole(_ path: String) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// A path with `~` in place of the person's home.
  static func shown(_ path: String) -> String {
    guard let home, home.count > 1, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// A path that fits into a width. Its end says most.
  static func shortened(_ path: String, _ width: Int, _ isUnicode: Bool) -> String {
    guard displayWidth(path, isUnicode: isUnicode) > width else { return path }
    let ellipsis = Signs(isUnicode: isUnicode).ellipsis
    var end = path.suffix(max(0, width))
    while !end.isEmpty, displayWidth(end, isUnicode: isUnicode) > width - ellipsis.count { end.removeFirst() }
    return ellipsis + end
  }

  /// The folder that a typed path names up to its last slash, and the rest.
  private static func parts(of typed: String) -> (folder: Substring, start: Substring) {
    let end = typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex
    return (typed[..<end], typed[end...])
  }

  /// The names in the folder of a typed path.
  static func names(for typed: String) -> [String] {
    let folder = parts(of: typed).folder
    return DatabaseFolder.names(in: folder.isEmpty ? "." : whole(String(folder))).sorted()
  }

  /// Whether two typed paths have the same folder.
  static func haveSameFolder(_ a: String, _ b: String) -> Bool { parts(of: a).folder == parts(of: b).folder }

  /// The folders and databases whose path begins with what is typed, by name. Hidden ones only behind a dot. `names`:
  /// what is in the folder.
  static func completions(of typed: String, among names: [String]) -> [Completion] {
    if typed == "~" { return [Completion(path: "~/", isFolder: true)] }
    let (folder, start) = parts(of: typed)
    let place = folder.isEmpty ? "." : whole(String(folder))
    let own = DatabaseFolder.ownFiles()
    var found: [Completion] = []
    for name in names where found.count < most {
      guard name.hasPrefix(start), start.hasPrefix(".") || !name.hasPrefix(".") else { continue }
      let path = place + "/" + name
      if DatabaseFolder.isFolder(path) {
        found.append(Completion(path: folder + name + "/", isFolder: true))
      } else if DatabaseFolder.isDatabase(path, own: own) {
        found.append(Completion(path: folder + name, isFolder: false))
      }
    }
    return found
  }
}
