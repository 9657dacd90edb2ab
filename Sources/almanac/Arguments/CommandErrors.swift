// The errors that end a command.

/// A wrong use of the command line, as a sentence. Ends the program with status 2.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A failure, as a sentence. Ends the program with status 1.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Two compared files differ. This is not a failure, but it has a status of its own, as that of diff.
struct FilesDiffer: Error {
  static let status: Int32 = 3
}

/// The reader of standard output is gone. This is not a failure.
struct OutputClosed: Error {}
