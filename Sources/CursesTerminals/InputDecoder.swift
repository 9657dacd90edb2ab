// Makes keys, pastes and mouse events of the bytes that a terminal sends.
//
//   bytes ─> InputGrammar ─> a key, a sequence ─> its meaning ─> event
//                              └─ a paste begins ─> PastedBytes, until its end
package import Terminals

/// Reads a terminal's bytes, in whatever pieces they come.
///
/// Both forms of the cursor keys are understood (`ESC [ A` and `ESC O A`), with Shift, Ctrl or Alt held too, and
/// whatever terminfo says besides. Esc with a character right behind it is Alt and that character. What else begins as a
/// sequence is swallowed to its end: an answer that another program asked the terminal for is neither a key nor text.
///
/// A sequence whose end never comes is over when two seconds pass without a byte, or when Ctrl-C comes by itself: then
/// keys are keys again.
package struct InputDecoder {
  /// So long a line may be silent in the midst of a sequence.
  private static let sequencePatience = Duration.seconds(2)
  /// So long an Esc that was taken for the key may still have been the beginning of a sequence.
  private static let lateness = Duration.milliseconds(600)
  /// Ctrl-C.
  private static let interrupt: UInt8 = 3
  /// Two presses of the mouse in one place within this time are one double press.
  private static let doublePressTime = Duration.milliseconds(400)

  private var grammar: InputGrammar
  private let escapeDelay: Duration
  /// What is being pasted; `nil` outside of a paste.
  private var paste: PastedBytes?
  /// When an Esc was taken for the key, as nothing followed it; `nil` if something has come since.
  private var lateEscape: ContinuousClock.Instant?
  /// What came behind that: a key, or the second byte of a sequence.
  private var lateIntroducer: UInt8?
  private var lastPress: (position: Point, instant: ContinuousClock.Instant)?

  package init(known: [[UInt8]: Key] = [:], escapeDelay: Duration = .milliseconds(25)) {
    grammar = InputGrammar(known: known)
    self.escapeDelay = escapeDelay
  }

  /// For how long more is awaited: `timeOut` should follow if no byte comes meanwhile. `nil` where nothing is unfinished
  /// that ends by itself.
  package var patience: Duration? {
    if lateIntroducer != nil { return Self.lateness }
    if let paste { return paste.patience(forSequence: Self.sequencePatience) }
    if grammar.isKeyIfLast { return escapeDelay }
    return grammar.isUnfinished ? Self.sequencePatience : nil
  }

  /// How many bytes are kept that are no event yet.
  package var keptCount: Int { grammar.kept.count + (paste?.keptCount ?? 0) }

  /// Takes all bytes of a read at `now`. Returns what they mean.
  package mutating func decode(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
    let read = Array(bytes)
    // By itself it is in no sequence and no paste: the person wants to leave one whose end never came.
    if read == [Self.interrupt], paste != nil || grammar.isUnfinished && !grammar.isKeyIfLast {
      _ = grammar.end()
      return endPaste() + [.key(.control("c"))]
    }
    return events(of: resumed(read, at: now), at: now)
  }

  /// Nothing followed for as long as `patience` says: an Esc that began nothing is the key.
  package mutating func timeOut(at now: ContinuousClock.Instant) -> [InputEvent] {
    if let byte = lateIntroducer {
      lateIntroducer = nil
      return events(of: [byte], at: now)
    }
    if paste != nil {
      var pasted: PastedBytes?
      swap(&paste, &pasted)
      guard let (text, omittedCount, keys) = pasted?.finish() else { return [] }
      return [.paste(text, omittedByteCount: omittedCount)] + events(of: keys, at: now)
    }
    switch grammar.end() {
    case .key(let key)?:
      lateEscape = now
      return [.key(key)]
    case .alt(let scalar)?: return Self.alt(scalar)
    default: return []
    }
  }

  /// Ends a paste whose end did not come, with what came of it.
  package mutating func endPaste() -> [InputEvent] {
    guard let (text, omittedCount, _) = paste?.finish() else { return [] }
    paste = nil
    return [.paste(text, omittedByteCount: omittedCount)]
  }

  // MARK: An Esc that was cut off

  /// Looks whether a read goes on with a sequence whose Esc came so early that it was taken for the key. A byte alone
  /// waits for the next: it may be a key. Returns the bytes to read now.
  private mutating func resumed(_ read: [UInt8], at now: ContinuousClock.Instant) -> [UInt8] {
    let (late, held) = (lateEscape, lateIntroducer)
    (lateEscape, lateIntroducer) = (nil, nil)
    let bytes = [held].compactMap(\.self) + read
    guard held != nil || late.map({ now - $0 <= Self.lateness }) == true, paste == nil, !grammar.isUnfinished else {
      return bytes
    }
    if bytes.count == 1, "[]PO".utf8.contains(bytes[0]) {
      lateIntroducer = bytes[0]
      return []
    }
    if bytes.count > 1, Self.isSequence(bytes[0], bytes[1]) { grammar.resumeEscape() }
    return bytes
  }

  /// Whether two bytes behind an Esc are a sequence rather than keys: the letters are keys too.
  private static func isSequence(_ introducer: UInt8, _ next: UInt8) -> Bool {
    switch introducer {
    case UInt8(ascii: "["): (0x20..<0x7F).contains(next)
    case UInt8(ascii: "]"): (0x30...0x39).contains(next) || "lLI".utf8.contains(next)
    case UInt8(ascii: "P"): (0x20...0x3F).contains(next)
    case UInt8(ascii: "O"): "ABCDFHMPQRS0123456789".utf8.contains(next)
    case UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"): true
    default: false
    }
  }

  // MARK: Meaning

  private mutating func events(of read: [UInt8], at now: ContinuousClock.Instant) -> [InputEvent] {
    var events: [InputEvent] = []
    // Where the characters begin that came last, one after the other.
    var textStart: Int?
    var parts: [InputGrammar.Part] = []
    var index = 0
    while index < read.count {
      if paste != nil {
        if paste?.take(read[index...]) == true { events += endPaste() + [.key(.control("c"))] }
        return events
      }
      grammar.take(read[index]) { parts.append($0) }
      index += 1
      for part in parts {
        // The rest of a string whose beginning another program has read, or was read before the screen was there.
        if part == .strayEnd || part == .scalar("\u{7}"), let start = textStart {
          events.removeSubrange(start...)
          textStart = nil
        } else {
          let count = events.count
          add(part, at: now, to: &events)
          if case .scalar(let scalar) = part, scalar.value >= 0x20, scalar.value != 0x7F {
            textStart = textStart ?? count
          } else {
            textStart = nil
          }
        }
      }
      parts.removeAll(keepingCapacity: true)
    }
    return events
  }

  private mutating func add(
    _ part: InputGrammar.Part, at now: ContinuousClock.Instant, to events: inout [InputEvent]
  ) {
    switch part {
    case .scalar(let scalar): if let key = Self.key(scalar) { events.append(.key(key)) }
    case .alt(let scalar): events += Self.alt(scalar)
    case .key(let key): events.append(.key(key))
    case .sequence(let parameters, let final):
      if final == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
        paste = PastedBytes(introducer: grammar.isOfEightBits ? [0x9B] : [0x1B, UInt8(ascii: "[")])
      } else if final == UInt8(ascii: "M"), parameters.first == UInt8(ascii: "<") {
        if let numbers = Key.numbers(parameters.dropFirst()) { noteMouse(numbers, at: now, to: &events) }
      } else if let key = Key(parameters, final: final) {
        events.append(.key(key))
      }
    case .shifted(let parameters, let final):
      if let key = Key(shifted: parameters, final: final) { events.append(.key(key)) }
    case .mouse(let bytes): noteMouse(bytes.map { Int($0) - 32 }, at: now, to: &events)
    case .strayEnd: break
    }
  }

  private static func key(_ scalar: Unicode.Scalar) -> Key? {
    if scalar.isASCII, let key = Key(controlByte: UInt8(scalar.value)) { return key }
    // What is not valid is no key.
    return scalar == "\u{FFFD}" ? nil : .character(Character(scalar))
  }

  private static func alt(_ scalar: Unicode.Scalar) -> [InputEvent] {
    guard let key = key(scalar) else { return [.key(.escape)] }
    // Ctrl-C means the same whatever is held.
    return scalar.value == interrupt ? [.key(.escape), .key(key)] : [.key(.alt(key))]
  }

  private mutating func noteMouse(
    _ numbers: [Int], at now: ContinuousClock.Instant, to events: inout [InputEvent]
  ) {
    guard numbers.count == 3 else { return }
    let position = Point(column: max(0, numbers[1] - 1), row: max(0, numbers[2] - 1))
    switch numbers[0] & ~0b11100 {
    case 64: events.append(.mouse(MouseEvent(.wheelUp, at: position)))
    case 65: events.append(.mouse(MouseEvent(.wheelDown, at: position)))
    case 0:
      if let last = lastPress, last.position == position, now - last.instant <= Self.doublePressTime {
        lastPress = nil
        events.append(.mouse(MouseEvent(.doublePress, at: position)))
      } else {
        lastPress = (position, now)
        events.append(.mouse(MouseEvent(.press, at: position)))
      }
    default: break
    }
  }
}
