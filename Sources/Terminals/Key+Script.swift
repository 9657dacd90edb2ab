// Reads keys by name, as scripts write them.

/// An error in a script of keys.
public struct KeyScriptError: Error, Hashable, CustomStringConvertible {
  /// The error as a sentence.
  public let description: String
}

extension Key {
  /// The named keys.
  private static let named: [Substring: Key] = {
    var keys: [Substring: Key] = [
      "Enter": .enter, "Esc": .escape, "Tab": .tab, "BTab": .backTab, "Space": .character(" "), "BSpace": .backspace,
      "Del": .delete, "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
      "PgUp": .pageUp, "PgDn": .pageDown, "Comma": .character(","), "C-Left": .controlLeft, "C-Right": .controlRight,
    ]
    for number in 1...12 { keys["F\(number)"] = .function(number) }
    return keys
  }()

  /// The signs by which the screen shows keys.
  private static let shown: [String: Key] = [
    "⏎": .enter, "↑": .up, "↓": .down, "←": .left, "→": .right, "Shift-Tab": .backTab, "Backspace": .backspace,
  ]

  /// The key with a name: as scripts write it, or as it is shown, for example `C-d` or `Ctrl-D`, `M-s` or `Alt-s`.
  public init?(name: String) {
    if let key = Self.shown[name] {
      self = key
    } else if let rest = name.rest(after: "M-") ?? name.rest(after: "Alt-"), !rest.isEmpty {
      guard let key = Key(name: String(rest)) else { return nil }
      self = .alt(key)
    } else if let rest = name.rest(after: "Ctrl-"), rest.count == 1 || ["Left", "Right"].contains(rest) {
      let arrow = ["←": "Left", "→": "Right"][rest]
      guard let key = Key(name: "C-\(arrow ?? String(rest))") else { return nil }
      self = key
    } else if let key = try? Self.key(name[...]) {
      self = key
    } else {
      return nil
    }
  }

  /// Reads a script of items separated by commas. An item is a key's name (`Enter Esc Tab BTab Space BSpace Del Up Down
  /// Left Right Home End PgUp PgDn C-Left C-Right F1`…`F12 Comma`), `C-x` (Ctrl), a single character, `M-` and one of
  /// these (Alt), or one of `type:TEXT`, `paste:TEXT`, `resize:COLUMNSxROWS`, and `click:`, `doubleclick:`, `drag:`,
  /// `wheelup:`, `wheeldown:`, `wheelleft:`, `wheelright:` with `COLUMNxROW` counted from zero. An empty script has no events.
  public static func parse(script: String) throws(KeyScriptError) -> [InputEvent] {
    var events: [InputEvent] = []
    if script.isEmpty { return events }
    for item in script.split(separator: ",", omittingEmptySubsequences: false) {
      try append(item, to: &events)
    }
    return events
  }

  private static func append(_ item: Substring, to events: inout [InputEvent]) throws(KeyScriptError) {
    guard !item.isEmpty else {
      throw KeyScriptError(description: "There is nothing between two commas: write Comma for a comma.")
    }
    if let key = try key(item) { return events.append(.key(key)) }
    if item.hasPrefix("M-"), let key = try key(item.dropFirst(2)) { return events.append(.key(.alt(key))) }
    let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let argument = parts.count == 2 ? parts[1] : ""
    switch parts.count == 2 ? parts[0] : "" {
    case "type": events += argument.map { .key(.character($0)) }
    case "paste": events.append(.paste(String(argument)))
    case "resize":
      let (width, height) = try pair(argument, in: item)
      guard (1...1000).contains(width), (1...1000).contains(height) else {
        throw KeyScriptError(description: "'\(item)' is no screen: it has 1 to 1000 columns and 1 to 1000 rows.")
      }
      events.append(.resize(Size(width: width, height: height)))
    case "click": events.append(.mouse(try mouse(.press, argument, in: item)))
    case "doubleclick": events.append(.mouse(try mouse(.doublePress, argument, in: item)))
    case "drag": events.append(.mouse(try mouse(.drag, argument, in: item)))
    case "wheelup": events.append(.mouse(try mouse(.wheelUp, argument, in: item)))
    case "wheeldown": events.append(.mouse(try mouse(.wheelDown, argument, in: item)))
    case "wheelleft": events.append(.mouse(try mouse(.wheelLeft, argument, in: item)))
    case "wheelright": events.append(.mouse(try mouse(.wheelRight, argument, in: item)))
    default:
      throw KeyScriptError(
        description: "There is no key '\(item)': write a key as Enter, PgDn or C-d, and text as type:TEXT.")
    }
  }

  /// The key of an item: a named key, a character, or Ctrl and a character; nil if it is something else.
  private static func key(_ item: Substring) throws(KeyScriptError) -> Key? {
    if let key = named[item] { return key }
    if item.count == 1 { return .character(item.first!) }
    return item.count == 3 && item.hasPrefix("C-") ? try controlKey(item.last!) : nil
  }

  /// The key that a terminal sends for Ctrl and `character`.
  private static func controlKey(_ character: Character) throws(KeyScriptError) -> Key {
    guard let ascii = character.asciiValue, let key = Key(controlByte: ascii & 0x1F), ascii >= 0x40 else {
      throw KeyScriptError(description: "There is no key Ctrl-\(character): use a letter.")
    }
    return key
  }

  /// The key with this control byte; nil if it is not a control character.
  package init?(controlByte byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00, 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    default: return nil
    }
  }

  private static func mouse(
    _ kind: MouseEvent.Kind, _ argument: Substring, in item: Substring
  ) throws(KeyScriptError) -> MouseEvent {
    let (column, row) = try pair(argument, in: item)
    return MouseEvent(kind, at: Point(column: column, row: row))
  }

  private static func pair(_ text: Substring, in item: Substring) throws(KeyScriptError) -> (Int, Int) {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1], first >= 0, second >= 0 else {
      throw KeyScriptError(description: "'\(item)' needs two numbers, as in 80x24.")
    }
    return (first, second)
  }
}

extension String {
  /// What follows a beginning; nil if the text does not begin so.
  fileprivate func rest(after beginning: String) -> Substring? {
    hasPrefix(beginning) ? dropFirst(beginning.count) : nil
  }
}
