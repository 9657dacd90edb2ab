// The real terminal code on a pseudo-terminal: its output bytes, and its events.
import CNcurses
import Foundation
import TestSupport
import Terminals
import Testing

@testable import CursesTerminals

// ncurses has one screen per process at a time.
@MainActor @Suite("Curses terminal", .serialized, .timeLimit(.minutes(10)))
struct CursesTerminalTests {
  /// A list of facts as a screen shows it, scrolled to `top`.
  private func list(_ size: Size, top: Int) -> CellBuffer {
    var buffer = CellBuffer(size: size)
    for row in 0..<(size.height - 2) { buffer.write(fact(top + row, size.width), at: Point(column: 0, row: row)) }
    return buffer
  }

  /// Words that differ from line to line, as wide as the screen.
  private func fact(_ number: Int, _ width: Int) -> String {
    var state = UInt64(number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    var line = "\(number)  "
    while line.utf8.count < width - 1 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      for _ in 0..<Int(state >> 60) + 1 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        line.append(Character(Unicode.Scalar(UInt8(97 + (state >> 33) % 26))))
      }
      line.append(" ")
    }
    return String(line.prefix(width - 1))
  }

  @Test("the first frame is on the other screen, with keys and marked pastes on; closing gives all back")
  func openAndClose() throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    var before = pty.modes()
    let terminal = try pty.open()
    #expect(terminal.size == Size(width: 20, height: 3))
    #expect(terminal.isUnicode)
    #expect(terminal.colorDepth == .indexed256)
    let opening = pty.text()
    for part in ["^[[?1049h", "^[[?1h^[=", "^[[?25l", "^[[?2004h", "^[[?1000h^[[?1002h^[[?1006h"] {
      #expect(opening.contains(part), "\(part) in \(opening)")
    }
    let modes = pty.modes()
    #expect(modes.c_iflag & tcflag_t(IXON) == 0)
    #expect(modes.c_lflag & tcflag_t(ICANON | ECHO) == 0)
    // No key sends a signal: in pasted text these keys are text.
    #expect(withUnsafeBytes(of: modes.c_cc) { keys in [VINTR, VSUSP, VQUIT].map { keys[Int($0)] } } == [0, 0, 0])
    terminal.close()
    let closing = pty.text()
    for part in ["^[[?2004l", "^[[?1000l", "^[[?1l^[>", "^[[?1049l", "^[[?25h"] {
      #expect(closing.contains(part), "\(part) in \(closing)")
    }
    var after = pty.modes()
    #expect(withUnsafeBytes(of: &before) { b in withUnsafeBytes(of: &after) { b.elementsEqual($0) } })
    terminal.close()
    #expect(pty.output() == [])
  }

  @Test("O5: an equal frame is no byte; a cell is its place and itself")
  func equalFrame() throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let terminal = try pty.open()
    defer { terminal.close() }
    var buffer = CellBuffer(size: terminal.size)
    buffer.write("hello", at: Point(column: 2, row: 1))
    terminal.present(buffer, cursor: nil)
    _ = pty.output()
    terminal.present(buffer, cursor: nil)
    var same = CellBuffer(size: terminal.size)
    same.write("hello", at: Point(column: 2, row: 1))
    terminal.present(same, cursor: nil)
    #expect(pty.text() == "")
    buffer.write("j", at: Point(column: 2, row: 1))
    buffer.write("x", at: Point(column: 0, row: 2), style: .reverse)
    terminal.present(buffer, cursor: nil)
    #expect(pty.text() == "\r  j\r^[[3d^[(B^[[0;7mx^[(B^[[m")
    buffer.write("漢e\u{301}👨‍👩‍👧", at: Point(column: 10, row: 0), style: Style(foreground: .red))
    terminal.present(buffer, cursor: nil)
    #expect(pty.text() == "^[[1;11H^[[31m漢e\u{301}👨^[[39m^[(B^[[m")
  }

  @Test("the cursor is shown, moved and hidden only when that changes")
  func cursor() throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let terminal = try pty.open()
    defer { terminal.close() }
    let buffer = CellBuffer(size: terminal.size)
    terminal.present(buffer, cursor: nil)
    _ = pty.output()
    terminal.present(buffer, cursor: Point(column: 4, row: 1))
    #expect(pty.text() == "^[[?12l^[[?25h^[[2;5H")
    terminal.present(buffer, cursor: Point(column: 4, row: 1))
    #expect(pty.text() == "")
    terminal.present(buffer, cursor: Point(column: 5, row: 1))
    #expect(pty.text() == " ", "a space is the shortest way over a space")
    terminal.present(buffer, cursor: nil)
    #expect(pty.text() == "^[[?25l")
  }

  @Test("T1: bytes at 200x50: nothing 0, one row <= 228, scroll by one <= 417, all <= 8,200")
  func bytes() throws {
    let pty = PseudoTerminal()
    let terminal = try pty.open()
    defer { terminal.close() }
    terminal.present(list(terminal.size, top: 0), cursor: nil)
    _ = pty.output()
    for top in 1...20 {
      terminal.present(list(terminal.size, top: top), cursor: nil)
      #expect(pty.output().count <= 417, "scroll by one to \(top)")
    }
    for top in (10..<20).reversed() {
      terminal.present(list(terminal.size, top: top), cursor: nil)
      #expect(pty.output().count <= 417, "scroll back by one to \(top)")
    }
    var buffer = list(terminal.size, top: 10)
    for round in 0..<10 {
      buffer.write(fact(1000 + round, 200), at: Point(column: 0, row: 7))
      terminal.present(buffer, cursor: nil)
      #expect(pty.output().count <= 228, "one row")
    }
    terminal.present(buffer, cursor: nil)
    #expect(pty.output().count == 0)
    // As full as facts fill a screen: three quarters of each row.
    buffer.clear()
    for row in 0..<48 { buffer.write(fact(row, 150), at: Point(column: 0, row: row)) }
    terminal.present(buffer, cursor: nil)
    _ = pty.output()
    terminal.redraw()
    let full = pty.output().count
    #expect((6_000...8_200).contains(full), "\(full)")
  }

  @Test("rows that move, some of them changed, up and down and beside others that stay, end as they are presented")
  func motion() throws {
    let pty = PseudoTerminal(width: 20, height: 12)
    let terminal = try pty.open()
    defer { terminal.close() }
    var generator = SeededGenerator(seed: 1)
    var (top, mark) = (50, 0)
    for _ in 0..<300 {
      top = max(0, top + Int.random(in: -6...6, using: &generator))
      mark = .random(in: 0..<12, using: &generator)
      var buffer = CellBuffer(size: terminal.size)
      for row in 1..<11 where top + row < 60 { buffer.write("\(top + row) 字", at: Point(column: 0, row: row)) }
      buffer.restyle(Rect(column: 0, row: mark, width: 20, height: 1)) { $0.attributes.insert(.reverse) }
      terminal.present(buffer, cursor: nil)
      for row in 0..<12 {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 100) {
          mvwinnstr(almanac_stdscr(), Int32(row), 0, $0.baseAddress, 99)
          return String(cString: $0.baseAddress!)
        }
        #expect(text == buffer.rows[row], "row \(row)")
        let attributes = mvwinch(almanac_stdscr(), Int32(row), 1) & chtype(almanac_reverse())
        #expect((attributes != 0) == (row == mark), "row \(row)")
      }
      _ = pty.output()
    }
  }

  @Test("rows that only move are sent, also where no cell besides is another one")
  func motionAlone() throws {
    let pty = PseudoTerminal(width: 20, height: 8)
    let terminal = try pty.open()
    defer { terminal.close() }
    func frame(_ top: Int) -> CellBuffer {
      var buffer = CellBuffer(size: terminal.size)
      for row in 0..<8 where top + row < 8 { buffer.write("fact \(top + row)", at: Point(column: 0, row: row)) }
      return buffer
    }
    terminal.present(frame(0), cursor: nil)
    _ = pty.output()
    terminal.present(frame(2), cursor: nil)
    #expect(pty.text() == "\r^[[2S")
  }

  @Test("hostile text never reaches the terminal")
  func hostileText() throws {
    let pty = PseudoTerminal(width: 60, height: 6)
    let terminal = try pty.open()
    defer { terminal.close() }
    terminal.present(CellBuffer(size: terminal.size), cursor: nil)
    _ = pty.output()
    var buffer = CellBuffer(size: terminal.size)
    buffer.write("\u{1B}[31mred\u{1B}]0;title\u{7}\u{9B}2J", at: Point(column: 0, row: 0))
    buffer.write("\u{202E}evil\u{2066}\u{200B}\r\n\u{8}\u{7F}\u{E}", at: Point(column: 0, row: 1))
    buffer.write(bytes: [0x1B, 0x50, 0xC2, 0x9B, 0x80, 0xFF, 0x1B, 0x5C], at: Point(column: 0, row: 2))
    terminal.present(buffer, cursor: nil)
    let text = pty.text()
    #expect(text == "␛[31mred␛]0;title␇␦2J\r^[[2d␦evil␦␦␍↵␈␡␎\r^[[3d␛P␦��␛\\")
  }

  @Test("a wide character that is halved leaves no half on the terminal")
  func wideCharacters() throws {
    let pty = PseudoTerminal(width: 12, height: 2)
    let terminal = try pty.open()
    defer { terminal.close() }
    var buffer = CellBuffer(size: terminal.size)
    buffer.write("漢字🇩🇪x", at: Point(column: 0, row: 0))
    terminal.present(buffer, cursor: nil)
    #expect(pty.text().hasSuffix("漢字🇩🇪x"))
    buffer.write("a", at: Point(column: 1, row: 0))
    terminal.present(buffer, cursor: nil)
    #expect(pty.text() == "\r a")
  }

  @Test("colours as many as there are, none where none are wanted")
  func colors() throws {
    for (name, wantsColor, depth, shown) in [
      ("xterm-256color", true, ColorDepth.indexed256, "^[[38;5;196m^[[48;5;21mx^[[39;49m^[(B^[[m"),
      ("xterm", true, .eight, "^[[31m^[[44mx^[[39;49m^[(B^[[m"), ("vt100", true, .none, "^[[0;1m\u{F}x^[[m\u{F}"),
      ("xterm-256color", false, .none, "^[(B^[[0;1mx^[(B^[[m"),
    ] {
      let pty = PseudoTerminal(width: 10, height: 2)
      let terminal = try pty.open(name: name) { $0.wantsColor = wantsColor }
      defer { terminal.close() }
      #expect(terminal.colorDepth == depth)
      terminal.present(CellBuffer(size: terminal.size), cursor: nil)
      _ = pty.output()
      var buffer = CellBuffer(size: terminal.size)
      var style = Style(foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255))
      if depth == .none { style.attributes = .bold }
      buffer.write("x", at: Point(column: 0, row: 0), style: style)
      terminal.present(buffer, cursor: nil)
      #expect(pty.text() == shown, "\(name)")
    }
  }

  @Test("what is no terminal, or none that can show a screen, is told in a sentence")
  func errors() throws {
    let pty = PseudoTerminal()
    #expect(throws: CursesTerminalError.unknownTerminal(name: "")) { try pty.open(name: "") }
    #expect(throws: CursesTerminalError.unknownTerminal(name: "none-such")) { try pty.open(name: "none-such") }
    #expect(throws: CursesTerminalError.incapableTerminal(name: "dumb")) { try pty.open(name: "dumb") }
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(throws: CursesTerminalError.notATerminal) { try pty.open { $0.input = ends[0] } }
    #expect(throws: CursesTerminalError.notATerminal) { try pty.open { $0.output = ends[1] } }
    #expect(
      "\(CursesTerminalError.unknownTerminal(name: "none-such"))"
        == "The system does not know the terminal 'none-such' that TERM names.")
    #expect(pty.output() == [], "a refused screen leaves the terminal alone")
    for end in ends { close(end) }
  }

  @Test("keys, pastes and the mouse arrive as events; a lone Esc and a paste arrive by themselves")
  func keys() async throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let terminal = try pty.open()
    defer { terminal.close() }
    let log = EventLog(terminal)
    terminal.present(CellBuffer(size: terminal.size), cursor: nil)
    pty.type("a\u{1B}[A\u{1B}OB\u{13}\u{11}\ré\u{1B}[<0;3;2M\u{1B}[200~x\ry\u{1B}[201~")
    #expect(
      await log.next(9) == [
        .key(.character("a")), .key(.up), .key(.down), .key(.control("s")), .key(.control("q")), .key(.enter),
        .key(.character("é")), .mouse(MouseEvent(.press, at: Point(column: 2, row: 1))), .paste("x\ny"),
      ])
    pty.type("\u{1B}")
    #expect(await log.next(1) == [.key(.escape)])
    pty.type("q\u{1B}")
    #expect(await log.next(2) == [.key(.character("q")), .key(.escape)])
  }

  @Test("REAL-10: what came before the first frame is dropped, and the rest of an answer that began there too")
  func earlierInput() async throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    pty.type("dq\u{1B}]11;rgb:ff")
    let terminal = try pty.open()
    defer { terminal.close() }
    let log = EventLog(terminal)
    pty.type("ff/ffff")
    terminal.present(CellBuffer(size: terminal.size), cursor: nil)
    pty.type("/ffff\u{7}a")
    #expect(await log.next(1) == [.key(.character("a"))])
    // The same for input that came while another program had the terminal.
    terminal.leaveScreen()
    pty.type("dq\u{1B}[?62;")
    terminal.restoreScreen()
    pty.type("22cb")
    #expect(await log.next(1) == [.key(.character("b"))])
  }

  @Test("REAL-10: what is typed while the first frame is being written is heard")
  func inputDuringFirstFrame() async throws {
    let pty = PseudoTerminal(width: 500, height: 100, hasReader: false)
    let terminal = try pty.open()
    defer { terminal.close() }
    let log = EventLog(terminal)
    // More output than a terminal holds without a reader: a part is read, a key typed, then the rest is read.
    var buffer = CellBuffer(size: terminal.size)
    for row in 0..<100 {
      for column in 0..<500 { buffer.write("\((row + column) % 10)", at: Point(column: column, row: row)) }
    }
    let master = pty.master
    let reader = Thread {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      var count = 0
      while count < 20_000 { count += max(0, read(master, &bytes, 1)) }
      _ = write(master, "a", 1)
      while read(master, &bytes, bytes.count) > 0 {}
    }
    reader.start()
    terminal.present(buffer, cursor: nil)
    pty.type("b")
    #expect(await log.next(2) == [.key(.character("a")), .key(.character("b"))])
  }

  @Test("the terminal knows whether more was typed than it has handed over: read together, or not read yet")
  func inputWaiting() async throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let terminal = try pty.open()
    defer { terminal.close() }
    terminal.present(CellBuffer(size: terminal.size), cursor: nil)
    #expect(!terminal.isInputWaiting)
    let (events, continuation) = AsyncStream.makeStream(of: (InputEvent, Bool).self)
    terminal.onEvent = { event in
      if event == .key(.character("b")) { pty.type("c") }
      continuation.yield((event, terminal.isInputWaiting))
    }
    pty.type("ab")
    var seen: [String] = []
    for await (event, isWaiting) in events {
      seen.append("\(event) \(isWaiting)")
      if event == .key(.character("c")) { break }
    }
    #expect(
      seen == [
        "key(Terminals.Key.character(\"a\")) true", "key(Terminals.Key.character(\"b\")) true",
        "key(Terminals.Key.character(\"c\")) false",
      ])
  }

  @Test("the end of the terminal is one event, and nothing is read after it")
  func end() async throws {
    let pty = PseudoTerminal(width: 20, height: 3, hasReader: false)
    let terminal = try pty.open()
    let log = EventLog(terminal)
    close(pty.master)
    #expect(await log.next(1) == [.end])
    #expect(terminal.reading.watch == nil)
    terminal.present(list(terminal.size, top: 0), cursor: nil)
    terminal.close()
  }

  @Test("while the screen is left nothing is shown; restored, everything is drawn again")
  func leaving() throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let before = pty.modes().c_lflag
    let terminal = try pty.open()
    defer { terminal.close() }
    var buffer = CellBuffer(size: terminal.size)
    buffer.write("first", at: Point(column: 0, row: 0))
    terminal.present(buffer, cursor: nil)
    _ = pty.output()
    terminal.leaveScreen()
    #expect(pty.text().contains("^[[?1049l"))
    #expect(pty.modes().c_lflag == before)
    buffer.write("later", at: Point(column: 0, row: 1))
    terminal.present(buffer, cursor: nil)
    #expect(pty.output() == [])
    var seen: [InputEvent] = []
    terminal.onEvent = { seen.append($0) }
    terminal.signalReceived(SIGINT)
    terminal.signalReceived(SIGWINCH)
    almanac_set_window_size(pty.master, 4, 30)
    terminal.restoreScreen()
    #expect(seen == [.resize(Size(width: 30, height: 4))])
    let text = pty.text()
    for part in ["^[[?1049h", "^[[?2004h", "^[[?1h^[=", "first", "later"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(pty.modes().c_lflag & tcflag_t(ICANON | ECHO) == 0)
    #expect(pty.modes().c_iflag & tcflag_t(IXON) == 0)
  }

  @Test("another size is taken over, and the next frame is drawn from nothing")
  func resize() throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let terminal = try pty.open()
    defer { terminal.close() }
    var buffer = CellBuffer(size: terminal.size)
    buffer.write("first", at: Point(column: 0, row: 0))
    terminal.present(buffer, cursor: nil)
    var seen: [InputEvent] = []
    terminal.onEvent = { seen.append($0) }
    almanac_set_window_size(pty.master, 5, 30)
    terminal.signalReceived(SIGWINCH)
    #expect(seen == [.resize(Size(width: 30, height: 5))])
    _ = pty.output()
    terminal.present(buffer, cursor: nil)
    #expect(pty.text().contains("first"), "a frame of the old size is clipped or widened")
    terminal.signalReceived(SIGWINCH)
    #expect(seen.count == 1, "the same size is no event")
  }
}
