// A reader of standard output that takes its time, or goes.
import Dispatch
import Glibc

extension StandardStreams {
  /// Writes what `body` gives on a thread of its own: a reader that takes its time holds nothing up but this. Returns
  /// what `body` does.
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

  /// Calls `body` once, on a thread of its own, when standard output has no reader any more: the pipe's or the
  /// terminal's other end is closed. Nothing need be written for that.
  static func whenReaderGoes(_ body: @escaping @Sendable () -> Void) throws {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ReaderGone(output: output, body: body))
    let status = pthread_create(
      &thread, nil,
      { context in
        let reader = Unmanaged<ReaderGone>.fromOpaque(context!).takeRetainedValue()
        // Signals are the program's, never this thread's.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Without a wish `poll` reports only the end.
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
