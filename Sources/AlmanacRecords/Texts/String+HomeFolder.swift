// Paths as a person types them.
import Glibc

extension String {
  /// The path with the person's home folder in the place of a `~` at its beginning.
  public var inHomeFolder: String {
    guard hasPrefix("~/"), let home = getenv("HOME") else { return self }
    return String(cString: home) + dropFirst()
  }
}
