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
    let bytes = Array("a\u{1B}[A漢\u{1B}OB\u{1B}[<64;5;6M\u{1B}[1;5D👍z\u{1B}é\u{1B}[M !\"\u{1B}[[C".utf8)
    let whole: [InputEvent] = [
      .key(.character("a")), .key(.up), .key(.character("漢")), .key(.down),
      .mouse(MouseEvent(.wheelUp, at: Point(column: 4, row: 5))), .key(.controlLeft), .key(.character("👍")),
      .key(.character("z")), .key(.alt(.character("é"))), .mouse(MouseEvent(.press, at: Point(column: 0, row: 1))),
      .key(.function(3)),
    ]
    for size in 1...bytes.count {
      var decoder = InputDecoder()
      var events: [InputEvent] = []
      for from in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.decode(bytes[from..<min(from + size, bytes.count)], at: start)
      }
      #expect(events == whole, "in pieces of \(size)")
      #expect(decoder.patience == nil)
    }
  }

  @Test("an Esc that begins nothing is the key, whatever follows; a character that was cut through says nothing")
  func timeOut() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B], at: start) == [])
    #expect(decoder.patience == .milliseconds(25))
    #expect(decoder.timeOut(at: start) == [.key(.escape)])
    #expect(decoder.patience == nil)
    #expect(decoder.decode([UInt8(ascii: "d")], at: start) == [.key(.character("d"))])
    #expect(decoder.decode([0x1B, 0xC3], at: start) == [])
    #expect(decoder.timeOut(at: start) == [.key(.escape)])
    #expect(decoder.decode([UInt8(ascii: "P")], at: start) == [])
    #expect(decoder.timeOut(at: start) == [.key(.character("P"))])
    #expect(decoder.decode([0xE2, 0x80], at: start) == [])
    #expect(decoder.timeOut(at: start) == [])
    #expect(decoder.decode([0x9D, UInt8(ascii: "d")], at: start) == [], "now it begins a sequence")
  }

  @Test("keys that terminfo alone knows are keys, whole and cut; what only begins like them is Alt and a letter")
  func known() {
    var decoder = InputDecoder(known: [Array("\u{1B}p\r".utf8): .up, Array("\u{1B}[3$".utf8): .delete, [0x7F]: .delete])
    #expect(
      decoder.decode(Array("\u{1B}p\r\u{1B}[3$\u{7F}".utf8), at: start) == [.key(.up), .key(.delete), .key(.delete)])
    #expect(decoder.decode(Array("\u{1B}p".utf8), at: start) == [])
    #expect(decoder.patience == .milliseconds(25))
    #expect(decoder.decode(Array("\rx".utf8), at: start) == [.key(.up), .key(.character("x"))])
    #expect(decoder.decode(Array("\u{1B}px".utf8), at: start) == [.key(.alt(.character("p"))), .key(.character("x"))])
    #expect(decoder.decode(Array("\u{1B}p".utf8), at: start) == [])
    #expect(decoder.timeOut(at: start) == [.key(.alt(.character("p")))])
  }

  @Test(
    "CIT-24: dragging and the wheel sideways are events, in both forms; with Shift the mouse is the terminal's",
    arguments: [
      ("\u{1B}[<32;5;3M", [InputEvent.mouse(MouseEvent(.drag, at: Point(column: 4, row: 2)))]),
      ("\u{1B}[<48;5;3M", [.mouse(MouseEvent(.drag, at: Point(column: 4, row: 2)))]),
      ("\u{1B}[<66;5;3M", [.mouse(MouseEvent(.wheelLeft, at: Point(column: 4, row: 2)))]),
      ("\u{1B}[<67;5;3M", [.mouse(MouseEvent(.wheelRight, at: Point(column: 4, row: 2)))]),
      ("\u{1B}[M@%#", [.mouse(MouseEvent(.drag, at: Point(column: 4, row: 2)))]),
      ("\u{1B}[<4;5;3M", []), ("\u{1B}[<36;5;3M", []), ("\u{1B}[<68;5;3M", []), ("\u{1B}[<1;5;3M", []),
    ])
  func mouse(bytes: String, events: [InputEvent]) {
    #expect(decode(bytes) == events)
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
}
