// The clipboard of the terminal.
import Containers

/// The clipboard of a terminal, as far as a text goes there by OSC 52.
enum Clipboard {
  /// How many bytes a text may have: a million in base64. tmux drops a sequence of more than a megabyte, other terminals
  /// drop or cut shorter ones, and none says so.
  static let byteLimit = 750_000
}

extension Container {
  /// Puts a text into the clipboard of the terminal.
  var clipboard: Factory<@MainActor @Sendable (String) -> Void> { self { { _ in } } }
}
