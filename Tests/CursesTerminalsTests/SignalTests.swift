// The state of the terminal after signals: each test in a process of its own.
import CNcurses
import Foundation
import Terminals
import Testing

@testable import CursesTerminals

/// The terminal that the dying process checks in its last handler.
nonisolated(unsafe) private var witness: (master: Int32, slave: Int32) = (-1, -1)

/// Whether the terminal was restored: its modes as before, the end of the output on the main screen, and `message`
/// after that.
private func isGivenBack(saying message: String = "") -> Bool {
  var modes = termios()
  tcgetattr(witness.slave, &modes)
  _ = fcntl(witness.master, F_SETFL, O_NONBLOCK)
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 4096)
  while case let count = read(witness.master, &piece, piece.count), count > 0 { bytes += piece[..<count] }
  let text = String(decoding: bytes, as: UTF8.self)
  guard let left = text.range(of: "\u{1B}[?1049l", options: .backwards) else { return false }
  return text[..<left.lowerBound].contains("\u{1B}[?2004l")
    && !text[..<left.lowerBound].contains("message") && (message.isEmpty || text[left.upperBound...].contains(message))
    && modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
}

@MainActor private func openWitness() throws -> CursesTerminal {
  let pty = PseudoTerminal(width: 20, height: 3, hasReader: false)
  witness = (pty.master, pty.slave)
  return try pty.open { $0.handlesSignals = true }
}

@Suite("Signals", .timeLimit(.minutes(10)))
struct SignalTests {
  @Test("a process that dies of a signal gives the terminal back first, then dies of it")
  func deadlySignal() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      for number in [SIGQUIT, SIGABRT, SIGSEGV] { signal(number) { _ in _exit(isGivenBack() ? 42 : 43) } }
      let terminal = try openWitness()
      terminal.present(CellBuffer(size: terminal.size), cursor: nil)
      kill(getpid(), SIGQUIT)
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    await #expect(processExitsWith: .signal(SIGQUIT)) { @MainActor in
      signal(SIGQUIT, SIG_DFL)
      let terminal = try openWitness()
      terminal.present(CellBuffer(size: terminal.size), cursor: nil)
      kill(getpid(), SIGQUIT)
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }

  @Test("what a trap says is shown after the terminal was given back, not on the screen that goes")
  func trap() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      for number in [SIGILL, SIGTRAP] {
        signal(number) { _ in _exit(isGivenBack(saying: "the message") ? 42 : 43) }
      }
      let pty = PseudoTerminal(width: 20, height: 3, hasReader: false)
      witness = (pty.master, pty.slave)
      dup2(pty.slave, STDERR_FILENO)
      let terminal = try pty.open { $0.handlesSignals = true }
      terminal.present(CellBuffer(size: terminal.size), cursor: nil)
      fatalError("the message")
    }
  }

  @Test("TERM and HUP close the terminal, then tell the program")
  func termination() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let terminal = try openWitness()
      let received = await withCheckedContinuation { continuation in
        terminal.onTerminate = { continuation.resume(returning: $0) }
        kill(getpid(), SIGHUP)
      }
      exit(received == SIGHUP && isGivenBack() ? 42 : 43)
    }
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let terminal = try openWitness()
      let received = await withCheckedContinuation { continuation in
        terminal.onTerminate = { continuation.resume(returning: $0) }
        kill(getpid(), SIGTERM)
      }
      exit(received == SIGTERM && isGivenBack() ? 42 : 43)
    }
  }

  @Test("REAL-19: each signal that ends a program gives the terminal back")
  func otherSignals() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let numbers = CursesTerminal.endingSignals + [34, 50, 64]
      for number in numbers {
        // After one of them they are all ignored.
        for number in numbers { signal(number, SIG_DFL) }
        let terminal = try openWitness()
        let received = await withCheckedContinuation { continuation in
          terminal.onTerminate = { continuation.resume(returning: $0) }
          kill(getpid(), number)
        }
        guard received == number, isGivenBack() else { exit(100 + number) }
        for descriptor in [witness.master, witness.slave] { close(descriptor) }
      }
      exit(42)
    }
  }

  @Test("REAL-19: a fault gives the terminal back", arguments: [SIGTRAP, SIGILL, SIGBUS, SIGFPE, SIGSYS])
  func faults(_ number: Int32) async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor [number = number as Int32] in
      signal(number) { _ in _exit(isGivenBack() ? 42 : 43) }
      _ = try openWitness()
      kill(getpid(), number)
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }

  @Test("REAL-19: signals that were ignored stay ignored")
  func ignoredSignals() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let numbers = CursesTerminal.endingSignals + [SIGQUIT, SIGINT, SIGTSTP]
      for number in numbers { signal(number, SIG_IGN) }
      let terminal = try openWitness()
      terminal.onTerminate = { _ in exit(43) }
      let log = EventLog(terminal)
      for number in numbers { kill(getpid(), number) }
      almanac_set_window_size(witness.master, 7, 40)
      kill(getpid(), SIGWINCH)
      exit(await log.next(1) == [.resize(Size(width: 40, height: 7))] ? 42 : 44)
    }
  }

  @Test("REAL-19: a terminal that takes no output is given back all the same", arguments: [SIGTERM, SIGQUIT])
  func stuckTerminal(_ number: Int32) async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor [number = number as Int32] in
      signal(SIGQUIT) { _ in _exit(isGivenBack() ? 42 : 43) }
      let terminal = try openWitness()
      terminal.onTerminate = { _exit($0 == SIGTERM && isGivenBack() ? 42 : 44) }
      // Nobody reads: it is full. The next frame waits.
      let filling = open(ttyname(witness.slave), O_WRONLY | O_NONBLOCK | O_NOCTTY)
      while write(filling, "x", 1) == 1 {}
      kill(getpid(), number)
      for count in 0... {
        var buffer = CellBuffer(size: terminal.size)
        for row in 0..<3 { buffer.write("\(count) of many", at: Point(column: 0, row: row)) }
        terminal.present(buffer, cursor: nil)
        await Task.yield()
      }
    }
  }

  @Test("a pipe that takes no output does not hold a program that is asked to end (CIT-29)")
  func stuckPipe() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let pty = PseudoTerminal(width: 20, height: 3, hasReader: false)
      var pipe: [Int32] = [0, 0]
      pipe2(&pipe, O_CLOEXEC)
      let terminal = try pty.open { [output = pipe[1]] in
        ($0.isLinear, $0.output, $0.handlesSignals) = (true, output, true)
      }
      terminal.onTerminate = { _exit($0 == SIGTERM ? 42 : 43) }
      kill(getpid(), SIGTERM)
      // Nobody reads: the line waits.
      var part = SpokenPart(id: "")
      part.lines = [String(repeating: "x", count: 1_000_000)]
      terminal.say(Spoken(parts: [part])) {}
      _ = await EventLog(terminal).next(1)
    }
  }

  @Test("Ctrl-C is a key; another size is an event")
  func events() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let terminal = try openWitness()
      let log = EventLog(terminal)
      kill(getpid(), SIGINT)
      guard await log.next(1) == [.key(.control("c"))] else { exit(43) }
      almanac_set_window_size(witness.master, 7, 40)
      kill(getpid(), SIGWINCH)
      guard await log.next(1) == [.resize(Size(width: 40, height: 7))] else { exit(44) }
      terminal.close()
      exit(42)
    }
  }

  @Test("an exit without closing gives the terminal back")
  func exiting() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      // Exit handlers run in reverse order, so this one is the last.
      atexit { _exit(isGivenBack() ? 42 : 43) }
      let terminal = try openWitness()
      terminal.present(CellBuffer(size: terminal.size), cursor: nil)
      exit(44)
    }
  }

  @Test("without UTF-8, only ASCII reaches the terminal")
  func asciiLocale() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let pty = PseudoTerminal(width: 20, height: 3)
      let terminal = try pty.open(locale: "C")
      guard !terminal.isUnicode else { exit(43) }
      terminal.present(CellBuffer(size: terminal.size, isUnicode: false), cursor: nil)
      _ = pty.output()
      var buffer = CellBuffer(size: terminal.size, isUnicode: false)
      buffer.write("a●é漢─z", at: Point(column: 0, row: 0))
      terminal.present(buffer, cursor: nil)
      guard pty.text() == "a*??-z" else { exit(44) }
      // A buffer made for a terminal of another size does no harm either.
      buffer = CellBuffer(size: terminal.size)
      buffer.write("a●é漢─z", at: Point(column: 0, row: 1))
      terminal.present(buffer, cursor: nil)
      exit(pty.output().allSatisfy { $0 < 0x80 } ? 42 : 45)
    }
  }

  @Test("in the place of a locale that is not installed stands one with its encoding")
  func missingLocale() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      exit(try PseudoTerminal().open(locale: "xx_XX.UTF-8").isUnicode ? 42 : 43)
    }
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      exit(try PseudoTerminal().open(locale: "xx_XX.ISO-8859-1").isUnicode ? 43 : 42)
    }
  }

  @Test("a signal that was ignored stays so, and closing puts the handlers back")
  func dispositions() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      signal(SIGHUP, SIG_IGN)
      signal(SIGINT, SIG_DFL)
      let terminal = try openWitness()
      terminal.onTerminate = { _ in exit(43) }
      kill(getpid(), SIGHUP)
      terminal.close()
      var action = sigaction()
      sigaction(SIGINT, nil, &action)
      exit(action.__sigaction_handler.sa_handler == nil ? 42 : 44)
    }
  }
}
