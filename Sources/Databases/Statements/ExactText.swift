import Glibc

/// A text that only the same bytes equal, as SQLite compares names and statements. Two strings are equal also where they
/// write é in two ways.
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
