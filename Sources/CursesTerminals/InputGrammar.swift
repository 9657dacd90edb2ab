// The grammar of what a terminal sends (ECMA-48): a state machine with a table of states. What keys mean is the
// decoder's.
//
//   state       on                      next          what is told
//   ground      ESC                     escape
//               an introducer in 8 bits as behind ESC
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
//   command     BEL, ST in 8 bits       ground
//               ESC                     commandEnd
//   commandEnd  \, BEL, ST in 8 bits    ground
//   string      ST in 8 bits            ground
//               ESC                     stringEnd
//   stringEnd   \, ST in 8 bits         ground
//
// ESC and the introducers in 8 bits begin anew in each state but those of strings: in a string they are part of it, as
// all else is. On what a state does not name it stays, and says nothing; after the ESC in it, a string goes on.
import Terminals

/// Parts keys from sequences, byte by byte, in constant memory: a string is swallowed, not kept.
struct InputGrammar {
  /// What the bytes so far are the beginning of.
  enum State: Int, CaseIterable {
    case ground, escape, escapeRest, parameters, console, mouse, shift, shiftTwo
    case command, commandEnd, string, stringEnd
    /// A key that terminfo alone knows, and that is no sequence.
    case known
  }

  /// What is whole.
  enum Part: Equatable {
    /// A character, of the control characters too.
    case scalar(Unicode.Scalar)
    /// Esc, and a character that came with it.
    case alt(Unicode.Scalar)
    /// Esc alone, or a key that terminfo knows.
    case key(Key)
    /// A control sequence: what is between its introducer and its final byte, and that.
    case sequence([UInt8], final: UInt8)
    /// A key of the keypad: what is between `ESC O` and its final byte, and that.
    case shifted([UInt8], final: UInt8)
    /// The mouse of a terminal that counts in bytes.
    case mouse([UInt8])
    /// The end of a string that had no beginning.
    case strayEnd
  }

  private enum Deed {
    case none, begin, collect, scalar, alt, escape, sequence, shifted, strayEnd
  }

  /// A longer sequence says nothing.
  private static let keptLimit = 64

  private(set) var state = State.ground
  /// The sequence so far, with ESC and a letter for an introducer in 8 bits; of a string none.
  private(set) var kept: [UInt8] = []
  /// Whether its introducer came in 8 bits.
  private(set) var isOfEightBits = false
  /// A character that is not whole: its bits, how many bytes are missing, and the least that so many bytes stand for.
  private var scalar: (bits: UInt32, missing: Int, least: UInt32) = (0, 0, 0)
  /// What terminfo knows of keys, and their beginnings.
  private let known: [[UInt8]: Key]
  private let knownBeginnings: Set<[UInt8]>

  init(known: [[UInt8]: Key]) {
    self.known = known
    knownBeginnings = Set(known.keys.flatMap { key in key.indices.dropFirst().map { Array(key[..<$0]) } })
  }

  /// Whether the bytes so far are the beginning of something.
  var isUnfinished: Bool { state != .ground || scalar.missing > 0 }

  /// Whether they are a key if nothing follows at once.
  var isKeyIfLast: Bool { state == .escape || state == .known }

  /// Nothing followed: returns the key so far, and goes back to the ground state.
  mutating func end() -> Part? {
    defer { (state, scalar.missing) = (.ground, 0) }
    switch state {
    case .escape: return .key(.escape)
    case .known: return .alt(Unicode.Scalar(kept[1]))
    default: return nil
    }
  }

  /// An Esc that was taken for the key was the beginning of a sequence: what comes now belongs to it.
  mutating func resumeEscape() {
    state = .escape
    begin(0x1B)
  }

  /// Takes a byte, and tells what is whole by it.
  mutating func take(_ byte: UInt8, _ tell: (Part) -> Void) {
    if state == .mouse {
      kept.append(byte)
      if kept.count == 6 {
        state = .ground
        tell(.mouse(Array(kept[3...])))
      }
    } else if scalar.missing > 0, byte & 0xC0 == 0x80 {
      // Not a control character of 8 bits.
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
    isOfEightBits = byte != 0x1B
    kept = isOfEightBits ? [0x1B, byte - 0x40] : [byte]
  }

  private mutating func endSequence(_ final: UInt8, _ tell: (Part) -> Void) {
    guard kept.count < Self.keptLimit else { return }
    switch final {
    case UInt8(ascii: "M") where kept.count == 2: state = .mouse
    // The console of Linux: F1 to F5 are `ESC [ [ A` to `E`.
    case UInt8(ascii: "[") where kept.count == 2: state = .console
    default: return tell(.sequence(Array(kept.dropFirst(2)), final: final))
    }
    kept.append(final)
  }

  // MARK: What terminfo knows

  /// Takes a byte as part of a key that terminfo knows. Whether it was one.
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

  /// One for each of U+0000 to U+009F, and one for all characters behind.
  private static let columnCount = 0xA1

  /// For each state what each character does.
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
      set(end, "\\", .ground)
      for state in [string, end] {
        set(state, "\u{9C}", .ground)
        if string == .command { set(state, "\u{7}", .ground) }
      }
    }
    return table
  }()
}
