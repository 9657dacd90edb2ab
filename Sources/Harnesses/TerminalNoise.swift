// Input from a terminal other than keys: answers of every form, with any content.

/// Input in which the keys are known.
public struct TerminalNoise {
  /// The bytes of one read, and the pause after it.
  public struct Read {
    /// The bytes.
    public var bytes: [UInt8]
    /// The pause after them, in milliseconds.
    public var pause: Int
  }

  /// The reads, in order.
  public private(set) var reads: [Read] = []
  /// The keys among them: lower-case letters.
  public private(set) var keys = ""

  /// Makes `count` answers, with letters between them if `hasKeys`, cut into reads anywhere.
  public init(answers count: Int, hasKeys: Bool, pauses: [Int], _ generator: inout SeededGenerator) {
    var bytes: [UInt8] = []
    func cut(mayPause: Bool) {
      reads.append(Read(bytes: bytes, pause: mayPause ? pauses.randomElement(using: &generator) ?? 0 : 0))
      bytes = []
    }
    for _ in 0..<count {
      if hasKeys {
        let key = UInt8.random(in: 0x61...0x7A, using: &generator)
        keys.append(Character(Unicode.Scalar(key)))
        bytes.append(key)
      }
      let answer = Self.answer(&generator)
      for (index, byte) in answer.enumerated() {
        bytes.append(byte)
        // With a pause after it, Esc is a key.
        if Int.random(in: 0..<8, using: &generator) == 0 { cut(mayPause: index > 0 || byte != 0x1B) }
      }
    }
    cut(mayPause: true)
  }

  /// An answer: a control sequence that is no key, or a string.
  public static func answer(_ generator: inout SeededGenerator) -> [UInt8] {
    func control(_ letter: String) -> [UInt8] {
      let letter = Array(letter.utf8)[0]
      return [[0x1B, letter], [letter + 0x40], [0xC2, letter + 0x40]].randomElement(using: &generator)!
    }
    func bytes(_ range: ClosedRange<UInt8>, atMost count: Int) -> [UInt8] {
      (0..<Int.random(in: 0...count, using: &generator)).map { _ in UInt8.random(in: range, using: &generator) }
    }
    let introducer = "[[]PX^_".randomElement(using: &generator).map(String.init) ?? "["
    if introducer == "[" {
      let prefix = "?>=".utf8.randomElement(using: &generator)!
      return control("[") + [prefix] + bytes(0x20...0x3F, atMost: 100) + [
        UInt8.random(in: 0x40...0x7E, using: &generator)
      ]
    }
    // Neither an end, nor Ctrl-C, which is the key if it comes alone.
    func isInside(_ byte: UInt8) -> Bool { ![0x03, 0x07, 0x5C, 0x9C].contains(byte) }
    var content: [UInt8] = []
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: content += Array(["é", "“", "”", "漢", "😀", "\u{9B}", "\u{9D}"].randomElement(using: &generator)!.utf8)
      case 1:
        content += [0x1B] + [UInt8(ascii: "["), 0x1B, UInt8(ascii: "]"), 0x41].shuffled(using: &generator).prefix(1)
      case 2: content += bytes(0x80...0xBF, atMost: 1).filter(isInside)
      case 3: content += bytes(0x00...0x1A, atMost: 1).filter(isInside)
      default: content += bytes(0x20...0x7E, atMost: 6).filter(isInside)
      }
    }
    return control(introducer) + content
      + (introducer == "]" && Bool.random(using: &generator) ? [0x07] : control("\\"))
  }
}
