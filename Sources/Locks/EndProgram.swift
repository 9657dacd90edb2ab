#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends the program because the system refuses what it can't go on without: says so in a sentence on standard error, and
/// exits with status 1. What is registered with `atexit` is done first, such as giving back the terminal.
///
/// - Parameter refusal: What the system refuses, as a sentence. It is constant, since there may be no memory to make one.
public func endProgram(because refusal: StaticString) -> Never {
  if let path = CommandLine.unsafeArgv[0] {
    let name = strrchr(path, CInt(UInt8(ascii: "/"))).map { $0 + 1 } ?? path
    _ = write(STDERR_FILENO, name, strlen(name))
  }
  say(": ")
  say(refusal)
  say(" What was saved is kept. Start it again when the system has more to give.\n")
  exit(1)
}

private func say(_ text: StaticString) { _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount) }
