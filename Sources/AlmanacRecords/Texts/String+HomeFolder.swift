// Paths typed by a person.
import Glibc

extension String {
  /// The path with the person's home folder in place of a `~` at its beginning.
  public var inHomeFolder: String {
    guard hasPrefix("~/"), let home = getenv("HOME") else { return self }
    return String(cString: home) + dropFirst()
  }
}
