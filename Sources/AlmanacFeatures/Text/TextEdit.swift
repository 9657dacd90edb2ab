public import Terminals

/// What an editing key does to a text that is being typed.
public enum TextEdit: Hashable, Sendable {
  case insert(String)
  case deleteBackward
  case deleteForward
  case moveLeft
  case moveRight
  case moveToStart
  case moveToEnd
  case deleteToStart
  case deleteWordBackward

  /// Whether it only moves the cursor.
  var isMotion: Bool {
    switch self {
    case .moveLeft, .moveRight, .moveToStart, .moveToEnd: true
    default: false
    }
  }

  /// The edit that a key asks for; `nil` where it is no editing key.
  public init?(_ key: Key) {
    switch key {
    case .character(let character): self = .insert(String(character))
    case .backspace: self = .deleteBackward
    case .delete: self = .deleteForward
    case .left: self = .moveLeft
    case .right: self = .moveRight
    case .home, .control("a"): self = .moveToStart
    case .end, .control("e"): self = .moveToEnd
    case .control("u"): self = .deleteToStart
    case .control("w"): self = .deleteWordBackward
    default: return nil
    }
  }
}

extension TextInput {
  public mutating func apply(_ edit: TextEdit) {
    switch edit {
    case .insert(let text): insert(text)
    case .deleteBackward: deleteBackward()
    case .deleteForward: deleteForward()
    case .moveLeft: moveLeft()
    case .moveRight: moveRight()
    case .moveToStart: moveToStart()
    case .moveToEnd: moveToEnd()
    case .deleteToStart: deleteToStart()
    case .deleteWordBackward: deleteWordBackward()
    }
  }
}
