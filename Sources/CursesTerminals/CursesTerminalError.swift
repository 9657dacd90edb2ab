// Why there can be no screen.

/// Why a screen could not be opened. Each describes itself in a sentence.
public enum CursesTerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// `TERM` is not set, or nothing is known of the terminal it names.
  case unknownTerminal(name: String)
  /// The terminal cannot move its cursor.
  case incapableTerminal(name: String)

  public var description: String {
    switch self {
    case .notATerminal: "The screen needs a terminal, and standard input or output is not one."
    case .unknownTerminal(name: ""): "The screen needs a terminal, and TERM does not say which one this is."
    case .unknownTerminal(let name): "The system does not know the terminal '\(name)' that TERM names."
    case .incapableTerminal(let name): "The terminal '\(name)' that TERM names cannot show a screen."
    }
  }
}
