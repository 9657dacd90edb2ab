// Where a signal's handler runs when the stack of a thread has overflown.

import Glibc
import Locks

/// A stack for signal handlers, kept by a thread to its end: without one the kernel ends a program whose stack overflows
/// on that thread before any handler has given back the terminal.
final class SignalStack {
  private static let place = ThreadPlace<SignalStack>()
  private static let size = 65_536

  /// `nil` where the thread has one already.
  private let memory: UnsafeMutableRawPointer?

  /// Gives this thread a stack for signal handlers, unless it has one.
  static func prepareThread() { place.keep { SignalStack() } }

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
