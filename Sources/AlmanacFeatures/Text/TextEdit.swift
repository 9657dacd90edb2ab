public import Terminals

/// The effect of an editing key on a text.
public enum TextEdit: Hashable, Sendable {
  /// The text between the cursor and a place before or after it.
  public enum Stretch: Hashable, Sendable {
    /// The character before the cursor.
    case characterBefore
    /// The character after the cursor.
    case characterAfter
    /// The white space next to the cursor and the word next to that.
    case wordBefore
    /// The same after the cursor.
    case wordAfter
    /// Everything before the cursor; in a text of several lines, within the line only.
    case allBefore
    /// The same after the cursor.
    case allAfter
    /// The text back to the same place in the line above.
    case lineBefore
    /// The text forward to the same place in the line below.
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

  /// The edit for a key; `nil` if it is not an editing key.
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
