// A slow reader of standard output, or one that goes away.
import Dispatch
import Glibc

extension StandardStreams {
  /// Writes the output of `body` on a separate thread, so that a slow reader delays nothing else. Returns the result of
  /// `body`.
  static func writeElsewhere<Result: Sendable>(
    _ body: @escaping @Sendable (inout OutputText) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { [output] continuation in
      writing.async {
        var output = OutputText(to: output)
        continuation.resume(
          with: Swift.Result {
            let result = try body(&output)
            try output.flush()
            return result
          })
      }
    }
  }

  private static let writing = DispatchQueue(label: "almanac.output")

  /// Calls `body` once, on a separate thread, when standard output has no reader any more: the other end of the pipe or
  /// the terminal is closed. It notices that without a write.
  static func whenReaderGoes(_ body: @escaping @Sendable () -> Void) throws {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ReaderGone(output: output, body: body))
    let status = pthread_create(
      &thread, nil,
      { context in
        let reader = Unmanaged<ReaderGone>.fromOpaque(context!).takeRetainedValue()
        // Signals are for the program's other threads.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Without requested events, `poll` reports only the end.
        var output = pollfd(fd: reader.output, events: 0, revents: 0)
        while poll(&output, 1, -1) < 0, errno == EINTR {}
        reader.body()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw CommandFailure("The system can't start a thread: \(String(cString: strerror(status))).")
    }
    pthread_detach(thread)
  }

  private final class ReaderGone: Sendable {
    let output: Int32
    let body: @Sendable () -> Void

    init(output: Int32, body: @escaping @Sendable () -> Void) {
      self.output = output
      self.body = body
    }
  }
}
