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

/// The reader of our output has gone. That is no failure: there is just no reader left.
struct OutputClosed: Error {}
