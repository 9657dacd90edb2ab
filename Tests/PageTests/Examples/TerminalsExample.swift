import Terminals
import Testing

@MainActor
@Test func terminals() {
  let terminal = VirtualTerminal(size: Size(width: 20, height: 2))
  var frame = CellBuffer(size: terminal.size)
  frame.write("Honey keeps.", at: Point(column: 0, row: 0), style: .bold)
  terminal.present(frame, cursor: nil)
  #expect(terminal.shown.trimmedRows == ["Honey keeps.", ""])
}
