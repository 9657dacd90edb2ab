// Signals as events on the main actor.
//
//   signal                     while Almanac has the terminal                       because
//   INT                        Ctrl-C                                               it means what the key means
//   TSTP, CONT, WINCH          suspended, drawn again, another size                 the shell and the terminal say so
//   TERM, HUP, and what        the terminal is closed, requested changes are        someone asks the program to end, or a
//   asks to end (`ending`)     written, then the program dies of the signal         limit does: nothing promised is lost
//   QUIT, ABRT and faults      the handler restores the terminal; it dies at once   its state can't be trusted, or a core
//   (`deadly`)                                                                      dump is wanted
//   PIPE, XFSZ                 ignored, as in every verb                            the write that fails says why
//   URG                        wakes a thread that waits for the terminal           the system never sends it by itself
//   KILL, STOP                 as always                                            no program can change them
//   CHLD                       as always                                            the system does nothing with it
//
// INT, TSTP, QUIT and the ending ones stay ignored if the program was started so, as by `nohup`.
//
// A signal handler may do almost nothing. This one writes the signal's number into a pipe, which the main loop reads.
// The main loop may be waiting for a terminal that takes no output. After a second it gets its turn: what the terminal
// has not taken is dropped.
internal import CNcurses
import Glibc
internal import MainLoops

/// The process's signals while it has a terminal. Only one object can exist at a time.
@MainActor final class SignalNotes {
  /// With the real-time signals that the C library leaves to programs.
  static let ending = CursesTerminal.endingSignals + Array(34...64)
  private static let noted = [SIGINT, SIGTSTP, SIGWINCH, SIGCONT]
  private static let deadly = [SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP, SIGILL, SIGBUS, SIGFPE, SIGSYS]
  /// The stack for a handler if the interrupted stack has overflowed. Never freed, because a handler may need it until
  /// the end.
  private static let alternateStack = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)

  private let watch: DescriptorWatch
  private let ends: (reading: Int32, writing: Int32)

  /// Sets the handlers, before ncurses sets its own. `terminal`: where modes are set. `received` is called with each signal.
  init(
    terminal: Int32, output: Int32, _ received: @escaping @MainActor (Int32) -> Void
  ) throws(CursesTerminalError) {
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
    almanac_begin_signals(writing, terminal, output)
    for signal in Self.noted { almanac_note(signal, signal != SIGWINCH && signal != SIGCONT) }
    for signal in Self.ending { almanac_end(signal) }
    for signal in Self.deadly { almanac_die_restored(signal, signal == SIGQUIT) }
  }

  /// Restores the former handlers. A program that ends because of a signal may get it more than once, from the kernel
  /// and from the shell. With `isTerminating`, such signals are ignored from now on, so that the program can finish.
  func end(isTerminating: Bool) {
    almanac_end_signals()
    for number in Self.noted + Self.ending + Self.deadly + [SIGURG] {
      if isTerminating, number == SIGINT || Self.ending.contains(number) {
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
