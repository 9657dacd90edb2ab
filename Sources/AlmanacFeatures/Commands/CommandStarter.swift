// Starts the programs of the person's commands.
public import Containers

/// How a program has ended.
public struct CommandEnding: Hashable, Sendable {
  /// Its exit status, as in a shell: 128 and the number of the signal that ended it.
  public var status: Int32
  /// The beginning of what it has printed.
  public var output: [UInt8]

  /// Makes the ending of a program.
  public init(status: Int32, output: [UInt8] = []) { (self.status, self.output) = (status, output) }
}

/// Starts the programs of the person's commands. Both functions take the program and its arguments, and throw
/// `CommandFailure`.
public struct CommandStarter: Sendable {
  /// Starts a program without the terminal. Calls `ended` when it has ended.
  public var start:
    @MainActor @Sendable (_ arguments: [String], _ ended: @escaping @MainActor @Sendable (CommandEnding) -> Void) throws
      -> Void
  /// Gives the terminal to a program until it has ended. Returns its status.
  public var lend: @MainActor @Sendable (_ arguments: [String]) async throws -> Int32

  /// Makes a starter of functions that start programs.
  public init(
    start:
      @escaping @MainActor @Sendable (
        _ arguments: [String], _ ended: @escaping @MainActor @Sendable (CommandEnding) -> Void
      ) throws -> Void,
    lend: @escaping @MainActor @Sendable (_ arguments: [String]) async throws -> Int32
  ) {
    (self.start, self.lend) = (start, lend)
  }
}

extension Container {
  /// What starts the person's commands. Without a terminal, as in a script, nothing does.
  public var commandStarter: Factory<CommandStarter> {
    self {
      CommandStarter(
        start: { _, _ in throw CommandFailure("There is no terminal here, so no command runs.") },
        lend: { _ in throw CommandFailure("There is no terminal here, so no command runs.") })
    }
  }
}
