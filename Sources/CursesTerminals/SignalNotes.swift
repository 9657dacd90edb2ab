// Signals as events on the main actor.
//
// A handler of a signal may do next to nothing. Ours writes the signal's number into a pipe; the main
// loop reads it. Signals that kill are another matter: their handler gives the terminal back and lets them kill.
internal import CNcurses
import Glibc
internal import MainLoops

/// The process's signals while it has a terminal. There can be one at a time.
@MainActor final class SignalNotes {
  private static let noted = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH, SIGCONT]
  private static let terminating = [SIGINT, SIGTERM, SIGHUP]
  private static let deadly = [SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP, SIGILL, SIGBUS, SIGFPE]
  /// Where a handler runs when the stack it interrupts has overflown. Never freed: a handler may need it to the end.
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
    // What the person's shell had us ignore stays ignored.
    for signal in Self.noted { almanac_note(signal, signal != SIGWINCH && signal != SIGCONT) }
    for signal in Self.deadly { almanac_die_restored(signal) }
  }

  /// Puts back what was there before. A program that ends because of a signal gets it more than once, from the
  /// kernel and from the shell: `isTerminating`, such signals are ignored from now on, so that it comes to its end.
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
