// A terminal without a person: a thread of its own reads the output.
import CNcurses
import Dispatch
import Foundation
import Locks
import Terminals
import Testing

@testable import CursesTerminals

/// A pseudo-terminal, and its output.
final class PseudoTerminal: Sendable {
  let master: Int32
  let slave: Int32
  /// No program here writes this byte: it marks the end of the output before it.
  private static let mark: UInt8 = 0x01
  private let received = Lock<[UInt8]>([])
  private let marked = DispatchSemaphore(value: 0)

  /// Without a reader, `output` must not be called, and closing `master` closes the terminal.
  init(width: Int = 200, height: Int = 50, hasReader: Bool = true) {
    var ends: (Int32, Int32) = (0, 0)
    precondition(openpty(&ends.0, &ends.1, nil, nil, nil) == 0, "There is no pseudo-terminal to be had.")
    (master, slave) = ends
    almanac_set_window_size(master, Int32(height), Int32(width))
    let (master, received, marked) = (master, received, marked)
    guard hasReader else { return }
    // A thread, not a queue: it blocks in `read` as long as the tests run.
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(master, &bytes, bytes.count)
        guard count > 0 else { return }
        let marks = bytes.prefix(count).count { $0 == Self.mark }
        received.withLock { $0 += bytes.prefix(count).filter { $0 != Self.mark } }
        for _ in 0..<marks { marked.signal() }
      }
    }
  }

  /// The output since the last call.
  func output() -> [UInt8] {
    _ = write(slave, [Self.mark], 1)
    marked.wait()
    return received.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  }

  /// The same as text, with ESC as `^[`.
  func text() -> String {
    String(decoding: output(), as: UTF8.self).replacing("\u{1B}", with: "^[")
  }

  /// Types a text as a person does.
  func type(_ text: String) { type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

  @MainActor func open(
    name: String = "xterm-256color", locale: String = "C.UTF-8",
    change: (inout CursesTerminal.Configuration) -> Void = { _ in }
  ) throws(CursesTerminalError) -> CursesTerminal {
    var configuration = CursesTerminal.Configuration()
    configuration.input = slave
    configuration.output = slave
    configuration.name = name
    configuration.locale = locale
    configuration.wantsColor = true
    configuration.handlesSignals = false
    change(&configuration)
    return try CursesTerminal(configuration)
  }

  func modes() -> termios {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes
  }
}

/// Collects events.
@MainActor final class EventLog {
  private let stream: AsyncStream<InputEvent>

  init(_ terminal: CursesTerminal) {
    let (stream, continuation) = AsyncStream.makeStream(of: InputEvent.self)
    self.stream = stream
    terminal.onEvent = { continuation.yield($0) }
  }

  func next(_ count: Int) async -> [InputEvent] {
    var events: [InputEvent] = []
    var iterator = stream.makeAsyncIterator()
    while events.count < count, let event = await iterator.next(isolation: MainActor.shared) { events.append(event) }
    return events
  }
}
