import Glibc

/// A text that equals only the same bytes, as SQLite compares names and statements. Swift strings are also equal if
/// they encode é in two ways.
package struct ExactText: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool {
    var (first, second) = (a.text, b.text)
    return first.withUTF8 { first in
      second.withUTF8 { second in
        guard first.count == second.count, let start = first.baseAddress, let other = second.baseAddress else {
          return first.count == second.count
        }
        return memcmp(start, other, first.count) == 0
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
