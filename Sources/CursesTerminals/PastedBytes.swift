// What is pasted, between the marks that a terminal puts around it.
//
//   open ──the end──> ended ──silence──> a paste, and the keys that came behind it
//                      │  ^
//                      │  └──the end again──┐
//                      └──text at once──> going on ──silence──> a paste with all of it
//
// A terminal may let the end through that somebody has put into the text: tmux does. Its own end comes behind that, and
// whoever types is slower: so what comes in one read with an end, or before another, is text.

/// The bytes of one paste.
struct PastedBytes {
  /// The most that is kept, in bytes.
  static let limit = 1 << 20
  /// More keys than this are no typing.
  private static let keyLimit = 1024
  /// After so long without a byte what follows an end was typed.
  private static let silence = Duration.milliseconds(50)

  private enum Phase { case open, ended, goingOn }

  private var phase = Phase.open
  private var text: [UInt8] = []
  private var omittedCount = 0
  /// What came behind the end, in a later read.
  private var keys: [UInt8] = []
  /// The end as this terminal sends it, and how many of its bytes came last.
  private let end: [UInt8]
  private var endCount = 0

  /// `introducer`: the bytes in front of the number in the mark at its beginning, ESC and `[` or one in 8 bits.
  init(introducer: [UInt8]) { end = introducer + Array("201~".utf8) }

  /// How many bytes are kept.
  var keptCount: Int { text.count + keys.count }

  /// How long it waits for more, if that is not for ever. The end may be cut; but a lone Esc is a key.
  func patience(forSequence patience: Duration) -> Duration? {
    phase == .open ? nil : endCount > 1 ? patience : Self.silence
  }

  /// Takes all of a read. Whether it ends with Ctrl-C alone behind the end.
  mutating func take(_ read: ArraySlice<UInt8>) -> Bool {
    var rest = read
    // Whether the end came in this read.
    var isFresh = false
    while !rest.isEmpty {
      if endCount == 0 {
        let start = rest.firstIndex(of: end[0]) ?? rest.endIndex
        keep(rest[..<start], isFresh: isFresh)
        rest = rest[start...]
      }
      guard let byte = rest.first else { break }
      if byte == end[endCount] {
        endCount += 1
        rest.removeFirst()
        guard endCount == end.count else { continue }
        endCount = 0
        keepText(keys[...])
        (keys, phase, isFresh) = ([], .ended, true)
        if rest.elementsEqual([0x03]) { return true }
      } else {
        keep(end[..<endCount], isFresh: isFresh)
        endCount = 0
        // It may begin here.
        if byte != end[0] {
          keep([byte], isFresh: isFresh)
          rest.removeFirst()
        }
      }
    }
    return false
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

  /// Ends it, with what came of it. Gives the text, how many bytes of it are left out, and what was typed behind it.
  mutating func finish() -> (text: String, omittedCount: Int, keys: [UInt8]) {
    if phase != .open { keep(end[..<endCount], isFresh: false) }
    // A character that was cut through is left out whole.
    if omittedCount > 0, let lead = text.lastIndex(where: { $0 & 0xC0 != 0x80 }),
      text.count - lead < (~text[lead]).leadingZeroBitCount
    {
      omittedCount += text.count - lead
      text.removeSubrange(lead...)
    }
    return (Self.string(text), omittedCount, keys)
  }

  /// Lines end with a carriage return in what terminals send.
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
