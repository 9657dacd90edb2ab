public import Terminals

/// What an editing key does to a text that is being typed.
public enum TextEdit: Hashable, Sendable {
  /// What lies between the cursor and a place before or behind it.
  public enum Stretch: Hashable, Sendable {
    /// The character before the cursor.
    case characterBefore
    /// The character behind the cursor.
    case characterAfter
    /// The white space next to the cursor and the word next to that.
    case wordBefore
    /// The same behind the cursor.
    case wordAfter
    /// The cursor's line alone, where the text has several.
    case allBefore
    /// The same behind the cursor.
    case allAfter
    /// The rest of the line, and as much of the next one: the same place above or below.
    case lineBefore
    /// The same behind the cursor.
    case lineAfter
  }

  /// Inserts a text.
  case insert(String)
  /// Deletes a stretch of text.
  case delete(Stretch)
  /// Moves the cursor over a stretch.
  case move(Stretch)

  /// Whether it only moves the cursor.
  var isMotion: Bool { if case .move = self { true } else { false } }

  /// The edit that a key asks for; `nil` where it is no editing key.
  public init?(_ key: Key) {
    switch key {
    case .character(let character): self = .insert(String(character))
    case .backspace: self = .delete(.characterBefore)
    case .delete: self = .delete(.characterAfter)
    case .left: self = .move(.characterBefore)
    case .right: self = .move(.characterAfter)
    case .controlLeft, .alt(.character("b")): self = .move(.wordBefore)
    case .controlRight, .alt(.character("f")): self = .move(.wordAfter)
    case .home, .control("a"): self = .move(.allBefore)
    case .end, .control("e"): self = .move(.allAfter)
    case .control("u"): self = .delete(.allBefore)
    case .control("k"): self = .delete(.allAfter)
    case .control("w"), .alt(.backspace): self = .delete(.wordBefore)
    case .alt(.character("d")): self = .delete(.wordAfter)
    default: return nil
    }
  }
}
