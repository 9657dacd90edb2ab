import Dispatch
import Glibc

/// The signals by which a program is ended from outside, heard instead of obeyed: INT, TERM and HUP, but for those that
/// it was started to ignore.
final class EndingSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls `handler` for each signal, on a queue of Dispatch.
  init(_ handler: @escaping @Sendable (Int32) -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
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

  /// Hears them no more; they stay ignored, for what is left to do is short.
  func cancel() { for source in sources { source.cancel() } }

  /// Ends the program by a signal that was heard, so that its parent sees what ended it.
  static func pass(on number: Int32) -> Never {
    // To this thread, which takes it: where every thread blocks a signal, one to the program waits, and Dispatch's
    // reader of signals may swallow it.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // Dispatch may set its own handler a last time.
    while true {
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
