// Keys, signals and the end, as events.
internal import CNcurses
import Dispatch
import Glibc
import MainLoops
import Terminals

extension CursesTerminal {
  func startReading() {
    guard keys == nil, onEvent != nil, isOnScreen, !isClosed, !hasEnded else { return }
    keys = DescriptorWatch(configuration.input) { [weak self] in self?.inputArrived() }
  }

  func stopReading() {
    keys?.cancel()
    keys = nil
  }

  private func inputArrived() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(configuration.input, &bytes, bytes.count)
    guard count > 0 else {
      // A terminal that has gone is readable for ever, and has nothing to read.
      if count == 0 || errno != EINTR && errno != EAGAIN { end() }
      return
    }
    readCount += 1
    deliver(decoder.decode(bytes[..<count], at: .now))
    if decoder.isWaiting { waitForMore() }
  }

  /// Should nothing follow, what the decoder holds is taken for what it is.
  private func waitForMore() {
    let count = readCount
    let delay = configuration.escapeDelay.components
    let nanoseconds = Int(delay.seconds) * 1_000_000_000 + Int(delay.attoseconds / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.readCount == count else { return }
        self.deliver(self.decoder.timeOut())
      }
    }
  }

  func deliver(_ events: [InputEvent]) {
    for (index, event) in events.enumerated() where !isClosed {
      undeliveredCount = events.count - index - 1
      onEvent?(event)
    }
  }

  public var isInputWaiting: Bool {
    if undeliveredCount > 0 || decoder.isWaiting { return true }
    var input = pollfd(fd: configuration.input, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0 && input.revents & Int16(POLLIN) != 0
  }

  /// The terminal is gone.
  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    stopReading()
    onEvent?(.end)
  }

  /// The same, in a turn of its own: callers of `present` expect no event from it.
  func endSoon() {
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.end() } }
  }

  /// Takes the terminal's present size. Whether it is another one.
  func checkSize() -> Bool {
    let window = almanac_window_size(configuration.output)
    let now = Size(width: Int(window.ws_col), height: Int(window.ws_row))
    guard now.width > 0, now.height > 0, now != size else { return false }
    resizeterm(Int32(now.height), Int32(now.width))
    size = now
    row.deallocate()
    row = .allocate(capacity: now.width)
    // Terminals differ in what they keep of the old picture: begin with none.
    werase(almanac_stdscr())
    shown = CellBuffer(size: now, isUnicode: isUnicode)
    clearok(almanac_curscr(), true)
    return true
  }

  func signalReceived(_ signal: Int32) {
    guard !isClosed else { return }
    switch signal {
    // While another program has the screen, its interrupts are its own.
    case SIGINT: if isOnScreen { deliver(decoder.endPaste() + [.key(.control("c"))]) }
    // The other program has been stopped by it, and goes on with us.
    case SIGTSTP: if guest == nil { suspend() } else { almanac_stop_process() }
    case SIGCONT: if isOnScreen { paintAnew() }
    case SIGWINCH: if isOnScreen, checkSize() { deliver([.resize(size)]) }
    case SIGTERM, SIGHUP:
      close(isTerminating: true)
      onTerminate?(signal)
    default: break
    }
  }
}
