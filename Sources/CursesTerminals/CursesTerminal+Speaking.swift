// A linear terminal: appends lines for a person who hears them, and nothing else.
//
//   frame ──say──> typed letters at once; the rest when nothing has changed for a moment ──> lines
internal import CNcurses
import Dispatch
import Glibc
public import Terminals

/// The state of a linear terminal.
struct Speaking {
  /// The size of the frames, which is that of no terminal: lists and dialogs have room.
  static let size = Size(width: 120, height: 40)
  /// How long nothing changes before it is said: a held key is said where it rests, and a commit with its effect.
  static let pause = 0.1
  /// The same while rows or a count are on their way.
  static let pauseForMore = 0.5
  /// The same while a text is typed.
  static let pauseInText = 0.6
  /// How long changes may go on without a pause, and how long other programs are not heard after something was said.
  static let longest = 2.0

  var output: LinearOutput
  /// When the first change came that is not said yet; nil if all is said.
  var waitsSince: ContinuousClock.Instant?
  /// When it is to be said.
  var due = ContinuousClock.now
  /// When the next timer ends; nil if none runs.
  var timer: ContinuousClock.Instant?
  /// When something was said last, and how many reads of keys had come by then.
  var last: (time: ContinuousClock.Instant, reads: Int)?
  /// The last words while another program had the terminal.
  var missed: Spoken?
  /// To call when the words of the last frame are out.
  var said: (@MainActor () -> Void)?
}

extension CursesTerminal {
  /// Whether the terminal can have a clipboard.
  var hasClipboard: Bool { isatty(configuration.output) == 1 && !["", "dumb"].contains(configuration.name) }

  func beginSpeaking(isUnicode: Bool) {
    speaking = Speaking(
      output: LinearOutput(isTerminal: isatty(configuration.output) == 1, isUnicode: isUnicode))
    // A pipe has its keys from the start, and they are meant for this program.
    reading.isHeard = isPiped
  }

  public func say(_ spoken: Spoken, said: @escaping @MainActor () -> Void) {
    speaking?.said = said
    guard isOnScreen else {
      speaking?.missed = spoken
      return
    }
    guard let columns, let text = speaking?.output.take(spoken, columns: columns) else { return }
    hearFromNowOn()
    write(text)
    waitToSpeak()
  }

  /// Says all again, for a person who asks where they are.
  func sayAgain() {
    hearFromNowOn()
    if let missed = speaking?.missed, let columns { _ = speaking?.output.take(missed, columns: columns) }
    speaking?.missed = nil
    speaking?.output.forget()
    waitToSpeak()
  }

  /// Says what is left, and ends the last line.
  func endSpeaking() {
    speak()
    write(speaking?.output.end() ?? "")
  }

  /// The columns of the terminal, for a typed text; nil unless it is linear.
  private var columns: Int? {
    guard isLinear else { return nil }
    let width = Int(almanac_window_size(configuration.output).ws_col)
    return width > 20 ? width : 80
  }

  /// Speaks after a pause.
  private func waitToSpeak() {
    guard var speaking, speaking.output.isPending else { return noteSaid() }
    let now = ContinuousClock.now
    let since = speaking.waitsSince ?? now
    speaking.waitsSince = since
    let pause =
      speaking.output.isTyping
      ? Speaking.pauseInText : speaking.output.isPartial ? Speaking.pauseForMore : Speaking.pause
    speaking.due = min(now + .seconds(pause), since + .seconds(Speaking.longest))
    // Without a key of the person, a busy program is heard at the pace of reading.
    if speaking.output.hasNews, let last = speaking.last, last.reads == reading.count {
      speaking.due = max(speaking.due, last.time + .seconds(Speaking.longest))
    }
    self.speaking = speaking
    if speaking.timer.map({ speaking.due < $0 }) != false { startTimer() }
  }

  private func startTimer() {
    guard let due = speaking?.due else { return }
    speaking?.timer = due
    let left = max(.zero, due - .now).components
    let nanoseconds = Int(left.seconds) * 1_000_000_000 + Int(left.attoseconds / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, let speaking = self.speaking else { return }
        if let timer = speaking.timer, timer <= .now { self.speaking?.timer = nil }
        guard speaking.waitsSince != nil else { return }
        if speaking.due <= .now { self.speak() } else if self.speaking?.timer == nil { self.startTimer() }
      }
    }
  }

  private func speak() {
    guard let columns, presence != .closed, let text = speaking?.output.speak(columns: columns) else { return }
    speaking?.waitsSince = nil
    if !text.isEmpty { speaking?.last = (.now, reading.count) }
    write(text)
    noteSaid()
  }

  private func noteSaid() {
    let said = speaking?.said
    speaking?.said = nil
    said?()
  }

  private func write(_ text: String) {
    if text.isEmpty { return }
    if configuration.handlesSignals { almanac_begin_writing() }
    send(Array(text.utf8))
    if almanac_is_hung_up(configuration.output) { endSoon() }
  }
}
