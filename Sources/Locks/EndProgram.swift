import Glibc

/// Ends the program because the system refuses something necessary: writes a sentence to standard error, and exits with
/// status 1. Functions registered with `atexit` run first, such as restoring the terminal.
///
/// - Parameter refusal: What the system refuses, as a sentence. It is constant, because there may be no memory to make
///   one.
public func endProgram(because refusal: StaticString) -> Never {
  if let path = CommandLine.unsafeArgv[0] {
    let name = strrchr(path, CInt(UInt8(ascii: "/"))).map { $0 + 1 } ?? path
    _ = write(STDERR_FILENO, name, strlen(name))
  }
  say(": ")
  say(refusal)
  say(" What was saved is kept. Start it again when the system has more resources.\n")
  exit(1)
}

private func say(_ text: StaticString) { _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount) }
