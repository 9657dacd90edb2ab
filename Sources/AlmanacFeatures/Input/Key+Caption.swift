import Terminals

extension Key {
  /// The caption of the key, for a person.
  func caption(isUnicode: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character.uppercased())"
    case .enter: isUnicode ? "⏎" : "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .up: isUnicode ? "↑" : "Up"
    case .down: isUnicode ? "↓" : "Down"
    case .left: isUnicode ? "←" : "Left"
    case .right: isUnicode ? "→" : "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .controlLeft: "Ctrl-\(Key.left.caption(isUnicode: isUnicode))"
    case .controlRight: "Ctrl-\(Key.right.caption(isUnicode: isUnicode))"
    case .function(let number): "F\(number)"
    case .alt(let key): "Alt-\(key.caption(isUnicode: isUnicode))"
    }
  }
}
