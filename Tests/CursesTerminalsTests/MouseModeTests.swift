// Whether the terminal is asked for its mouse.
import Testing

@testable import CursesTerminals

extension CursesTerminalTests {
  @Test("CIT-24: without the mouse the terminal is not asked for it")
  func withoutMouse() throws {
    let pty = PseudoTerminal(width: 20, height: 3)
    let terminal = try pty.open { $0.usesMouse = false }
    let opening = pty.text()
    #expect(opening.contains("^[[?2004h") && !opening.contains("?100"), "\(opening)")
    terminal.close()
    #expect(!pty.text().contains("?100"))
  }
}
