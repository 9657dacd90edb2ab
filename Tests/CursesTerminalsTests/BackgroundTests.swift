// The question for the terminal's background, and its answer.
import CNcurses
import Foundation
import TestSupport
import Terminals
import Testing

@testable import CursesTerminals

@Suite("The background of a terminal")
struct BackgroundTests {
  private static let start = ContinuousClock.now
  private static let answer = Array("\u{1B}]11;rgb:1e1e/2e2e/3e3e\u{1B}\\".utf8)
  private static let told = InputEvent.background(.rgb(0x1E, 0x2E, 0x3E))

  /// The events of reads, each with the milliseconds since the question; after each, all timers run that are due.
  private func decode(_ reads: [(time: Int, bytes: [UInt8])], isAsked: Bool = true) -> [InputEvent] {
    var decoder = InputDecoder()
    if isAsked { decoder.backgroundAsked(at: Self.start) }
    var events: [InputEvent] = []
    for (index, read) in reads.enumerated() {
      var now = Self.start + .milliseconds(read.time)
      events += decoder.decode(read.bytes, at: now)
      let next = Self.start + .milliseconds(index + 1 < reads.count ? reads[index + 1].time : read.time + 3000)
      while let patience = decoder.patience, now + patience < next {
        now += patience
        events += decoder.timeOut(at: now)
      }
    }
    return events
  }

  @Test("CIT-11: an answer within 100 ms tells the background; a late, a second and an unasked one are swallowed")
  func inTime() {
    #expect(decode([(0, Self.answer)]) == [Self.told])
    #expect(decode([(100, Self.answer)]) == [Self.told])
    #expect(decode([(101, Self.answer)]) == [])
    #expect(decode([(5000, Self.answer)]) == [])
    #expect(decode([(5, Self.answer), (6, Self.answer)]) == [Self.told])
    #expect(decode([(5, Self.answer)], isAsked: false) == [])
  }

  @Test("CIT-11: an answer amid typing, whole and cut at any byte, in time and late, leaves the keys alone")
  func amidTyping() {
    let (before, after) = (Array("ab".utf8), Array("cd".utf8))
    let keys = "abcd".map { InputEvent.key(.character($0)) }
    #expect(decode([(10, before + Self.answer + after)]) == keys[..<2] + [Self.told] + keys[2...])
    #expect(decode([(400, before + Self.answer + after)]) == keys)
    for cut in 1..<Self.answer.count {
      for (time, pause) in [(5, 40), (5, 90), (150, 90), (700, 90)] {
        let events = decode([
          (time, before + Self.answer[..<cut]), (time + pause, Self.answer[cut...] + after),
        ])
        let isInTime = time + pause <= 100
        #expect(events == keys[..<2] + (isInTime ? [Self.told] : []) + keys[2...], "cut at \(cut), \(time), \(pause)")
      }
    }
    // Byte by byte.
    let single = Self.answer.enumerated().map { (time: 30 * $0.offset, bytes: [$0.element]) }
    #expect(decode(single + [(3000, after)]) == Array(keys[2...]))
  }

  @Test("CIT-11: a lone Esc while an answer is awaited is the key after 100 ms, afterwards at once as ever")
  func escape() {
    var decoder = InputDecoder()
    decoder.backgroundAsked(at: Self.start)
    #expect(decoder.decode([0x1B], at: Self.start + .milliseconds(10)) == [])
    #expect(decoder.patience == .milliseconds(100))
    #expect(decoder.timeOut(at: Self.start + .milliseconds(110)) == [.key(.escape)])
    _ = decoder.decode(Self.answer, at: Self.start + .milliseconds(200))
    _ = decoder.decode([0x1B], at: Self.start + .milliseconds(900))
    #expect(decoder.patience == .milliseconds(25))
    _ = decoder.timeOut(at: Self.start + .milliseconds(925))
    decoder.backgroundAsked(at: Self.start)
    _ = decoder.decode([0x1B], at: Self.start + .milliseconds(1001))
    #expect(decoder.patience == .milliseconds(25))
  }

  @Test(
    "CIT-11: a colour in the forms that terminals use, and in no other",
    arguments: [
      ("11;rgb:ffff/8080/0000", [255, 128, 0]), ("11;rgb:ff/80/00", [255, 128, 0]), ("11;rgb:f/8/0", [255, 136, 0]),
      ("11;rgba:0000/0000/0000/ffff", [0, 0, 0]), ("11;#1e1e2e", [30, 30, 46]), ("11;#ffff80800000", [255, 128, 0]),
      ("11;?", []), ("10;rgb:ffff/8080/0000", []), ("11;rgb:ffff/8080", []), ("11;rgb:-1/+1/00", []),
      ("11;rgb:fffff/0/0", []), ("11;rgb:", []), ("11;#", []), ("11;#1e1e2", []), ("11;rgb:ff/80/00/00", []),
      ("11;rgb:ff/80/0\u{1}", []), ("", []),
    ])
  func forms(_ text: String, _ parts: [UInt8]) {
    #expect(Color(answer: Array(text.utf8)) == (parts.isEmpty ? nil : .rgb(parts[0], parts[1], parts[2])), "\(text)")
  }
}

// ncurses has one screen per process at a time.
extension CursesTerminalTests {
  @Test("CIT-11: terminals of xterm's family are asked, others are not, and the answer comes as an event")
  func question() async throws {
    for (name, question) in [
      ("xterm", "^[]11;?^[\\"), ("xterm-256color", "^[]11;?^[\\"), ("screen-256color", "^[]11;?^[\\"), ("linux", ""),
      ("vt100", ""), ("ansi", ""),
    ] {
      let pty = PseudoTerminal(width: 20, height: 3)
      let terminal = try pty.open(name: name)
      let log = EventLog(terminal)
      terminal.present(CellBuffer(size: terminal.size), cursor: nil)
      _ = pty.output()
      terminal.askForBackground()
      #expect(pty.text() == question, "\(name)")
      if !question.isEmpty {
        pty.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        #expect(await log.next(1) == [.background(.rgb(255, 255, 255))], "\(name)")
      }
      terminal.close()
    }
  }

  @Test("CIT-11: an answer that comes while the terminal is given back is read, not left to the next program")
  func questionBeforeTheEnd() throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let terminal = try pty.open()
    terminal.onEvent = { _ in }
    terminal.present(CellBuffer(size: terminal.size), cursor: nil)
    terminal.askForBackground()
    pty.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
    terminal.close()
    // What the next program reads.
    var modes = pty.modes()
    cfmakeraw(&modes)
    tcsetattr(pty.slave, TCSANOW, &modes)
    pty.type("x")
    var byte: UInt8 = 0
    #expect(read(pty.slave, &byte, 1) == 1)
    #expect(byte == UInt8(ascii: "x"))
  }

  @Test("CIT-11: where terminfo knows 24 bits, colours are those; the palette of a terminal is never changed")
  func directColors() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("terminfo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = """
      almanac-direct|xterm with colours of 24 bits,
      \tRGB, colors#0x1000000, pairs#0x7FFF, ccc@, initc@, oc@,
      \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,
      \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,
      \tuse=xterm-256color,

      """
    let file = folder.appendingPathComponent("source").path
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    let tic = Process()
    tic.executableURL = URL(fileURLWithPath: "/usr/bin/tic")
    tic.arguments = ["-x", "-o", folder.path, file]
    try tic.run()
    tic.waitUntilExit()
    #expect(tic.terminationStatus == 0)
    setenv("TERMINFO", folder.path, 1)
    defer { unsetenv("TERMINFO") }
    let pty = PseudoTerminal(width: 10, height: 2)
    let terminal = try pty.open(name: "almanac-direct")
    #expect(terminal.colorDepth == .trueColor)
    terminal.present(CellBuffer(size: terminal.size), cursor: nil)
    _ = pty.output()
    var buffer = CellBuffer(size: terminal.size)
    buffer.write(
      "x", at: Point(column: 0, row: 0), style: Style(foreground: .rgb(125, 207, 255), background: .rgb(0, 0, 0)))
    buffer.write("y", at: Point(column: 0, row: 1), style: Style(foreground: .cyan, background: .indexed(196)))
    terminal.present(buffer, cursor: nil)
    #expect(
      pty.text()
        == "^[[38:2::125:207:255m^[[48:2::0:0:8mx^[[2d\u{8}^[[36m^[[48:2::255:0:0my^[[39;49m^[(B^[[m")
    terminal.close()
    let closing = pty.text()
    #expect(!closing.contains("]4;") && !closing.contains("]104"), "\(closing)")
  }
}
