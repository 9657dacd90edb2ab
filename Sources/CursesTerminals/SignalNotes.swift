// Signals as events on the main actor.
//
// A signal handler may do almost nothing. This one writes the signal's number into a pipe, which the main loop reads.
// Signals that kill are different: their handler restores the terminal and lets them kill.
internal import CNcurses
import Glibc
internal import MainLoops

/// The process's signals while it has a terminal. Only one object can exist at a time.
@MainActor final class SignalNotes {
  private static let noted = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH, SIGCONT]
  private static let terminating = [SIGINT, SIGTERM, SIGHUP]
  private static let deadly = [SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP, SIGILL, SIGBUS, SIGFPE]
  /// The stack for a handler if the interrupted stack has overflowed. Never freed, because a handler may need it until
  /// the end.
  private static let alternateStack = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)

  private let watch: DescriptorWatch
  private let ends: (reading: Int32, writing: Int32)

  /// Sets the handlers, before ncurses sets its own. `received` is called with each signal.
  init(_ received: @escaping @MainActor (Int32) -> Void) throws(CursesTerminalError) {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw .noDescriptor(errno) }
    let (reading, writing) = (ends[0], ends[1])
    self.ends = (reading, writing)
    watch = DescriptorWatch(reading) {
      var notes = [UInt8](repeating: 0, count: 64)
      let count = read(reading, &notes, notes.count)
      for note in notes.prefix(max(count, 0)) { received(Int32(note)) }
    }
    almanac_set_alternate_stack(Self.alternateStack, 65_536)
    almanac_begin_signals(writing)
    // Signals that the person's shell has made the process ignore stay ignored.
    for signal in Self.noted { almanac_note(signal, signal != SIGWINCH && signal != SIGCONT) }
    for signal in Self.deadly { almanac_die_restored(signal) }
  }

  /// Restores the former handlers. A program that ends because of a signal may get it more than once, from the kernel
  /// and from the shell. With `isTerminating`, such signals are ignored from now on, so that the program can finish.
  func end(isTerminating: Bool) {
    for number in Self.noted + Self.deadly {
      if isTerminating, Self.terminating.contains(number) {
        signal(number, SIG_IGN)
      } else {
        almanac_restore_handler(number)
      }
    }
    watch.cancel { [ends] in
      Glibc.close(ends.reading)
      Glibc.close(ends.writing)
    }
  }
}
