import CursesTerminals
import Terminals
import Testing

// It takes over the terminal, so it is only compiled.
@MainActor
func show(_ frame: CellBuffer) throws {
  let terminal = try CursesTerminal()
  terminal.onEvent = { event in
    if event == .key(.escape) { terminal.close() }
  }
  terminal.present(frame, cursor: nil)
}
