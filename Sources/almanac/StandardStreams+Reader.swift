// A reader of standard output that takes its time, or goes.
import Dispatch
import Glibc

extension StandardStreams {
  /// Writes all of `text` on a thread of its own: a reader that takes its time holds nothing up but this.
  static func writeElsewhere(_ text: String) async throws {
    try await withCheckedThrowingContinuation { continuation in
      writing.async { continuation.resume(with: Result { try write(text) }) }
    }
  }

  private static let writing = DispatchQueue(label: "almanac.output")

  /// Calls `body` once, on a thread of its own, when nobody reads standard output any more: the pipe's or the
  /// terminal's other end is closed. Nothing need be written for that.
  static func whenReaderGoes(_ body: @escaping @Sendable () -> Void) throws {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ReaderGone(body: body))
    let status = pthread_create(
      &thread, nil,
      { context in
        let body = Unmanaged<ReaderGone>.fromOpaque(context!).takeRetainedValue().body
        // Signals are the program's, never this thread's.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Without a wish only the end is told.
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        while poll(&output, 1, -1) < 0, errno == EINTR {}
        body()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw CommandFailure("The system has no thread to give: \(String(cString: strerror(status))).")
    }
    pthread_detach(thread)
  }

  private final class ReaderGone: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
