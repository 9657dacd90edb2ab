// A stretch of a text that is edited: a cursor moves through a megabyte without copying it.

/// A part of a text that itself never changes. Taking a character off either end costs the same however long it is.
struct TextPiece: Hashable, Sendable {
  private let base: String
  /// Tells whether two pieces are parts of one text.
  private let source: Int
  private(set) var start: String.Index
  private(set) var end: String.Index

  /// All of `base`, which is the text with this number.
  init(_ base: String, source: Int) {
    self.base = base
    self.source = source
    start = base.startIndex
    end = base.endIndex
  }

  var text: Substring { base[start..<end] }
  var isEmpty: Bool { start == end }

  /// Takes the last character off, as a piece of its own.
  mutating func popLast() -> TextPiece? {
    guard !isEmpty else { return nil }
    var last = self
    last.start = base.index(before: end)
    end = last.start
    return last
  }

  /// Takes the first character off, as a piece of its own.
  mutating func popFirst() -> TextPiece? {
    guard !isEmpty else { return nil }
    var first = self
    first.end = base.index(after: start)
    start = first.end
    return first
  }

  /// Takes the characters at the end off, as far as they are such, as a piece of their own.
  mutating func popLast(while isTaken: (Character) -> Bool) -> TextPiece {
    var last = self
    last.start = text.lastIndex { !isTaken($0) }.map(base.index(after:)) ?? start
    end = last.start
    return last
  }

  /// Takes the characters at the start off, as far as they are such, as a piece of their own.
  mutating func popFirst(while isTaken: (Character) -> Bool) -> TextPiece {
    var first = self
    first.end = text.firstIndex { !isTaken($0) } ?? end
    start = first.end
    return first
  }

  /// Takes `next` in behind, if it is what follows in the same text. Returns whether it is.
  mutating func join(_ next: TextPiece) -> Bool {
    guard source == next.source, end == next.start else { return false }
    end = next.end
    return true
  }

  /// How many bytes it has in UTF-8.
  var byteCount: Int { text.utf8.count }
}
