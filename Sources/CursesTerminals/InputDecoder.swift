// Makes keys, pastes and mouse events of the bytes that a terminal sends.
import Terminals

/// Reads a terminal's bytes, in whatever pieces they come.
///
/// Both forms of the cursor keys are understood (`ESC [ A` and `ESC O A`), with Shift, Ctrl or Alt held too, and
/// whatever terminfo says besides. Esc with a character right behind it is Alt and that character. A sequence of
/// unknown meaning is swallowed whole: its letters are no commands.
struct InputDecoder {
  /// The most that is kept of one paste, in bytes.
  static let pasteLimit = 1 << 20
  /// A longer sequence than this is no sequence.
  private static let sequenceLimit = 64
  /// Ctrl-C.
  private static let interrupt: UInt8 = 3
  /// What in a sequence says that Ctrl alone is held.
  private static let controlModifier = 5
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
  /// Two presses of the mouse in one place within this time are one double press.
  private static let doublePressTime = Duration.milliseconds(400)

  /// What terminfo knows of keys, longest sequence first.
  private let known: [(bytes: [UInt8], key: Key)]
  /// Bytes that do not mean anything yet.
  private var pending: [UInt8] = []
  /// What was pasted so far, and how much more than is kept; `nil` outside of a paste.
  private var paste: [UInt8]?
  private var omittedByteCount = 0
  private var lastPress: (position: Point, instant: ContinuousClock.Instant)?

  init(known: [[UInt8]: Key] = [:]) {
    self.known = known.map { ($0.key, $0.value) }.sorted { $0.bytes.count > $1.bytes.count }
  }

  /// Whether the bytes so far are the beginning of something: `timeOut` should follow if no other byte does.
  var isWaiting: Bool { paste == nil && !pending.isEmpty }

  /// Takes further bytes, read at `now`, and gives what they mean.
  mutating func decode(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
    // By itself it is no part of what is pasted: the person wants to leave a paste whose end never came.
    if paste != nil, bytes.elementsEqual([Self.interrupt]) { return endPaste() + [.key(.control("c"))] }
    pending += bytes
    var events: [InputEvent] = []
    var start = 0
    while start < pending.count {
      let used = paste == nil ? take(from: start, at: now, into: &events) : takePasted(from: start, into: &events)
      if used == 0 { break }
      start += used
    }
    pending.removeFirst(start)
    return events
  }

  /// Nothing followed for a while: an Esc that began nothing is the key.
  mutating func timeOut() -> [InputEvent] {
    guard paste == nil else { return [] }
    let bytes = pending
    pending = []
    // `ESC [` and `ESC O` are Alt and a letter; anything longer was cut off, and says nothing.
    guard bytes.first == 0x1B, bytes.count <= 2 else { return [] }
    guard let byte = bytes.dropFirst().first, byte < 0x80 else { return [.key(.escape)] }
    return [.key(.alt(.character(Character(Unicode.Scalar(byte)))))]
  }

  /// Ends a paste whose end did not come, with what came of it.
  mutating func endPaste() -> [InputEvent] {
    guard paste != nil else { return [] }
    pending = []
    return takePaste()
  }

  // MARK: Outside of a paste

  /// Reads one thing; gives the number of bytes it took, 0 if more are needed.
  private mutating func take(
    from start: Int, at now: ContinuousClock.Instant, into events: inout [InputEvent]
  ) -> Int {
    let byte = pending[start]
    if byte == 0x1B { return takeEscape(from: start, at: now, into: &events) }
    if let entry = known.first(where: { $0.bytes == [byte] }) {
      events.append(.key(entry.key))
    } else if let key = Key(controlByte: byte) {
      events.append(.key(key))
    } else if byte < 0x80 {
      events.append(.key(.character(Character(Unicode.Scalar(byte)))))
    } else {
      return takeScalar(from: start, into: &events)
    }
    return 1
  }

  private mutating func takeScalar(from start: Int, into events: inout [InputEvent]) -> Int {
    let length: Int
    switch pending[start] {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return 1
    }
    let available = pending[start...].prefix(length)
    let good = 1 + available.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
    if good < length { return available.count == good ? 0 : good }
    let text = String(decoding: available, as: UTF8.self)
    // Neither what is not valid nor a control of the second set is a key.
    if let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}", scalar.value >= 0xA0 {
      events.append(.key(.character(Character(scalar))))
    }
    return length
  }

  private mutating func takeEscape(
    from start: Int, at now: ContinuousClock.Instant, into events: inout [InputEvent]
  ) -> Int {
    let rest = pending[start...]
    if let entry = known.first(where: { rest.starts(with: $0.bytes) }) {
      events.append(.key(entry.key))
      return entry.bytes.count
    }
    guard rest.count > 1 else { return 0 }
    switch rest[start + 1] {
    case UInt8(ascii: "["): return takeControlSequence(from: start, at: now, into: &events)
    case UInt8(ascii: "O"): return takeSingleShift(from: start, into: &events)
    default:
      if known.contains(where: { $0.bytes.starts(with: rest) }) { return 0 }
      return takeAlt(from: start, at: now, into: &events)
    }
  }

  /// Esc, and a character that came with it.
  private mutating func takeAlt(
    from start: Int, at now: ContinuousClock.Instant, into events: inout [InputEvent]
  ) -> Int {
    let next = pending[start + 1]
    // A second Esc begins something of its own, and Ctrl-C means the same whatever is held.
    if next != 0x1B, next != Self.interrupt {
      var following: [InputEvent] = []
      let used = take(from: start + 1, at: now, into: &following)
      if used == 0 { return 0 }
      if case .key(let key)? = following.first {
        events.append(.key(.alt(key)))
        return used + 1
      }
    }
    events.append(.key(.escape))
    return 1
  }

  /// `ESC O`, a modifier perhaps, and a letter.
  private func takeSingleShift(from start: Int, into events: inout [InputEvent]) -> Int {
    var index = start + 2
    while index < pending.count, (0x30...0x39).contains(pending[index]) { index += 1 }
    guard index < pending.count else { return 0 }
    let final = pending[index]
    guard (0x20...0x7E).contains(final) else {
      events.append(.key(.escape))
      return 1
    }
    if let key = Self.key(final: final, modifier: Self.numbers(pending[(start + 2)..<index])[0]) {
      events.append(.key(key))
    } else if final == UInt8(ascii: "M") {
      events.append(.key(.enter))
    } else if (0x6A...0x79).contains(final) {
      // The digits and signs of the number pad.
      events.append(.key(.character(Character(Unicode.Scalar(final - 0x40)))))
    }
    return index + 1 - start
  }

  /// `ESC [`, parameters, and a final byte.
  private mutating func takeControlSequence(
    from start: Int, at now: ContinuousClock.Instant, into events: inout [InputEvent]
  ) -> Int {
    var index = start + 2
    while index < pending.count, (0x20...0x3F).contains(pending[index]) { index += 1 }
    if index - start > Self.sequenceLimit { return index - start }
    guard index < pending.count else { return 0 }
    let final = pending[index]
    let length = index + 1 - start
    // A sequence broken off by something that cannot be in it: what follows stands for itself.
    guard (0x40...0x7E).contains(final) else { return index - start }
    let parameters = pending[(start + 2)..<index]
    if final == UInt8(ascii: "["), parameters.isEmpty {
      // The console of Linux: F1 to F5 are `ESC [ [ A` to `E`.
      guard index + 1 < pending.count else { return 0 }
      if (0x41...0x45).contains(pending[index + 1]) {
        events.append(.key(.function(Int(pending[index + 1]) - 0x40)))
      }
      return length + 1
    }
    if final == UInt8(ascii: "M"), parameters.isEmpty {
      // The mouse of a terminal that counts in bytes.
      guard index + 3 < pending.count else { return 0 }
      let numbers = (1...3).map { Int(pending[index + $0]) - 32 }
      noteMouse(button: numbers[0], column: numbers[1], row: numbers[2], at: now, into: &events)
      return length + 3
    }
    if parameters.first == UInt8(ascii: "<") {
      let numbers = Self.numbers(parameters.dropFirst())
      if final == UInt8(ascii: "M"), numbers.count == 3 {
        noteMouse(button: numbers[0], column: numbers[1], row: numbers[2], at: now, into: &events)
      }
      return length
    }
    let numbers = Self.numbers(parameters)
    if final == UInt8(ascii: "~") {
      if numbers[0] == 200 {
        paste = []
      } else if let key = Self.key(number: numbers[0]) {
        events.append(.key(key))
      }
    } else if let key = Self.key(final: final, modifier: numbers.last!), numbers[0] <= 1 {
      events.append(.key(key))
    }
    return length
  }

  private mutating func noteMouse(
    button: Int, column: Int, row: Int, at now: ContinuousClock.Instant, into events: inout [InputEvent]
  ) {
    let position = Point(column: max(0, column - 1), row: max(0, row - 1))
    switch button & ~0b11100 {
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

  private static func numbers(_ bytes: some Collection<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      digits.reduce(0) { min(99_999, $0 * 10 + Int($1 &- 0x30)) }
    }
  }

  private static func key(final: UInt8, modifier: Int) -> Key? {
    switch final {
    case UInt8(ascii: "C") where modifier == controlModifier: .controlRight
    case UInt8(ascii: "D") where modifier == controlModifier: .controlLeft
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  private static func key(number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  // MARK: Inside a paste

  private mutating func takePasted(from start: Int, into events: inout [InputEvent]) -> Int {
    var index = start
    while let escape = pending[index...].firstIndex(of: 0x1B) {
      let rest = pending[escape...]
      if rest.starts(with: Self.pasteEnd) {
        keep(pending[start..<escape])
        events += takePaste()
        return escape + Self.pasteEnd.count - start
      }
      if Self.pasteEnd.starts(with: rest) {
        keep(pending[start..<escape])
        return escape - start
      }
      index = escape + 1
    }
    keep(pending[start...])
    return pending.count - start
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = Self.pasteLimit - (paste?.count ?? 0)
    paste?.append(contentsOf: bytes.prefix(room))
    omittedByteCount += max(0, bytes.count - room)
  }

  private mutating func takePaste() -> [InputEvent] {
    var bytes = paste ?? []
    defer { (paste, omittedByteCount) = (nil, 0) }
    // A character that was cut through is left out whole.
    if omittedByteCount > 0, let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }),
      bytes.count - lead < (~bytes[lead]).leadingZeroBitCount
    {
      omittedByteCount += bytes.count - lead
      bytes.removeSubrange(lead...)
    }
    return [.paste(Self.text(bytes), omittedByteCount: omittedByteCount)]
  }

  /// Lines end with a carriage return in what terminals send.
  private static func text(_ bytes: [UInt8]) -> String {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var last: UInt8 = 0
    for byte in bytes {
      if byte == 0x0D { lines.append(0x0A) } else if byte != 0x0A || last != 0x0D { lines.append(byte) }
      last = byte
    }
    return String(decoding: lines, as: UTF8.self)
  }
}
