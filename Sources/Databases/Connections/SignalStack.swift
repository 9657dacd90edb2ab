// A stack for signal handlers, used when a thread's own stack has overflowed.

import Glibc
import Locks

/// A stack for signal handlers, which a thread keeps until it ends. Without one the kernel ends a program whose stack
/// overflows on that thread before any handler has restored the terminal.
final class SignalStack {
  private static let place = ThreadPlace<SignalStack>()
  private static let size = 65_536

  /// Nil if the thread already has one.
  private let memory: UnsafeMutableRawPointer?

  /// Sets up a stack for signal handlers on this thread, unless it has one.
  static func prepareThread() { place.keep { SignalStack() } }

  /// Prepares a thread that this module has started.
  static func prepareOwnThread() {
    prepareThread()
    // Signals are handled on other threads, except those of this thread's own faults: if blocked, these would end the
    // program before their handler has restored the terminal.
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private init() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & CInt(SS_DISABLE) != 0 else {
      memory = nil
      return
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 16)
    var wanted = stack_t(ss_sp: memory, ss_flags: 0, ss_size: Self.size)
    sigaltstack(&wanted, nil)
    self.memory = memory
  }

  deinit {
    guard let memory else { return }
    var none = stack_t(ss_sp: nil, ss_flags: CInt(SS_DISABLE), ss_size: 0)
    sigaltstack(&none, nil)
    memory.deallocate()
  }
}
