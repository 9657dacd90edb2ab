// A terminal's answer, to this program or to another, is not a key.
import TestSupport
import Terminals
import Testing

@testable import CursesTerminals

@Suite("The answers of a terminal")
struct AnswerTests {
  private static let start = ContinuousClock.now

  /// Answers, with `$` for ESC and `!` for the end of a string.
  private static let answers = [
    "$]4;1;rgb:cdcd/0000/0000\u{7}", "$]4;1;rgb:cdcd/0000/0000!", "$]10;rgb:ffff/ffff/ffff\u{7}",
    "$]11;rgb:1e1e/1e1e/1e1e!", "$]12;#dddddd\u{7}", "$]52;c;ZGRkeQ==\u{7}", "$]52;c;ZGRkeQ==!", "$]l“title” dd!",
    "$]Ldd!", "$P>|tmux 3.3a!", "$P1+r544e=787465726d!", "$P0+r!", "$P1$r0m!", "$P1$r0;4\"q!", "$P!|7E565445!",
    "$_Gi=31;OK!",
    "$^privacy d!", "$Xstring d\u{7}d!", "$[?62;22c", "$[>0;276;0c", "$[=1c", "$[?2026;2$y", "$[4;1$y",
    "$[48;24;80;480;800t",
    "$[8;24;80t", "$[4;480;800t", "$[?997;1n", "$[0n", "$[?1;0n", "$[1;40R", "$[1;1R", "$[?12;40;1R", "$[I", "$[O",
    "$[97;5u", "$[27u", "$[99;5u", "$[97:65;2;65u", "$[13;2u", "$[1;1:3A", "$[1;9B", "$[3;1:3~", "$[27;5;99~",
    "$[57399u",
    "$[?1u", "$[?1;2;256S", "$[2;3;1;1;120;120;1;0x", "$[1;2&w", "$[<35;1;1M", "$[<0;1;1m", "$[201~", "$[2~", "$OX",
    "$Nd",
    "$(B", "$/Z", "$[25;1 q",
  ]

  /// The forms that an answer can have: introducers and ends with ESC, in 8 bits, and the 8-bit form in UTF-8.
  private static func forms(_ answer: String) -> [[UInt8]] {
    func bytes(_ control: (UInt8) -> [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = []
      var rest = Array(answer.utf8)[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "$"), bytes.isEmpty, let letter = rest.popFirst() {
          bytes += control(letter)
        } else if byte == UInt8(ascii: "!"), rest.isEmpty {
          bytes += control(UInt8(ascii: "\\"))
        } else {
          bytes.append(byte)
        }
      }
      return bytes
    }
    let letter = Array(answer.utf8)[1]
    let escaped = bytes { [0x1B, $0] }
    guard "[]PX^_ON".utf8.contains(letter) else { return [escaped] }
    return [escaped, bytes { [$0 + 0x40] }, bytes { [0xC2, $0 + 0x40] }]
  }

  /// Reads pieces with this pause after each.
  private func decode(_ pieces: [some Collection<UInt8>], pause: Duration) -> [InputEvent] {
    decode(pieces, pauses: pieces.map { _ in pause })
  }

  private func decode(_ pieces: [some Collection<UInt8>], pauses: [Duration]) -> [InputEvent] {
    var (decoder, now) = (InputDecoder(), Self.start)
    var events: [InputEvent] = []
    for (piece, pause) in zip(pieces, pauses) {
      events += decoder.decode(piece, at: now)
      let end = now + pause
      while let patience = decoder.patience, now + patience <= end {
        now += patience
        events += decoder.timeOut(at: now)
      }
      now = end
    }
    return events
  }

  @Test("REAL-10: an answer is no key, whole and cut at any byte with a pause of half a second", arguments: answers)
  func answer(_ answer: String) {
    for bytes in Self.forms(answer) {
      let key = Array("k".utf8)
      #expect(decode([bytes + key], pause: .milliseconds(500)) == [.key(.character("k"))], "\(bytes)")
      for cut in 1..<bytes.count {
        // An Esc followed by a pause is the key; the rest of the answer is dropped all the same.
        let isEscape = cut == 1 && bytes[0] == 0x1B
        if isEscape, !"[]PX^_".utf8.contains(bytes[1]) { continue }
        #expect(
          decode([bytes[..<cut], bytes[cut...]], pause: .milliseconds(500)) == (isEscape ? [.key(.escape)] : []),
          "\(bytes) cut at \(cut)")
      }
      let isEscape = bytes[0] == 0x1B
      if isEscape, !"[]P".utf8.contains(bytes[1]) { continue }
      #expect(
        decode(bytes.map { [$0] }, pause: .milliseconds(60)) == (isEscape ? [.key(.escape)] : []), "\(bytes) one by one"
      )
    }
  }

  @Test("REAL-11: a sequence that a slow line cuts goes on; two seconds of silence end it")
  func slowLine() {
    let text = ["\u{1B}[20", "0~dq\u{1B}[201~"].map { Array($0.utf8) }
    #expect(decode(text, pause: .milliseconds(60)) == [.paste("dq")])
    #expect(decode(text, pause: .milliseconds(1900)) == [.paste("dq")])
    #expect(decode(["\u{1B}[1", ";5", "C"].map { Array($0.utf8) }, pause: .milliseconds(500)) == [.key(.controlRight)])
    #expect(decode(["\u{1B}[1", "\r", "j"].map { Array($0.utf8) }, pause: .milliseconds(60)) == [], "j is its end")
    for beginning in [
      "\u{1B}[", "\u{1B}[20", "\u{1B}]", "\u{1B}]11;rgb", "\u{1B}P", "\u{1B}_G\u{1B}", "\u{1B}O", "\u{9B}",
    ] {
      #expect(
        decode([beginning, "d"].map { Array($0.utf8) }, pause: .milliseconds(2100)) == [.key(.character("d"))],
        "\(beginning)")
      #expect(
        decode([beginning, "\u{3}", "d"].map { Array($0.utf8) }, pause: .milliseconds(60))
          == [.key(.control("c")), .key(.character("d"))], "\(beginning)")
    }
  }

  @Test(
    "an answer of a megabyte and more is swallowed, and not kept",
    arguments: ["\u{1B}]52;c;", "\u{1B}P", "\u{1B}[", "\u{1B}_"])
  func longAnswer(_ introducer: String) {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array(introducer.utf8), at: Self.start) == [])
    let block = [UInt8](repeating: UInt8(ascii: "3"), count: 4096)
    for _ in 0..<300 { #expect(decoder.decode(block, at: Self.start) == []) }
    #expect(decoder.keptCount <= 64)
    #expect(
      decoder.decode(Array((introducer == "\u{1B}[" ? "~d" : "\u{1B}\\d").utf8), at: Self.start) == [
        .key(.character("d"))
      ])
  }

  @Test("the rest of a string whose beginning another program has read is no text")
  func tails() {
    for tail in ["11;rgb:1e1e/1e1e/1e1e\u{7}", "tmux 3.3a\u{1B}\\", "2;c;ZGRkeQ==\u{9C}"] {
      #expect(decode([Array((tail + "k").utf8)], pause: .zero) == [.key(.character("k"))], "\(tail)")
    }
  }

  @Test("a person's Esc is followed by keys: what begins no sequence is typed")
  func keysAfterEscape() {
    func typed(_ keys: String) -> [InputEvent] {
      decode([[0x1B]] + keys.utf8.map { [$0] }, pause: .milliseconds(150))
    }
    for keys in ["q", "Xj", "N", "Pj", "jP", "]x", "_j", "P@j", "Ptj"] {
      #expect(typed(keys) == [.key(.escape)] + keys.map { .key(.character($0)) }, "\(keys)")
    }
  }

  @Test("REAL-11: a key of the keypad that a slow line cuts behind Esc is the key; O and a typed letter are two keys")
  func keypad() {
    for (key, events) in [("j", "*"), ("m", "-"), ("q", "1"), ("u", "5"), ("y", "9"), ("X", ""), ("I", "")] {
      #expect(
        decode(["\u{1B}", "O\(key)"].map { Array($0.utf8) }, pause: .milliseconds(40))
          == [.key(.escape)] + events.map { .key(.character($0)) }, "\(key)")
      #expect(
        decode(["\u{1B}", "O", "\(key)"].map { Array($0.utf8) }, pause: .milliseconds(150))
          == [.key(.escape), .key(.character("O")), .key(.character(Character(key)))], "\(key)")
    }
  }

  @Test("REAL-10: answers that a slow line cuts behind Esc, and once more, are no keys", arguments: [60, 200])
  func answersCutTwice(_ pause: Int) {
    for answer in [
      ["_", "Gd", "d"], ["_", "Gi=31;ENOENT:bad", "d"], ["P", "tmux;d", "d"], ["P2", "$u9", "d"], ["P1", "!~dd", "d"],
      ["P", "@kitty-cmd{\"ok\": true, \"d", "ata\": \"d\"}"],
    ] {
      let reads = ["\u{1B}"] + answer + ["\u{1B}\\", "j"]
      #expect(
        decode(reads.map { Array($0.utf8) }, pause: .milliseconds(pause)) == [
          .key(.escape), .key(.character("j")),
        ], "\(answer)")
    }
  }

  @Test("REAL-10: answers of any content, in 7 and 8 bits, cut anywhere, leave the keys between them alone")
  func fuzz() {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let noise = TerminalNoise(answers: 60, hasKeys: true, pauses: [0, 0, 30, 60, 500], &generator)
      let events = decode(noise.reads.map(\.bytes), pauses: noise.reads.map { .milliseconds($0.pause) })
      #expect(events == noise.keys.map { .key(.character($0)) }, "seed \(seed)")
    }
  }

  @Test("random bytes never trap, and nothing of them is kept that is not bounded")
  func randomBytes() {
    var (generator, decoder) = (SeededGenerator(seed: 11), InputDecoder())
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 1...30, using: &generator)).map { _ -> UInt8 in
        Bool.random(using: &generator)
          ? "\u{1B}[]P;0M~?\\<".utf8.randomElement(using: &generator)! : UInt8.random(in: 0...255, using: &generator)
      }
      _ = decoder.decode(bytes, at: Self.start)
      if Int.random(in: 0..<20, using: &generator) == 0 { _ = decoder.timeOut(at: Self.start) }
      #expect(decoder.keptCount < 2000)
    }
    _ = decoder.decode([3], at: Self.start)
    _ = decoder.timeOut(at: Self.start)
    #expect(decoder.decode([0x61], at: Self.start) == [.key(.character("a"))])
  }
}
