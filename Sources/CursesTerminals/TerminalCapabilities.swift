// The terminal's capabilities in terminfo, and the bytes that switch modes which terminfo does not know.
internal import CNcurses
import Terminals

/// The capabilities of the terminal, read from terminfo once, after the screen was opened.
struct TerminalCapabilities {
  /// The sequences of keys.
  let keys: [[UInt8]: Key]
  /// The bytes that switch on bracketed paste and the mouse.
  let modesOn: [UInt8]
  /// The bytes that switch them off.
  let modesOff: [UInt8]
  /// The bytes that ask for the colour of the background; empty if the terminal is not likely to know them.
  let backgroundQuestion: [UInt8]
  /// The bytes that restore the former screen, for a process that dies.
  let restoration: [UInt8]

  /// The capabilities of a linear terminal: none but those that need no name.
  init() {
    (keys, modesOn, modesOff, backgroundQuestion) = ([:], [], [], [])
    restoration = [0x0A]
  }

  /// Reads the capabilities of ncurses' current terminal, which has this name. `usesMouse`: whether the mouse is
  /// switched on.
  init(name: String, usesMouse: Bool) {
    let names: [(String, Key)] = [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kbs", .backspace), ("kcbt", .backTab),
      ("kent", .enter),
    ]
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names + (1...12).map({ ("kf\($0)", .function($0)) }) {
      let sequence = Self.sequence(name)
      // A printable character is always itself, whatever terminfo says.
      if let first = sequence.first, first < 0x20 || first == 0x7F { keys[sequence] = key }
    }
    self.keys = keys
    let isANSI = Self.sequence("cup").starts(with: "\u{1B}[".utf8)
    let hasMouse = usesMouse && !Self.sequence("kmous").isEmpty
    // 1002 also reports the motion while a button is held; a terminal that does not know it has 1000.
    let (mouseOn, mouseOff) = ("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l")
    modesOn = isANSI ? Array(("\u{1B}[?2004h" + (hasMouse ? mouseOn : "")).utf8) : []
    modesOff = isANSI ? Array(((hasMouse ? mouseOff : "") + "\u{1B}[?2004l").utf8) : []
    // Terminals with a mouse are of xterm's family, and skip an OSC that they do not know. The console of Linux has a
    // mouse in terminfo, but some versions of it show such a string.
    let knowsCommands = isANSI && !Self.sequence("kmous").isEmpty && !name.hasPrefix("linux")
    backgroundQuestion = knowsCommands ? Array("\u{1B}]11;?\u{1B}\\".utf8) : []
    let resetRegion = isANSI && !Self.sequence("csr").isEmpty ? Array("\u{1B}[r".utf8) : []
    let leave = Self.sequence("rmcup")
    restoration =
      modesOff + Self.sequence("rmkx") + Self.sequence("sgr0") + Self.sequence("op") + resetRegion
      + Self.sequence("cnorm") + (leave.isEmpty ? Self.sequence("clear") : leave) + [0x0D]
  }

  /// A capability without its padding delays.
  private static func sequence(_ name: String) -> [UInt8] {
    guard let text = almanac_capability(name) else { return [] }
    var bytes: [UInt8] = []
    var rest = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }[...]
    while let byte = rest.first {
      if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[(end + 1)...]
      } else {
        bytes.append(byte)
        rest.removeFirst()
      }
    }
    return bytes
  }
}
