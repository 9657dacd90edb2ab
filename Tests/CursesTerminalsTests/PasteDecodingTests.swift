// The end of a paste, and the input after it.
import Terminals
import Testing

@testable import CursesTerminals

@Suite("Pasted bytes")
struct PasteDecodingTests {
  private let start = ContinuousClock.now

  /// Reads one text after the other; `nil` is a silence as long as the decoder wants.
  private func decode(_ reads: [String?], _ decoder: inout InputDecoder) -> [InputEvent] {
    reads.flatMap { read in
      read.map { decoder.decode(Array($0.utf8), at: start) } ?? decoder.timeOut(at: start)
    }
  }

  private func decode(_ reads: String?...) -> [InputEvent] {
    var decoder = InputDecoder()
    return decode(reads, &decoder)
  }

  @Test("pasted text is text, in whatever pieces it comes")
  func pieces() {
    let bytes = Array("\u{1B}[200~dq\u{1B}[A\u{3}\u{1B}[\u{1B}[201x\r\n漢\u{1B}[201~".utf8)
    // A Ctrl-C alone in a read is the key, so each read has at least two bytes.
    for size in 2...bytes.count {
      var decoder = InputDecoder()
      for from in stride(from: 0, to: bytes.count, by: size) {
        #expect(decoder.decode(bytes[from..<min(from + size, bytes.count)], at: start) == [])
      }
      #expect(decoder.patience == .milliseconds(50))
      #expect(
        decoder.timeOut(at: start) == [.paste("dq\u{1B}[A\u{3}\u{1B}[\u{1B}[201x\n漢")], "in pieces of \(size)")
      #expect(decoder.patience == nil)
    }
  }

  @Test("REAL-12: behind an end in the same read there is text, and before another end too")
  func endInside() {
    #expect(decode("\u{1B}[200~hello\u{1B}[201~d\u{1B}[201~", nil) == [.paste("hellod")])
    #expect(decode("\u{1B}[200~hello\u{1B}[201~d", nil) == [.paste("hellod")], "the real end never comes")
    #expect(decode("\u{1B}[200~hello\u{1B}[201~", "d\u{1B}[201~", nil) == [.paste("hellod")])
    #expect(decode("\u{1B}[200~hello\u{1B}[201~", "d\u{1B}[2", "01~", nil) == [.paste("hellod")])
    #expect(decode("\u{1B}[200~a\u{1B}[201~\u{1B}[201~b\u{1B}[201~", nil) == [.paste("ab")])
    #expect(decode("\u{1B}[200~a\u{1B}[201~\u{3}\u{1B}[201~", nil) == [.paste("a\u{3}")])
    let long = String(repeating: "d", count: 4000)
    #expect(
      decode("\u{1B}[200~a\u{1B}[201~", long, long, nil) == [.paste("a" + long + long)], "no person types so fast")
    #expect(decode("\u{1B}[200~a\u{1B}[201~d", "d", nil, "d") == [.paste("add"), .key(.character("d"))])
  }

  @Test("an end that is cut is waited for")
  func cutEnd() {
    var decoder = InputDecoder()
    #expect(decode(["\u{1B}[200~hello\u{1B}[201~", "d\u{1B}[20"], &decoder) == [])
    #expect(decoder.patience == .seconds(2))
    #expect(decode(["1~", nil], &decoder) == [.paste("hellod")])
  }

  @Test(
    "keys that a person types behind a paste are keys, once it is silent for a moment; so is Esc, and Ctrl-C at once")
  func keysBehind() {
    #expect(decode("\u{1B}[200~a\u{1B}[201~", "\r", nil, "x") == [.paste("a"), .key(.enter), .key(.character("x"))])
    #expect(decode("\u{1B}[200~a\u{1B}[201~", "\u{1B}[A", nil) == [.paste("a"), .key(.up)])
    #expect(decode("\u{1B}[200~a\u{1B}[201~", "\u{1B}", nil, nil) == [.paste("a"), .key(.escape)])
    #expect(decode("\u{1B}[200~a\u{1B}[201~", "\u{3}") == [.paste("a"), .key(.control("c"))])
    #expect(decode("\u{1B}[200~a\u{1B}[201~\u{3}") == [.paste("a"), .key(.control("c"))])
    #expect(
      decode("x\u{1B}[200~a\u{1B}[201~", nil, "y") == [.key(.character("x")), .paste("a"), .key(.character("y"))])
  }

  @Test("REAL-12: several characters at once within a second of a paste are its rest: a slow line pauses anywhere")
  func restBehindPause() {
    let paste = "\u{1B}[200~a\u{1B}[201~"
    #expect(decode(paste, nil, "ddd\u{1B}[201~", nil) == [.paste("a"), .paste("ddd")])
    #expect(decode(paste, "dd", nil) == [.paste("add")])
    #expect(decode(paste, nil, "dd", nil, "dd", nil) == [.paste("a"), .paste("dd"), .paste("dd")])
    #expect(decode(paste, nil, "d", "d") == [.paste("a"), .key(.character("d")), .key(.character("d"))])
    #expect(decode(paste, nil, "\u{1B}[B") == [.paste("a"), .key(.down)])
    #expect(decode(paste, nil, "\u{1B}[", "B") == [.paste("a"), .key(.down)])
    #expect(decode(paste, nil, "d\u{1B}[20", "1~dd", nil) == [.paste("a"), .paste("ddd")])
    #expect(decode(paste, nil, "\u{1B}[B\u{1B}[B") == [.paste("a"), .key(.down), .key(.down)], "a held key")
    #expect(decode(paste, nil, "\rd", nil) == [.paste("a"), .paste("\nd")])
    var cut = InputDecoder()
    #expect(decode([paste, nil], &cut) == [.paste("a")])
    for bytes in [[0xC3], [0xA9, 0x62, 0xE6, 0xBC], [0xA2]] as [[UInt8]] {
      #expect(cut.decode(bytes, at: start) == [], "cut inside a character")
    }
    #expect(cut.timeOut(at: start) == [.paste("éb漢")])
    #expect(decode(paste, nil, "\u{1B}[20", "1~dd", nil) == [.paste("a"), .paste("dd")])
    #expect(decode(paste, nil, paste, nil) == [.paste("a"), .paste("a")], "the next paste")
    #expect(decode(paste, nil, "\u{1B}[20", "0~b\u{1B}[201~", nil) == [.paste("a"), .paste("b")])
    #expect(decode(paste, nil, "d" + paste, nil) == [.paste("a"), .paste("d\u{1B}[200~a")])
    var decoder = InputDecoder()
    #expect(decode([paste, nil], &decoder) == [.paste("a")])
    // Each part extends the time for the next one by another second.
    #expect(decoder.decode(Array("dd".utf8), at: start + .milliseconds(990)) == [])
    #expect(decoder.timeOut(at: start + .milliseconds(1040)) == [.paste("dd")])
    #expect(decoder.decode(Array("ee".utf8), at: start + .milliseconds(2030)) == [])
    #expect(decoder.timeOut(at: start + .milliseconds(2080)) == [.paste("ee")])
    #expect(
      decoder.decode(Array("dd".utf8), at: start + .milliseconds(3090)) == [
        .key(.character("d")), .key(.character("d")),
      ])
  }

  @Test(
    "REAL-12: Ctrl-C by itself gets out of a paste whose end never comes; a silence in it is told, and ends nothing")
  func endlessPaste() {
    var decoder = InputDecoder()
    #expect(decode(["\u{1B}[200~half", "q"], &decoder) == [])
    #expect(decoder.patience == .seconds(2))
    #expect(decode([nil], &decoder) == [.pasteHalted])
    #expect(decoder.patience == nil, "a paste has no time limit")
    #expect(decode(["q"], &decoder) == [])
    #expect(decoder.patience == nil, "it is said once")
    #expect(decode(["\u{3}", "q"], &decoder) == [.paste("halfqq"), .key(.character("q"))])
    #expect(
      decode(["\u{1B}[200~half", "q", "\u{3}", "q"], &decoder) == [
        .paste("halfq"), .key(.control("c")), .key(.character("q")),
      ])
    #expect(decode(["\u{1B}[200~half\u{1B}[2"], &decoder) == [])
    #expect(decoder.endPaste() == [.paste("half")])
    #expect(decode(["a"], &decoder) == [.key(.character("a"))])
  }

  private static let introducers: [[UInt8]] = [[0x1B, 0x5B], [0x9B], [0xC2, 0x9B]]

  @Test("REAL-12: a paste begins and ends in 7 or 8 bits or UTF-8, and not alike at both ends", arguments: introducers)
  func eightBits(beginning: [UInt8]) {
    for ending in Self.introducers {
      // These characters contain the byte 9B as a continuation: it ends nothing.
      let text = "л‛𝌛Л201~“\u{9B}\u{9B}20"
      let bytes = beginning + Array("200~\(text)".utf8) + ending + Array("201~".utf8)
      for size in 1...bytes.count {
        var decoder = InputDecoder()
        for from in stride(from: 0, to: bytes.count, by: size) {
          #expect(decoder.decode(bytes[from..<min(from + size, bytes.count)], at: start) == [])
        }
        #expect(decoder.timeOut(at: start) == [.paste(text)], "\(ending) in pieces of \(size)")
      }
    }
  }

  /// Reads bytes in pieces that end at `cuts`, with a pause after each.
  private func decode(_ bytes: [UInt8], cutAt cuts: [(index: Int, pause: Duration)]) -> [InputEvent] {
    var decoder = InputDecoder()
    var events: [InputEvent] = []
    var (from, now) = (0, start)
    for (index, pause) in cuts + [(bytes.count, .seconds(5))] {
      events += decoder.decode(bytes[from..<index], at: now)
      let end = now + pause
      // The reader waits as long as the decoder wants, and tells it then.
      while let patience = decoder.patience, now + patience <= end {
        now += patience
        events += decoder.timeOut(at: now)
      }
      (from, now) = (index, end)
    }
    return events
  }

  @Test(
    "REAL-18: the end of a paste is its end wherever a slow line cuts it, also after an end that is part of the text",
    arguments: [Duration.milliseconds(10), .milliseconds(60), .milliseconds(500)])
  func slowEnd(pause: Duration) {
    let (end, beginning) = (Array("\u{1B}[201~".utf8), Array("\u{1B}[200~".utf8))
    let plain = beginning + Array("dq".utf8) + end
    for first in beginning.count..<plain.count {
      for second in stride(from: first + 1, to: plain.count, by: 1) {
        for third in stride(from: second + 1, to: plain.count, by: 1) {
          let long = decode(plain, cutAt: [(first, .seconds(10)), (second, pause), (third, .seconds(10))])
          #expect(long.filter { $0 != .pasteHalted } == [.paste("dq")], "\(first) \(second) \(third)")
        }
      }
    }
    let nested = beginning + Array("a".utf8) + end + Array("dq".utf8) + end
    // A single character behind an end is a key: so the text between the ends is not cut.
    let whole = beginning.count + 1 + end.count + 1
    for first in beginning.count..<nested.count where first != whole {
      for second in stride(from: first + 1, to: nested.count, by: 1) where second != whole {
        for third in stride(from: second + 1, to: nested.count, by: 1) where third != whole {
          let events = decode(nested, cutAt: [(first, pause), (second, pause), (third, pause)])
          let text = events.map { if case .paste(let text, 0) = $0 { text } else { "\($0)" } }.joined()
          #expect(text == "adq", "\(first) \(second) \(third): \(events)")
        }
      }
    }
  }

  @Test("REAL-18: soon after a paste Esc waits for the rest of an end; a key behind it shows that it is the key")
  func escapeBehindPaste() {
    var decoder = InputDecoder()
    let paste: [String?] = ["\u{1B}[200~a\u{1B}[201~", nil]
    #expect(decode(paste + ["\u{1B}"], &decoder) == [.paste("a")])
    #expect(decoder.patience == .milliseconds(600))
    #expect(decode(["j"], &decoder) == [.key(.escape), .key(.character("j"))])
    #expect(decode(["\u{1B}", nil], &decoder) == [.key(.escape)])
    _ = decode(paste, &decoder)
    #expect(decoder.decode([0x1B], at: start + .milliseconds(1001)) == [])
    #expect(decoder.patience == .milliseconds(25), "a second later it is like any Esc")
  }

  @Test("a paste is not kept without end")
  func limit() {
    var decoder = InputDecoder()
    _ = decoder.decode(Array("\u{1B}[200~".utf8), at: start)
    let block = [UInt8](repeating: 0x61, count: 65_536)
    for _ in 0..<20 { #expect(decoder.decode(block, at: start) == []) }
    #expect(decoder.keptCount <= (1 << 20) + 64)
    #expect(
      decode(["\u{1B}[201~", "k", nil], &decoder)
        == [.paste(String(repeating: "a", count: 1 << 20), omittedByteCount: 4 * 65_536), .key(.character("k"))])
    // A character at the limit is included as a whole, or not at all.
    for count in 1...3 {
      _ = decoder.decode(Array("\u{1B}[200~".utf8), at: start)
      _ = decoder.decode([UInt8](repeating: 0x61, count: (1 << 20) - count), at: start)
      let kept = String(repeating: "a", count: (1 << 20) - count) + (count == 3 ? "漢" : "")
      #expect(
        decode(["漢漢!\u{1B}[201~", nil], &decoder) == [.paste(kept, omittedByteCount: count == 3 ? 4 : 7)],
        "\(count) bytes")
    }
  }

  @Test("REAL-10: P and a key behind Esc are keys, unless an answer begins with them")
  func keysBehindEscape() {
    #expect(
      decode("\u{1B}", nil, "P", "/", "x") == [
        .key(.escape), .key(.character("P")), .key(.character("/")), .key(.character("x")),
      ])
    #expect(
      decode("\u{1B}", nil, "P", "1", "j") == [
        .key(.escape), .key(.character("P")), .key(.character("1")), .key(.character("j")),
      ])
    #expect(decode("\u{1B}", nil, "P", "1", nil) == [.key(.escape), .key(.character("P")), .key(.character("1"))])
    #expect(decode("\u{1B}", nil, "P", "1", "$", "r0m\u{1B}\\", "j") == [.key(.escape), .key(.character("j"))])
    #expect(decode("\u{1B}", nil, "P>", "|tmux 3.3a\u{1B}\\", "j") == [.key(.escape), .key(.character("j"))])
  }
}
