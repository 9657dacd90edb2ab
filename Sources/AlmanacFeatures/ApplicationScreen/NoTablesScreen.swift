import Terminals

/// The screen of a file without tables.
@MainActor
final class NoTablesScreen: TabScreen {
  private var pane: Pane!

  /// `isPresent`: the file exists and can be read. Tracked.
  init(environment: ScreenEnvironment, isPresent: @escaping () -> Bool) {
    pane = environment.pane { rect, buffer in
      buffer.write(
        "There \(isPresent() ? "are no tables in this file yet" : "were no tables in this file when it was read last").",
        at: Point(column: 3, row: 1), maxWidth: max(0, rect.width - 3), style: environment.theme.muted,
        truncation: .ellipsis)
    }
  }

  var panes: [Pane] { [pane] }
  func hints(except taken: [Key]) -> [KeyHint] { [] }
  var help: [KeyHint] { [] }
  var note: [String] { [] }
  var takesText: Bool { false }
  func setShown(_ isShown: Bool) {}
  func layOut(in rect: Rect) { pane.rect = rect }
  func action(for key: Key) -> EventAction? { nil }
  func action(forPasted text: String) -> EventAction? { nil }
  func action(for event: MouseEvent) -> EventAction? { nil }
  func timePassed() {}
}
