import Glibc

/// A text that only the same bytes equal, as SQLite compares names and statements. Two strings are equal also where they
/// write é in two ways.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8Span.span.withUnsafeBytes { first in
      b.text.utf8Span.span.withUnsafeBytes { second in
        guard first.count == second.count, let start = first.baseAddress, let other = second.baseAddress else {
          return first.count == second.count
        }
        return memcmp(start, other, first.count) == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    text.utf8Span.span.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
