// The screen in memory.
import Testing

@testable import Terminals

@MainActor @Suite("Virtual terminal")
struct VirtualTerminalTests {
  @Test("rows are trimmed, changes are counted")
  func presenting() {
    let terminal = VirtualTerminal(size: Size(width: 10, height: 2))
    var buffer = CellBuffer(size: terminal.size)
    buffer.write("hello 漢", at: Point(column: 0, row: 0), style: .bold)
    terminal.present(buffer, cursor: Point(column: 5, row: 0))
    #expect(terminal.screen == ["hello 漢", ""])
    #expect(terminal.style(at: Point(column: 4, row: 0)) == .bold)
    #expect(terminal.cursor == Point(column: 5, row: 0))
    #expect(terminal.changedCellCount == 8)
    terminal.present(buffer, cursor: nil)
    #expect(terminal.changedCellCount == 8)
    #expect(terminal.frameCount == 2)
    #expect(terminal.cursor == nil)
  }

  @Test("events arrive in order; a resize takes effect first")
  func events() throws {
    let terminal = VirtualTerminal(size: Size(width: 10, height: 2))
    var seen: [InputEvent] = []
    terminal.onEvent = { event in
      if case .resize(let size) = event { #expect(terminal.size == size) }
      seen.append(event)
    }
    for event in try Key.parse(script: "a,resize:4x3,Enter") { terminal.send(event) }
    #expect(seen == [.key(.character("a")), .resize(Size(width: 4, height: 3)), .key(.enter)])
    #expect(terminal.screen == ["", "", ""])
  }

  @Test("a frame of a size that has passed is clipped")
  func passedSize() {
    let terminal = VirtualTerminal(size: Size(width: 4, height: 1))
    var buffer = CellBuffer(size: Size(width: 9, height: 3))
    buffer.write("abc漢字", at: Point(column: 0, row: 0))
    terminal.present(buffer, cursor: nil)
    #expect(terminal.screen == ["abc"])
  }
}

@Suite("Colour")
struct ColorTests {
  @Test("colours come down to what a terminal has")
  func reduction() {
    #expect(Color.rgb(255, 0, 0).reduced(to: .trueColor) == .rgb(255, 0, 0))
    #expect(Color.rgb(255, 0, 0).reduced(to: .indexed256) == .indexed(196))
    #expect(Color.rgb(255, 0, 0).reduced(to: .sixteen) == .indexed(9))
    #expect(Color.rgb(200, 0, 0).reduced(to: .eight) == .indexed(1))
    #expect(Color.indexed(12).reduced(to: .eight) == .indexed(4))
    #expect(Color.indexed(238).reduced(to: .indexed256) == .indexed(238))
    #expect(Color.red.reduced(to: .none) == .standard)
    #expect(Color.standard.reduced(to: .eight) == .standard)
  }
}
