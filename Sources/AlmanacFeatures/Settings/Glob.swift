/// A pattern of paths: `*` is any text, `?` any character.
struct Glob: Hashable, Sendable {
  private let pattern: [Character]
  /// Whether it is of the whole path, not of the name behind the last slash.
  private let isOfPath: Bool

  /// `~/` at its start is the person's home.
  init(_ text: String, home: String?) {
    let whole = text.hasPrefix("~/") ? (home ?? "~") + text.dropFirst() : text
    (pattern, isOfPath) = (Array(whole), whole.contains("/"))
  }

  /// Whether it is the pattern of a path.
  func matches(_ path: String) -> Bool {
    let text = Array(
      isOfPath ? path[...] : path.suffix(from: path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex))
    var (place, position) = (0, 0)
    // The last star, and how far its text goes: only the last one can take more.
    var star: (place: Int, end: Int)?
    while position < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, position)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[position] {
        place += 1
        position += 1
      } else if let last = star {
        star = (last.place, last.end + 1)
        (place, position) = (last.place + 1, last.end + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
