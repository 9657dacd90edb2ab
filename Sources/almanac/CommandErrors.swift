// How a command ends when it can't do what was asked.

/// A wrong use of the command line, in a sentence; ends the program with status 2.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A failure, in a sentence; ends the program with status 1.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Whoever read our output has gone: nothing is wrong, there is just nobody left to tell.
struct OutputClosed: Error {}
