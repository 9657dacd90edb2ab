import CursesTerminals
import Dispatch
import Glibc

/// The signals that end a program from outside, such as INT and TERM, except ones that it was started to ignore. They
/// are observed instead of ending the program.
final class EndingSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls `handler` for each signal, on a Dispatch queue.
  init(_ handler: @escaping @Sendable (Int32) -> Void) {
    sources = ([SIGINT] + CursesTerminal.endingSignals).compactMap { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      let isIgnored =
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      guard !isIgnored else { return nil }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { handler(number) }
      source.activate()
      return source
    }
  }

  /// Stops observing. The signals stay ignored, because the remaining work is short.
  func cancel() { for source in sources { source.cancel() } }

  /// Ends the program by an observed signal, so that its parent sees the cause.
  static func pass(on number: Int32) -> Never {
    // Raised in this thread, which takes it. If every thread blocked the signal, one sent to the process would wait,
    // and Dispatch's signal reader might consume it.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // Dispatch may install its own handler a last time.
    while true {
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
