// Decodes a terminal's bytes into keys, pastes and mouse events.
//
//   bytes ─> InputGrammar ─> a key, a sequence ─> its meaning ─> event
//                              └─ a paste begins ─> PastedBytes, until its end
package import Terminals

/// Decodes a terminal's bytes, in whatever pieces they come.
///
/// It accepts both forms of the cursor keys (`ESC [ A` and `ESC O A`), also with Shift, Ctrl or Alt, and all keys that
/// terminfo knows. Esc directly followed by a character is Alt and that character. Other sequences are skipped to their
/// end: an answer that another program has asked the terminal for is neither a key nor text.
///
/// An unfinished sequence ends after two seconds without a byte, or when Ctrl-C comes alone: then keys are keys again.
package struct InputDecoder {
  /// How long the line may be silent in the middle of a sequence.
  private static let sequencePatience = Duration.seconds(2)
  /// How long after an Esc key the rest of a sequence may still come.
  private static let lateness = Duration.milliseconds(600)
  /// How long after the end of a paste, or of a part of it, more may still come, if a line is slow.
  private static let restTime = Duration.seconds(1)
  /// How long the terminal's background may take to be told.
  package static let answerTime = Duration.milliseconds(100)
  /// How long after the question its answer may still begin to come, to be swallowed.
  private static let lateAnswerTime = Duration.seconds(1)
  /// Ctrl-C.
  private static let interrupt: UInt8 = 3
  /// Two presses of the mouse at one position within this time are a double press.
  private static let doublePressTime = Duration.milliseconds(400)

  private var grammar: InputGrammar
  private let escapeDelay: Duration
  /// The current paste; nil outside a paste.
  private var paste: PastedBytes?
  /// Whether the person was told that the paste goes on, because nothing had come for long.
  private var isPasteHalted = false
  /// When the last paste ended that ended by its mark.
  private var pasteEnd: ContinuousClock.Instant?
  /// Whether the last byte came so soon after it that a lone Esc may be the beginning of its true end mark.
  private var isBehindPaste = false
  /// The time when an Esc counted as the key because nothing followed; nil if something has come since.
  private var lateEscape: ContinuousClock.Instant?
  /// The bytes that came after it: keys, or the beginning of a sequence.
  private var lateBytes: [UInt8] = []
  /// The question for the background, while it has no answer: until when an answer counts, and until when an Esc may
  /// be the beginning of a late one.
  private var question: (end: ContinuousClock.Instant, latest: ContinuousClock.Instant)?
  /// Whether the last byte came while an answer was likely.
  private var awaitsAnswer = false
  private var lastPress: (position: Point, instant: ContinuousClock.Instant)?

  package init(known: [[UInt8]: Key] = [:], escapeDelay: Duration = .milliseconds(25)) {
    grammar = InputGrammar(known: known)
    self.escapeDelay = escapeDelay
  }

  /// How long to wait for more: call `timeOut` if no byte comes meanwhile. Nil if nothing is unfinished that ends by
  /// itself.
  package var patience: Duration? {
    if !lateBytes.isEmpty { return Self.lateness }
    if let paste {
      if paste.isOpen { return isPasteHalted ? nil : Self.sequencePatience }
      return paste.patience(forSequence: Self.sequencePatience, forEscape: Self.lateness)
    }
    if grammar.isKeyIfLast {
      return isBehindPaste ? Self.lateness : awaitsAnswer ? max(escapeDelay, Self.answerTime) : escapeDelay
    }
    return grammar.isUnfinished ? Self.sequencePatience : nil
  }

  /// The number of kept bytes that are no event yet.
  package var keptCount: Int { grammar.kept.count + (paste?.keptCount ?? 0) }

  /// The terminal is asked for its background at `now`.
  package mutating func backgroundAsked(at now: ContinuousClock.Instant) {
    question = (now + Self.answerTime, now + Self.lateAnswerTime)
  }

  /// How long the answer to the question for the background may still take; nil if none is awaited.
  package func answerTimeLeft(at now: ContinuousClock.Instant) -> Duration? {
    question.flatMap { now < $0.end ? $0.end - now : nil }
  }

  /// Decodes all bytes of a read at `now`, and returns the events.
  package mutating func decode(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
    let read = Array(bytes)
    awaitsAnswer = question.map { now <= $0.latest } == true
    // Alone it is in no sequence and no paste: the person wants to leave one whose end never came.
    if read == [Self.interrupt], paste != nil || grammar.isUnfinished && !grammar.isKeyIfLast {
      _ = grammar.end()
      // The person may have been told that it ends the paste.
      let isTold = isPasteHalted
      return endPaste() + (isTold ? [] : [.key(.control("c"))])
    }
    let isKey = isBehindPaste && grammar.isKeyIfLast && Self.isSequence(read, isCut: false) == false
    let escape = isKey ? timeOut(at: now) : []
    isBehindPaste = pasteEnd.map { now - $0 <= Self.restTime } == true
    guard paste == nil, isBehindPaste, !areKeys(read, at: now) else {
      return escape + events(of: resumed(read, at: now), at: now)
    }
    // The Esc of an end mark may have come before it.
    let isCut = isEscapeLate(at: now) && Self.isSequence(lateBytes + read, isCut: false) != false
    let begun = (isCut ? [0x1B] : []) + lateBytes + grammar.unfinished
    _ = grammar.end()
    (lateEscape, lateBytes) = (nil, [])
    paste = PastedBytes(isRest: true)
    return escape + events(of: begun + read, at: now)
  }

  /// Whether bytes soon after a paste are keys: one key, or several that no text has, or the next paste. Otherwise they
  /// are its rest.
  private func areKeys(_ bytes: [UInt8], at now: ContinuousClock.Instant) -> Bool {
    var decoder = self
    let events = decoder.events(of: decoder.resumed(bytes, at: now), at: now)
    let keys = events.compactMap { if case .key(let key) = $0 { key } else { nil } }
    if decoder.paste != nil { return keys.isEmpty }
    if String(decoding: bytes, as: UTF8.self).contains("201~") { return false }
    // The end mark may be cut.
    return keys.allSatisfy(\.isNoText) || keys.count == 1 && decoder.grammar.unfinished.count < 3
  }

  /// Nothing has come during `patience`: an Esc without a sequence is the key.
  package mutating func timeOut(at now: ContinuousClock.Instant) -> [InputEvent] {
    if !lateBytes.isEmpty {
      var bytes: [UInt8] = []
      swap(&lateBytes, &bytes)
      return events(of: bytes, at: now)
    }
    if paste?.isOpen == true {
      isPasteHalted = true
      return [.pasteHalted]
    }
    if var ended = paste {
      paste = nil
      let (text, omittedCount, rest) = ended.finish { areKeys($0, at: now) }
      (pasteEnd, isPasteHalted, isBehindPaste) = (now, false, true)
      // A rest may be an end mark without any text.
      let event = ended.isRest && text.isEmpty ? [] : [InputEvent.paste(text, omittedByteCount: omittedCount)]
      guard ended.endsWithEscape else { return event + events(of: rest, at: now) }
      lateEscape = now
      return event
    }
    switch grammar.end() {
    case .key(let key)?:
      lateEscape = now
      return [.key(key)]
    case .alt(let scalar)?: return Self.alt(scalar)
    default: return []
    }
  }

  /// Ends an unfinished paste, and returns its text.
  package mutating func endPaste() -> [InputEvent] {
    guard let (text, omittedCount, _) = paste?.finish() else { return [] }
    (paste, isPasteHalted) = (nil, false)
    return [.paste(text, omittedByteCount: omittedCount)]
  }

  // MARK: An Esc that was cut off

  /// Whether an Esc came so early that it was taken for the key, and the rest of its sequence may still come.
  private func isEscapeLate(at now: ContinuousClock.Instant) -> Bool {
    lateEscape.map { now - $0 <= Self.lateness } == true
  }

  /// Checks whether a read continues a sequence whose Esc came so early that it was taken for the key. Bytes that
  /// may be keys wait for the next. Returns the bytes to decode now.
  private mutating func resumed(_ read: [UInt8], at now: ContinuousClock.Instant) -> [UInt8] {
    let (isLate, held) = (isEscapeLate(at: now), lateBytes)
    (lateEscape, lateBytes) = (nil, [])
    let bytes = held + read
    guard !held.isEmpty || isLate, paste == nil, !grammar.isUnfinished else {
      return bytes
    }
    switch Self.isSequence(bytes, isCut: !held.isEmpty) {
    case true?: grammar.resumeEscape()
    case false?: break
    case nil:
      lateBytes = bytes
      return []
    }
    return bytes
  }

  /// Whether the bytes after an Esc are a sequence and not keys: the letters are keys, too. Nil: the next byte tells.
  /// `isCut`: whether they came in several reads.
  private static func isSequence(_ bytes: [UInt8], isCut: Bool) -> Bool? {
    guard let introducer = bytes.first else { return false }
    let next = bytes.count > 1 ? bytes[1] : nil
    switch introducer {
    case UInt8(ascii: "["): return next.map { (0x20..<0x7F).contains($0) }
    case UInt8(ascii: "]"): return next.map { (0x30...0x39).contains($0) || "lLI".utf8.contains($0) }
    // The small letters are those of the keypad. In several reads a person has typed them.
    case UInt8(ascii: "O"):
      return next.map { "ABCDFHMPQRS0123456789".utf8.contains($0) || !isCut && "jklmnopqrstuvwxyXI".utf8.contains($0) }
    // Answers begin with `>|`, `!|`, a digit and `$`, `+` or `!`, and those of kitty and tmux with `@k` and `tm`.
    case UInt8(ascii: "P"):
      guard let next else { return nil }
      let ends: String
      switch next {
      case UInt8(ascii: ">"), UInt8(ascii: "!"): ends = "|"
      case UInt8(ascii: "0")...UInt8(ascii: "2"): ends = "$+!"
      case UInt8(ascii: "@"): ends = "k"
      case UInt8(ascii: "t"): ends = "m"
      default: return false
      }
      return bytes.count > 2 ? ends.utf8.contains(bytes[2]) : nil
    // An answer of kitty about graphics. In one read any other text is a string, too.
    case UInt8(ascii: "_"): return next.map { !isCut || $0 == UInt8(ascii: "G") }
    case UInt8(ascii: "^"), UInt8(ascii: "X"): return next != nil
    default: return false
    }
  }

  // MARK: Meaning

  private mutating func events(of read: [UInt8], at now: ContinuousClock.Instant) -> [InputEvent] {
    var events: [InputEvent] = []
    // The start of the last series of characters.
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
        // The end of a string whose beginning another program has read, or which came before there was a screen.
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
        paste = PastedBytes()
      } else if final == UInt8(ascii: "M"), parameters.first == UInt8(ascii: "<") {
        if let numbers = Key.numbers(parameters.dropFirst()) { noteMouse(numbers, at: now, to: &events) }
      } else if let key = Key(parameters, final: final) {
        events.append(.key(key))
      }
    case .shifted(let parameters, let final):
      if let key = Key(shifted: parameters, final: final) { events.append(.key(key)) }
    case .mouse(let bytes): noteMouse(bytes.map { Int($0) - 32 }, at: now, to: &events)
    case .command(let text):
      guard let color = Color(answer: text) else { break }
      // The person waits for another answer by now: this one is dropped.
      if let question, now <= question.end { events.append(.background(color)) }
      question = nil
    case .strayEnd: break
    }
  }

  private static func key(_ scalar: Unicode.Scalar) -> Key? {
    if scalar.isASCII, let key = Key(controlByte: UInt8(scalar.value)) { return key }
    // Invalid bytes are no key.
    return scalar == "\u{FFFD}" ? nil : .character(Character(scalar))
  }

  private static func alt(_ scalar: Unicode.Scalar) -> [InputEvent] {
    guard let key = key(scalar) else { return [.key(.escape)] }
    // Ctrl-C means the same with any other key held.
    return scalar.value == interrupt ? [.key(.escape), .key(key)] : [.key(.alt(key))]
  }

  private mutating func noteMouse(
    _ numbers: [Int], at now: ContinuousClock.Instant, to events: inout [InputEvent]
  ) {
    // With Shift the mouse is the terminal's own: it selects text.
    guard numbers.count == 3, numbers[0] & 0b100 == 0 else { return }
    let position = Point(column: max(0, numbers[1] - 1), row: max(0, numbers[2] - 1))
    switch numbers[0] & ~0b11000 {
    case 32: events.append(.mouse(MouseEvent(.drag, at: position)))
    case 66: events.append(.mouse(MouseEvent(.wheelLeft, at: position)))
    case 67: events.append(.mouse(MouseEvent(.wheelRight, at: position)))
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

extension Key {
  /// Whether the key moves the cursor, or is one that has no character.
  fileprivate var isNoText: Bool {
    switch self {
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .controlLeft, .controlRight, .function,
      .backTab, .escape:
      true
    case .character, .control, .enter, .tab, .backspace, .delete, .alt: false
    }
  }
}
