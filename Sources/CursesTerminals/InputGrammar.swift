// The grammar of a terminal's output (ECMA-48): a state machine with a table of states. The decoder interprets the
// keys.
//
//   state       on                      next          reports
//   ground      ESC                     escape
//               an introducer in 8 bits as after ESC
//               anything else           ground        the character
//   escape      [                       parameters
//               O                       shift
//               N                       shiftTwo
//               ]                       command
//               P X ^ _                 string
//               \                       ground        a string's end without a beginning
//               ESC                     escape        Esc
//               0x20-0x2F               escapeRest
//               anything else           ground        Alt and the character
//   escapeRest  0x30-0x7E               ground
//   parameters  0x20-0x3F               parameters
//               0x40-0x7E               ground        the sequence
//               M without parameters    mouse
//               [ without parameters    console
//   console     0x20-0x7E               ground        the sequence
//   mouse       three bytes             ground        the three bytes
//   shift       0x30-0x3F               shift
//               0x20-0x2F, 0x40-0x7E    ground        the key of the keypad
//   shiftTwo    a character             ground
//   command     BEL, ST in 8 bits       ground        the command
//               ESC                     commandEnd
//   commandEnd  \, BEL, ST in 8 bits    ground        the command
//   string      ST in 8 bits            ground
//               ESC                     stringEnd
//   stringEnd   \, ST in 8 bits         ground
//
// In every state except those of strings, ESC and the 8-bit introducers start over; in a string they are part of it,
// like everything else. A state ignores characters that it does not list; after an ESC in it, a string continues.
import Terminals

/// Separates keys from sequences, byte by byte, in constant memory: of a command only the beginning is kept, of other
/// strings nothing.
struct InputGrammar {
  /// The kind of input that the bytes so far begin.
  enum State: Int, CaseIterable {
    case ground, escape, escapeRest, parameters, console, mouse, shift, shiftTwo
    case command, commandEnd, string, stringEnd
    /// A key that only terminfo knows, and that is no sequence.
    case known
  }

  /// A complete part of the input.
  enum Part: Equatable {
    /// A character, including control characters.
    case scalar(Unicode.Scalar)
    /// Esc, directly followed by a character.
    case alt(Unicode.Scalar)
    /// A single Esc, or a key that terminfo knows.
    case key(Key)
    /// A control sequence: the bytes between its introducer and its final byte, and that.
    case sequence([UInt8], final: UInt8)
    /// A keypad key: the bytes between `ESC O` and its final byte, and that.
    case shifted([UInt8], final: UInt8)
    /// A mouse event of a terminal that encodes numbers as bytes.
    case mouse([UInt8])
    /// A command of the operating system (OSC), which is how a terminal tells its colours: the beginning of its text.
    case command([UInt8])
    /// The end of a string without a beginning.
    case strayEnd
  }

  private enum Deed {
    case none, begin, collect, note, command, scalar, alt, escape, sequence, shifted, strayEnd
  }

  /// Longer sequences are ignored.
  private static let keptLimit = 64
  /// How much of a command's text is kept: more than a colour takes.
  private static let commandLimit = 40

  private(set) var state = State.ground
  /// The sequence so far, with ESC and a letter for an 8-bit introducer; of a string only its introducer.
  private(set) var kept: [UInt8] = []
  /// The beginning of the text of a command.
  private var command: [UInt8] = []
  /// An incomplete character: its bits, the number of missing bytes, and the smallest value for its number of bytes.
  private var scalar: (bits: UInt32, missing: Int, least: UInt32) = (0, 0, 0)
  /// The keys that terminfo knows, and their beginnings.
  private let known: [[UInt8]: Key]
  private let knownBeginnings: Set<[UInt8]>

  init(known: [[UInt8]: Key]) {
    self.known = known
    knownBeginnings = Set(known.keys.flatMap { key in key.indices.dropFirst().map { Array(key[..<$0]) } })
  }

  /// Whether the bytes so far are the beginning of something.
  var isUnfinished: Bool { state != .ground || scalar.missing > 0 }

  /// The bytes of an unfinished sequence or character.
  var unfinished: [UInt8] {
    guard scalar.missing > 0 else { return state == .ground ? [] : kept }
    let count = scalar.least == 0x80 ? 2 : scalar.least == 0x800 ? 3 : 4
    // The bytes after the first.
    let more = count - 1 - scalar.missing
    let first = UInt8(truncatingIfNeeded: 0xF00 >> count) | UInt8(scalar.bits >> (6 * more))
    return [first] + (0..<more).reversed().map { 0x80 | UInt8(scalar.bits >> (6 * $0) & 0x3F) }
  }

  /// Whether the bytes are a key if nothing follows at once.
  var isKeyIfLast: Bool { state == .escape || state == .known }

  /// Nothing has followed: returns the key so far, and returns to the ground state.
  mutating func end() -> Part? {
    defer { (state, scalar.missing) = (.ground, 0) }
    switch state {
    case .escape: return .key(.escape)
    case .known: return .alt(Unicode.Scalar(kept[1]))
    default: return nil
    }
  }

  /// An Esc taken for the key was the beginning of a sequence: the next bytes belong to it.
  mutating func resumeEscape() {
    state = .escape
    begin(0x1B)
  }

  /// Takes a byte, and reports the parts that it completes.
  mutating func take(_ byte: UInt8, _ tell: (Part) -> Void) {
    if state == .mouse {
      kept.append(byte)
      if kept.count == 6 {
        state = .ground
        tell(.mouse(Array(kept[3...])))
      }
    } else if scalar.missing > 0, byte & 0xC0 == 0x80 {
      // Not an 8-bit control character.
      scalar.bits = scalar.bits << 6 | UInt32(byte & 0x3F)
      scalar.missing -= 1
      if scalar.missing == 0, scalar.bits >= scalar.least, let whole = Unicode.Scalar(scalar.bits) {
        take(whole, tell)
      }
    } else {
      scalar.missing = 0
      switch byte {
      case 0..<0xA0: take(Unicode.Scalar(byte), tell)
      case 0xC2...0xDF: scalar = (UInt32(byte & 0x1F), 1, 0x80)
      case 0xE0...0xEF: scalar = (UInt32(byte & 0x0F), 2, 0x800)
      case 0xF0...0xF4: scalar = (UInt32(byte & 0x07), 3, 0x1_0000)
      default: break
      }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ tell: (Part) -> Void) {
    let column = min(Int(scalar.value), Self.columnCount - 1)
    if column < 0x80, takeKnown(UInt8(column), tell) { return }
    let step = Self.table[state.rawValue * Self.columnCount + column]
    state = step.next
    switch step.deed {
    case .none: break
    case .begin: begin(UInt8(column))
    case .collect: if kept.count < Self.keptLimit { kept.append(UInt8(column)) }
    case .note: if command.count < Self.commandLimit { command.append(UInt8(column)) }
    case .command: tell(.command(command))
    case .scalar: tell(.scalar(scalar))
    case .alt: tell(.alt(scalar))
    case .escape:
      tell(.key(.escape))
      begin(UInt8(column))
    case .sequence: endSequence(UInt8(column), tell)
    case .shifted: tell(.shifted(Array(kept.dropFirst(2)), final: UInt8(column)))
    case .strayEnd: tell(.strayEnd)
    }
  }

  private mutating func begin(_ byte: UInt8) {
    kept = byte == 0x1B ? [byte] : [0x1B, byte - 0x40]
    command = []
  }

  private mutating func endSequence(_ final: UInt8, _ tell: (Part) -> Void) {
    guard kept.count < Self.keptLimit else { return }
    switch final {
    case UInt8(ascii: "M") where kept.count == 2: state = .mouse
    // The Linux console: F1 to F5 are `ESC [ [ A` to `E`.
    case UInt8(ascii: "[") where kept.count == 2: state = .console
    default: return tell(.sequence(Array(kept.dropFirst(2)), final: final))
    }
    kept.append(final)
  }

  // MARK: Keys of terminfo

  /// Takes a byte as part of a key that terminfo knows. Returns whether it was one.
  private mutating func takeKnown(_ byte: UInt8, _ tell: (Part) -> Void) -> Bool {
    if known.isEmpty { return false }
    let bytes: [UInt8]
    switch state {
    case .ground: bytes = [byte]
    case .escape, .parameters, .console, .shift, .known: bytes = kept + [byte]
    default: return false
    }
    if let key = known[bytes] {
      state = .ground
      tell(.key(key))
      return true
    }
    let endsHere = state == .known || state == .escape && Self.table[escapeColumn(byte)].next == .ground
    if endsHere, knownBeginnings.contains(bytes) {
      (state, kept) = (.known, bytes)
      return true
    }
    if state == .known {
      tell(.alt(Unicode.Scalar(kept[1])))
      state = .ground
    }
    return false
  }

  private func escapeColumn(_ byte: UInt8) -> Int { State.escape.rawValue * Self.columnCount + Int(byte) }

  // MARK: The table

  /// One column for each of U+0000 to U+009F, and one for all later characters.
  private static let columnCount = 0xA1

  /// The effect of each character in each state.
  private static let table: [(next: State, deed: Deed)] = {
    var table: [(next: State, deed: Deed)] = State.allCases.flatMap { state in
      Array(repeating: (state, .none), count: columnCount)
    }
    func set(_ state: State, _ columns: some Sequence<Int>, _ next: State, _ deed: Deed = .none) {
      for column in columns { table[state.rawValue * columnCount + column] = (next, deed) }
    }
    func set(_ state: State, _ characters: String, _ next: State, _ deed: Deed = .none) {
      set(state, characters.unicodeScalars.map { Int($0.value) }, next, deed)
    }
    let introducers: [(letters: String, next: State)] = [
      ("[", .parameters), ("O", .shift), ("N", .shiftTwo), ("]", .command), ("PX^_", .string),
    ]
    set(.ground, 0..<columnCount, .ground, .scalar)
    set(.ground, 0x80..<0xA0, .ground)
    set(.escape, 0..<columnCount, .ground, .alt)
    set(.escape, 0x80..<0xA0, .ground, .escape)
    for state in [State.ground, .escape, .escapeRest, .parameters, .console, .shift, .shiftTwo] {
      let deed = state == .escape ? Deed.escape : .begin
      set(state, "\u{1B}", .escape, deed)
      for (letters, next) in introducers {
        set(state, letters.unicodeScalars.map { Int($0.value) + 0x40 }, next, deed)
      }
    }
    for (letters, next) in introducers { set(.escape, letters, next, .collect) }
    set(.ground, "\u{9C}", .ground, .strayEnd)
    set(.escape, "\\", .ground, .strayEnd)
    set(.escape, 0x20..<0x30, .escapeRest)
    set(.escapeRest, 0x30..<0x7F, .ground)
    set(.parameters, 0x20..<0x40, .parameters, .collect)
    set(.parameters, 0x40..<0x7F, .ground, .sequence)
    set(.console, 0x20..<0x7F, .ground, .sequence)
    set(.shift, 0x20..<0x7F, .ground, .shifted)
    set(.shift, 0x30..<0x40, .shift, .collect)
    set(.shiftTwo, 0x20..<0x7F, .ground)
    set(.shiftTwo, 0xA0..<columnCount, .ground)
    for (string, end) in [(State.command, State.commandEnd), (.string, .stringEnd)] {
      set(string, "\u{1B}", end)
      set(end, 0..<columnCount, string)
      set(end, "\u{1B}", end)
      let deed = string == .command ? Deed.command : .none
      set(end, "\\", .ground, deed)
      for state in [string, end] {
        set(state, "\u{9C}", .ground, deed)
        if string == .command { set(state, "\u{7}", .ground, deed) }
      }
    }
    set(.command, 0x20..<0x7F, .command, .note)
    return table
  }()
}
