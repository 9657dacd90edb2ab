// The reasons why there can be no screen.

internal import Glibc

/// The reason why a screen could not be opened. Each is described by a sentence.
public enum CursesTerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// `TERM` is not set, or the terminal that it names is unknown.
  case unknownTerminal(name: String)
  /// The terminal cannot move its cursor.
  case incapableTerminal(name: String)
  /// The system had no descriptor left; the value is its error number.
  case noDescriptor(Int32)

  public var description: String {
    switch self {
    case .notATerminal: "The screen needs a terminal, and standard input or output is not one."
    case .unknownTerminal(name: ""): "The screen needs a terminal, and TERM does not say which one this is."
    case .unknownTerminal(let name): "The system does not know the terminal '\(name)' that TERM names."
    case .incapableTerminal(let name): "The terminal '\(name)' that TERM names cannot show a screen."
    case .noDescriptor(let code):
      "The screen needs more open files than the system allows: \(String(cString: strerror(code)))."
    }
  }
}
