// Paths as a person types them.
import Databases
import Glibc
import Terminals

/// Paths of files that a person types and reads.
enum FilePaths {
  /// A way to go on from what is typed.
  struct Completion: Hashable, Sendable {
    let path: String
    let isFolder: Bool
  }

  /// The most ways that are offered.
  private static let most = 50
  /// The most files that are read for them.
  private static let mostRead = 1000

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

  /// The path that a text of the palette opens; `nil` if it opens none.
  static func path(openedBy text: String) -> Substring? {
    guard text.hasPrefix(openWord) else { return nil }
    let path = text.dropFirst(openWord.count).drop { $0 == " " }
    return path.isEmpty ? nil : path
  }

  /// What opens a path in the palette begins with it.
  static let openWord = "open "

  /// The folders and databases whose path begins with what is typed, by name. Hidden ones only behind a dot.
  static func completions(of typed: Substring) async -> [Completion] {
    if typed == "~" { return [Completion(path: "~/", isFolder: true)] }
    let end = typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex
    let (folder, start) = (typed[..<end], typed[end...])
    let place = folder.isEmpty ? "." : whole(String(folder))
    return await FileReading.under(place) { reading in
      let names = DatabaseFolder.names(in: place).filter { name in
        name.hasPrefix(start) && (start.hasPrefix(".") || !name.hasPrefix("."))
      }
      var found: [Completion] = []
      for name in names.sorted().prefix(mostRead) where found.count < most && !reading.isCancelled {
        let path = place + "/" + name
        if DatabaseFolder.isFolder(path) {
          found.append(Completion(path: folder + name + "/", isFolder: true))
        } else if DatabaseFolder.isDatabase(path, reading) {
          found.append(Completion(path: folder + name, isFolder: false))
        }
      }
      return found
    }
  }
}
