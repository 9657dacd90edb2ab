// Bytes into events.
import Terminals
import Testing

@testable import CursesTerminals

@Suite("Input decoder")
struct InputDecoderTests {
  private let start = ContinuousClock.now

  private func decode(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder()
    return decoder.decode(Array(text.utf8), at: start)
  }

  @Test(
    "keys in all the forms that terminals send",
    arguments: [
      ("\u{1B}[A\u{1B}OA\u{1B}[1;5A", [.up, .up, .up]),
      ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", [.home, .home, .home, .home]),
      ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", [.end, .end, .end, .end]),
      ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]),
      ("\u{1B}[Z\t", [.backTab, .tab]), ("\u{7F}\u{8}\r\n", [.backspace, .backspace, .enter, .enter]),
      (
        "\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[B\u{1B}[1;2S",
        [.function(1), .function(5), .function(12), .function(2), .function(4)]
      ),
      ("\u{1}\u{1A}\u{0}\u{1F}", [.control("a"), .control("z"), .control("@"), .control("_")]),
      ("\u{1B}xy", [.alt(.character("x")), .character("y")]), ("\u{1B}é", [.alt(.character("é"))]),
      ("\u{1B}\u{7F}\u{1B}\r\u{1B}\u{4}", [.alt(.backspace), .alt(.enter), .alt(.control("d"))]),
      ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}\u{1B}x", [.escape, .alt(.character("x"))]),
      ("\u{1B}\u{3}", [.escape, .control("c")]),
      ("\u{1B}[1;5D\u{1B}O5D\u{1B}[1;5C\u{1B}O5C", [.controlLeft, .controlLeft, .controlRight, .controlRight]),
      ("\u{1B}[1;2D\u{1B}[1;3C", [.left, .right]),
      ("é漢👍", [.character("é"), .character("漢"), .character("👍")]),
      ("\u{1B}OM\u{1B}Op", [.enter, .character("0")]),
    ] as [(String, [Key])])
  func keys(bytes: String, keys: [Key]) {
    #expect(decode(bytes) == keys.map { .key($0) })
  }

  @Test(
    "a sequence of unknown meaning is swallowed whole",
    arguments: [
      "\u{1B}[99;3~", "\u{1B}[?1;2c", "\u{1B}[12;40R", "\u{1B}[I", "\u{1B}[2~", "\u{1B}OX", "\u{1B}[<35;1;1M",
      "\u{1B}[<0;1;1m",
    ])
  func unknown(bytes: String) {
    #expect(decode(bytes + "d") == [.key(.character("d"))])
  }

  @Test("in whatever pieces the bytes come, the events are the same")
  func pieces() {
    let bytes = Array(
      "a\u{1B}[A漢\u{1B}[200~one\u{1B}[\r\ntwo\u{1B}[201~\u{1B}OB\u{1B}[<64;5;6M\u{1B}[1;5D👍z\u{1B}é".utf8)
    let whole: [InputEvent] = [
      .key(.character("a")), .key(.up), .key(.character("漢")), .paste("one\u{1B}[\ntwo"), .key(.down),
      .mouse(MouseEvent(.wheelUp, at: Point(column: 4, row: 5))), .key(.controlLeft), .key(.character("👍")),
      .key(.character("z")), .key(.alt(.character("é"))),
    ]
    for size in 1...bytes.count {
      var decoder = InputDecoder()
      var events: [InputEvent] = []
      for from in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.decode(bytes[from..<min(from + size, bytes.count)], at: start)
      }
      #expect(events == whole, "in pieces of \(size)")
      #expect(!decoder.isWaiting)
    }
  }

  @Test("an Esc that begins nothing is the key; what was cut off is nothing")
  func timeOut() {
    for (bytes, events) in [
      ("\u{1B}", [.key(.escape)]), ("\u{1B}[", [.key(.alt(.character("[")))]),
      ("\u{1B}O", [.key(.alt(.character("O")))]), ("\u{1B}[1;5", []),
    ] as [(String, [InputEvent])] {
      var decoder = InputDecoder()
      #expect(decoder.decode(Array(bytes.utf8), at: start) == [])
      #expect(decoder.isWaiting)
      #expect(decoder.timeOut() == events)
      #expect(!decoder.isWaiting)
    }
  }

  @Test("an Esc whose time is over is the key, whatever follows; a character cut through says nothing")
  func escapeAndLater() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B], at: start) == [])
    #expect(decoder.timeOut() == [.key(.escape)])
    #expect(decoder.decode([UInt8(ascii: "d")], at: start) == [.key(.character("d"))])
    #expect(decoder.decode([0x1B, 0xC3], at: start) == [])
    #expect(decoder.timeOut() == [.key(.escape)])
  }

  @Test("Ctrl-C by itself gets out of a paste whose end never comes")
  func endlessPaste() {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}[200~half".utf8), at: start) == [])
    #expect(decoder.decode(Array("q".utf8), at: start) == [])
    #expect(decoder.decode([3], at: start) == [.paste("halfq"), .key(.control("c"))])
    #expect(decoder.decode(Array("q".utf8), at: start) == [.key(.character("q"))])
  }

  @Test("pasted text is text, and is not kept without end")
  func paste() {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}[200~dq\u{1B}[A\u{3}".utf8), at: start) == [])
    #expect(!decoder.isWaiting, "a paste has no time limit")
    #expect(decoder.decode(Array("\u{1B}[201~".utf8), at: start) == [.paste("dq\u{1B}[A\u{3}")])
    _ = decoder.decode(Array("\u{1B}[200~".utf8), at: start)
    let block = [UInt8](repeating: 0x61, count: 65_536)
    for _ in 0..<20 { #expect(decoder.decode(block, at: start) == []) }
    #expect(
      decoder.decode(Array("\u{1B}[201~".utf8), at: start)
        == [.paste(String(repeating: "a", count: 1 << 20), omittedByteCount: 4 * 65_536)])
    // A character at the limit is there whole, or not at all.
    for count in 1...3 {
      _ = decoder.decode(Array("\u{1B}[200~".utf8), at: start)
      _ = decoder.decode([UInt8](repeating: 0x61, count: InputDecoder.pasteLimit - count), at: start)
      _ = decoder.decode(Array("漢漢".utf8) + [0x21], at: start)
      let kept = String(repeating: "a", count: InputDecoder.pasteLimit - count) + (count == 3 ? "漢" : "")
      #expect(
        decoder.decode(Array("\u{1B}[201~".utf8), at: start)
          == [.paste(kept, omittedByteCount: count == 3 ? 4 : 7)], "\(count) bytes")
    }
    _ = decoder.decode(Array("\u{1B}[200~half".utf8), at: start)
    #expect(decoder.endPaste() == [.paste("half")])
    #expect(decoder.decode([0x61], at: start) == [.key(.character("a"))])
  }

  @Test("two presses in one place are a double press, if quick")
  func doublePress() {
    var decoder = InputDecoder()
    let place = Point(column: 4, row: 2)
    func press(_ milliseconds: Int, _ text: String = "\u{1B}[<0;5;3M") -> [InputEvent] {
      decoder.decode(Array(text.utf8), at: start + .milliseconds(milliseconds))
    }
    #expect(press(0) == [.mouse(MouseEvent(.press, at: place))])
    #expect(press(300) == [.mouse(MouseEvent(.doublePress, at: place))])
    #expect(press(400) == [.mouse(MouseEvent(.press, at: place))])
    #expect(press(900) == [.mouse(MouseEvent(.press, at: place))])
    #expect(press(950, "\u{1B}[M %#") == [.mouse(MouseEvent(.doublePress, at: place))], "the older form")
  }

  @Test("random bytes never trap, and never hold back more than a sequence")
  func randomBytes() {
    var state: UInt64 = 11
    var decoder = InputDecoder()
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let byte = UInt8(truncatingIfNeeded: state >> 40)
      _ = decoder.decode(byte < 100 ? [0x1B, UInt8(ascii: "[")] : [byte & 0x7F, byte], at: start)
    }
    _ = decoder.decode(Array("\u{1B}[201~".utf8), at: start)
    _ = decoder.timeOut()
    #expect(decoder.decode([0x61], at: start) == [.key(.character("a"))])
  }
}
