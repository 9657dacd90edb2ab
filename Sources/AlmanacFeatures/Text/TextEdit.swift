public import Terminals

/// What an editing key does to a text that is being typed.
public enum TextEdit: Hashable, Sendable {
  case insert(String)
  case deleteBackward
  case deleteForward
  case moveLeft
  case moveRight
  case moveWordLeft
  case moveWordRight
  case moveToStart
  case moveToEnd
  case deleteToStart
  case deleteToEnd
  case deleteWordBackward
  case deleteWordForward

  /// Whether it only moves the cursor.
  var isMotion: Bool {
    switch self {
    case .moveLeft, .moveRight, .moveWordLeft, .moveWordRight, .moveToStart, .moveToEnd: true
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
    case .controlLeft, .alt(.character("b")): self = .moveWordLeft
    case .controlRight, .alt(.character("f")): self = .moveWordRight
    case .home, .control("a"): self = .moveToStart
    case .end, .control("e"): self = .moveToEnd
    case .control("u"): self = .deleteToStart
    case .control("k"): self = .deleteToEnd
    case .control("w"), .alt(.backspace): self = .deleteWordBackward
    case .alt(.character("d")): self = .deleteWordForward
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
    case .moveWordLeft: moveWordLeft()
    case .moveWordRight: moveWordRight()
    case .moveToStart: moveToStart()
    case .moveToEnd: moveToEnd()
    case .deleteToStart: deleteToStart()
    case .deleteToEnd: deleteToEnd()
    case .deleteWordBackward: deleteWordBackward()
    case .deleteWordForward: deleteWordForward()
    }
  }
}
