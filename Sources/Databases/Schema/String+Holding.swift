// Searches a text in another one.
import Glibc

extension String {
  /// Whether the string contains `part`, byte for byte, up to a NUL.
  ///
  /// Not `contains`: that would bring Swift's regular expressions into the program, 0.8 MB of code that stays in memory.
  public func holds(_ part: String) -> Bool { strstr(self, part) != nil }
}
