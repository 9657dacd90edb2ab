// Collects pasted text between the marks that a terminal puts around it.
//
//   open ──the end──> ended ──silence──> a paste, and the key that came after it
//                      │  ^
//                      │  └──the end again──┐
//                      └──text at once──> going on ──silence──> a paste with all of it
//
// A terminal may pass on an end mark that is part of the text: tmux does. Its own end mark comes after that, and no one
// types as fast: so bytes in the same read after an end mark, or before another, are text. A slow line pauses anywhere:
// so for a second after a paste, or a part of it, several characters in one read are its rest, and a single one is a key.

/// The bytes of one paste.
struct PastedBytes {
  /// The maximum number of kept bytes.
  static let limit = 1 << 20
  /// The maximum number of bytes after the end that can be typed keys.
  private static let keyLimit = 1024
  /// The silence after which bytes after an end count as typed.
  private static let silence = Duration.milliseconds(50)

  /// The end marks: a terminal may introduce a sequence in 7 or 8 bits, and in UTF-8 too, and need not do so alike at
  /// both ends.
  private static let ends: [[UInt8]] = [[0x1B, UInt8(ascii: "[")], [0x9B], [0xC2, 0x9B]].map { $0 + Array("201~".utf8) }

  private enum Phase { case open, ended, goingOn }

  /// Whether it is the rest of a paste whose end seemed to have come.
  let isRest: Bool
  private var phase: Phase
  private var text: [UInt8] = []
  private var omittedCount = 0
  /// The bytes that came after the end, in a later read.
  private var keys: [UInt8] = []
  /// The last bytes, if an end mark may begin with them.
  private var mark: [UInt8] = []
  /// The last bytes of the former reads, at most three.
  private var former: [UInt8] = []

  init(isRest: Bool = false) { (self.isRest, phase) = (isRest, isRest ? .goingOn : .open) }

  /// Whether its end has not come.
  var isOpen: Bool { phase == .open }

  /// The number of kept bytes.
  var keptCount: Int { text.count + keys.count }

  /// How long to wait for more behind an end. The end mark may be incomplete, but directly behind an end a single Esc
  /// may be a key.
  func patience(forSequence patience: Duration, forEscape escapePatience: Duration) -> Duration {
    mark.isEmpty ? Self.silence : mark == [0x1B] && phase == .ended ? escapePatience : patience
  }

  /// Whether it breaks off behind the Esc of an end mark.
  var endsWithEscape: Bool { phase == .goingOn && mark == [0x1B] }

  /// Takes all of a read. Returns whether it ends with only Ctrl-C after the end mark.
  mutating func take(_ read: ArraySlice<UInt8>) -> Bool {
    defer { former = Array((former + read.suffix(3)).suffix(3)) }
    var rest = read
    // Whether the end mark came in this read.
    var isFresh = false
    while !rest.isEmpty {
      if mark.isEmpty {
        let start = rest.indices.first { begins(with: rest[$0], at: $0, of: read) } ?? rest.endIndex
        keep(rest[..<start], isFresh: isFresh)
        rest = rest[start...]
      }
      guard let byte = rest.first else { break }
      if Self.ends.contains(where: { $0.starts(with: mark + [byte]) }) {
        mark.append(byte)
        rest.removeFirst()
        guard Self.ends.contains(mark) else { continue }
        mark = []
        keepText(keys[...])
        (keys, phase, isFresh) = ([], .ended, true)
        if rest.elementsEqual([0x03]) { return true }
      } else {
        // The end mark may begin at this byte.
        keep(mark[...], isFresh: isFresh)
        mark = []
      }
    }
    return false
  }

  /// Whether an end mark may begin with a byte of a read. An 8-bit introducer may also be part of a character.
  private func begins(with byte: UInt8, at index: Int, of read: ArraySlice<UInt8>) -> Bool {
    switch byte {
    case 0x1B, 0xC2: return true
    case 0x9B:
      let before = former + read[max(read.startIndex, index - 3)..<index]
      let continuing = before.reversed().prefix { $0 & 0xC0 == 0x80 }.count
      guard continuing < 3, continuing < before.count else { return true }
      let lead = before[before.count - 1 - continuing]
      return lead < 0xC0 || (~lead).leadingZeroBitCount <= continuing + 1
    default: return false
    }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>, isFresh: Bool) {
    guard !bytes.isEmpty else { return }
    if phase == .ended, isFresh || keys.count + bytes.count > Self.keyLimit {
      phase = .goingOn
      keepText(keys[...])
      keys = []
    }
    if phase == .ended { keys += bytes } else { keepText(bytes) }
  }

  private mutating func keepText(_ bytes: ArraySlice<UInt8>) {
    let room = Self.limit - text.count
    text.append(contentsOf: bytes.prefix(room))
    omittedCount += max(0, bytes.count - room)
  }

  /// Ends the paste. Returns the text, the number of its omitted bytes, and the bytes after it: typed keys, and the
  /// beginning of an end mark. `isTyped`: whether bytes that came after the end are a key.
  mutating func finish(isTyped: ([UInt8]) -> Bool = { _ in true }) -> (text: String, omittedCount: Int, rest: [UInt8]) {
    if !keys.isEmpty, !isTyped(keys + mark) {
      keepText(keys[...])
      keys = []
    }
    // An incomplete character is omitted entirely.
    if omittedCount > 0, let lead = text.lastIndex(where: { $0 & 0xC0 != 0x80 }),
      text.count - lead < (~text[lead]).leadingZeroBitCount
    {
      omittedCount += text.count - lead
      text.removeSubrange(lead...)
    }
    return (Self.string(text), omittedCount, keys + mark)
  }

  /// Converts line ends: terminals send carriage returns.
  private static func string(_ bytes: [UInt8]) -> String {
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
