// Turns keys, signals and the end into events.
internal import CNcurses
import Dispatch
import Glibc
import MainLoops
import Terminals

extension CursesTerminal {
  /// The state of reading input.
  struct Reading {
    var decoder: InputDecoder
    /// Called when bytes have come; nil while another program has the terminal.
    var watch: DescriptorWatch?
    /// Counts the reads, so that a timer knows whether more has come.
    var count = 0
    /// The number of decoded events that `onEvent` has not received yet.
    var undeliveredCount = 0
    /// Whether decoded events are delivered: not before there is a screen.
    var isHeard = false
    /// Whether the terminal is gone.
    var hasEnded = false
    /// Whether the pipe with the keys has ended.
    var isPipeOver = false
  }

  func startReading() {
    guard reading.watch == nil, onEvent != nil, isOnScreen, !reading.hasEnded else { return }
    reading.watch = DescriptorWatch(configuration.input) { [weak self] in self?.inputArrived() }
  }

  func stopReading() {
    reading.watch?.cancel()
    reading.watch = nil
  }

  /// Called when the first frame is about to be written, or the first after another program. Earlier input was not
  /// meant for this screen, and may be an answer to that program. It is read instead of flushed: the rest of an answer
  /// may come later, and only the decoder can then recognise it. A person can type as soon as the frame's first byte is
  /// written.
  func hearFromNowOn() {
    guard !reading.isHeard else { return }
    while isReadable, let bytes = readBytes() { _ = reading.decoder.decode(bytes, at: .now) }
    if reading.decoder.patience != nil { waitForMore() }
    reading.isHeard = true
  }

  /// Called before the terminal is given back. If it was asked for its background a moment ago, the answer is read here:
  /// the next program would take it for keys.
  func awaitAnswer() {
    while let left = reading.decoder.answerTimeLeft(at: .now) {
      var input = pollfd(fd: configuration.input, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&input, 1, Int32(left / .milliseconds(1)) + 1) > 0
      guard isReady else { continue }
      guard let bytes = readBytes() else { return }
      _ = reading.decoder.decode(bytes, at: .now)
    }
  }

  private func readBytes() -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(configuration.input, &bytes, bytes.count)
    guard count > 0 else {
      // A terminal that is gone is always readable, without data.
      if count == 0 || errno != EINTR && errno != EAGAIN { isPiped ? endKeys() : endSoon() }
      return nil
    }
    reading.count += 1
    return bytes[..<count]
  }

  private func inputArrived() {
    // The input may have been read meanwhile.
    guard polled != 0, let bytes = readBytes() else { return }
    let events = reading.decoder.decode(bytes, at: .now)
    if reading.isHeard { deliver(events) }
    waitForMore()
  }

  /// Starts a timer after which unfinished input is interpreted as it is.
  private func waitForMore() {
    guard let patience = reading.decoder.patience?.components else {
      if reading.isPipeOver { deliverEndOfKeys() }
      return
    }
    let count = reading.count
    let nanoseconds = Int(patience.seconds) * 1_000_000_000 + Int(patience.attoseconds / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.reading.count == count else { return }
        // The program was busy: more has come in time.
        if self.reading.watch != nil, self.isReadable { return self.inputArrived() }
        // The rest gets its full time again.
        self.reading.count += 1
        let events = self.reading.decoder.timeOut(at: .now)
        if self.reading.isHeard { self.deliver(events) }
        self.waitForMore()
      }
    }
  }

  func deliver(_ events: [InputEvent]) {
    for (index, event) in events.enumerated() where !isClosed {
      reading.undeliveredCount = events.count - index - 1
      onEvent?(event)
    }
  }

  private var isReadable: Bool { polled & Int16(POLLIN) != 0 }

  /// The current result of `poll` for the input.
  private var polled: Int16 {
    var input = pollfd(fd: configuration.input, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0 ? input.revents : 0
  }

  public var isInputWaiting: Bool {
    reading.undeliveredCount > 0 || reading.decoder.patience != nil || isReadable
  }

  /// Ends the keys, because their pipe has ended. An Esc at its end has its time first.
  private func endKeys() {
    stopReading()
    reading.isPipeOver = true
    if reading.decoder.patience == nil { deliverEndOfKeys() }
  }

  /// In a later turn: callers of `say` expect no event from it.
  private func deliverEndOfKeys() {
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.deliver([.endOfKeys]) } }
  }

  /// Ends the input, because the terminal is gone.
  func end() {
    guard !reading.hasEnded else { return }
    reading.hasEnded = true
    stopReading()
    onEvent?(.end)
  }

  /// The same in a later turn: callers of `present` expect no event from it.
  func endSoon() {
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.end() } }
  }

  /// Reads the terminal's current size. Returns whether it has changed.
  func checkSize() -> Bool {
    if isLinear { return false }
    let window = almanac_window_size(configuration.output)
    let now = Size(width: Int(window.ws_col), height: Int(window.ws_row))
    guard now.width > 0, now.height > 0, now != size else { return false }
    resizeterm(Int32(now.height), Int32(now.width))
    size = now
    row.deallocate()
    row = .allocate(capacity: now.width)
    // Terminals differ in what they keep of the old picture: start with an empty one.
    werase(almanac_stdscr())
    drawing.shown = CellBuffer(size: now, isUnicode: isUnicode)
    clearok(almanac_curscr(), true)
    return true
  }

  func signalReceived(_ signal: Int32) {
    guard !isClosed else { return }
    switch signal {
    // While another program has the screen, an interrupt is for that program.
    case SIGINT: if isOnScreen { deliver(reading.decoder.endPaste() + [.key(.control("c"))]) }
    // The signal has stopped the other program; it continues together with this one.
    case SIGTSTP: if guest == nil { suspend() } else { almanac_stop_process() }
    case SIGCONT: if isOnScreen { repaint() }
    case SIGWINCH: if isOnScreen, checkSize() { deliver([.resize(size)]) }
    case _ where SignalNotes.ending.contains(signal):
      close(isTerminating: true)
      onTerminate?(signal)
    default: break
    }
  }
}
