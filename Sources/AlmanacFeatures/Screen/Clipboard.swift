// The clipboard of the terminal.
import Containers

/// The clipboard of a terminal, set by OSC 52.
enum Clipboard {
  /// The most bytes of a text: a million in base64. tmux drops sequences of more than a megabyte. Other terminals drop
  /// or cut shorter ones, and none reports it.
  static let byteLimit = 750_000
  /// What is said of a terminal that can't have one.
  static let missing = "Not copied: this terminal has no clipboard."
}

extension Container {
  /// Puts a text into the clipboard of the terminal. Returns whether that can have one.
  var clipboard: Factory<@MainActor @Sendable (String) -> Bool> { self { { _ in true } } }
}
