// The real terminal, through ncurses.
//
//   bytes -> main loop -> InputDecoder -> onEvent -> (the program draws) -> present
//     -> moved rows, then differences to the shown cells -> stdscr -> one doupdate -> bytes
//   signals -> pipe -> main loop -> onEvent, suspend, close and onTerminate
//
// A linear terminal appends lines in place of cells, without ncurses: the rest is the same.
//
// ncurses only writes. It never reads a key, because it would block the program after each single Esc.
internal import CNcurses
import Dispatch
import Glibc
internal import MainLoops
public import Terminals

/// The terminal that the program was started on. Only one can exist at a time.
public final class CursesTerminal: Terminal {
  /// The settings for opening a terminal.
  public struct Configuration: Sendable {
    /// The descriptor to read keys from.
    public var input: Int32 = STDIN_FILENO
    /// The descriptor to draw to.
    public var output: Int32 = STDOUT_FILENO
    /// The terminal's name in terminfo.
    public var name = ""
    /// The locale, which decides which characters the terminal shows; empty: that of the environment.
    public var locale = ""
    /// Whether colours may be used.
    public var wantsColor = true
    /// Whether the mouse is used. If not, the terminal keeps it.
    public var usesMouse = true
    /// How long to wait after an Esc for the rest of a sequence.
    public var escapeDelay = Duration.milliseconds(25)
    /// Whether lines are appended for a person who hears them. Then the terminal may be a pipe, and needs no name.
    public var isLinear = false
    /// Whether to handle the process's signals. If not, the program can't be suspended, and does not notice a resize.
    public var handlesSignals = true

    /// The name in `TERM`, if the system does not know it: `name` is then that of a probably similar terminal.
    public private(set) var unknownName: String?

    /// Makes settings for the process's standard input and output, with `TERM`, `COLORTERM`, `NO_COLOR` and `ESCDELAY`
    /// from the environment.
    public init() {
      name = Self.environment("TERM") ?? ""
      if !name.isEmpty, isatty(output) == 1, almanac_can_show_screen(name, output) == -1,
        let like = Self.names(like: name).first(where: { almanac_can_show_screen($0, output) == 1 })
      {
        (unknownName, name) = (name, like)
      }
      if ["truecolor", "24bit"].contains(Self.environment("COLORTERM")), isatty(output) == 1,
        almanac_can_show_screen(Self.directName(of: name), output) == 1
      {
        name = Self.directName(of: name)
      }
      wantsColor = (Self.environment("NO_COLOR") ?? "").isEmpty
      if let delay = Self.environment("ESCDELAY").flatMap({ Int($0) }), (1...10_000).contains(delay) {
        escapeDelay = .milliseconds(delay)
      }
    }

    /// Throws the reason why this terminal can't show a screen, without touching it.
    public func check() throws(CursesTerminalError) {
      if isLinear { return }
      guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
      switch name.isEmpty ? -1 : almanac_can_show_screen(name, output) {
      case -1: throw .unknownTerminal(name: name)
      case 0: throw .incapableTerminal(name: name)
      default: break
      }
    }

    /// The descriptor whose modes are set.
    var terminal: Int32 { isatty(output) == 0 && isatty(input) == 1 ? input : output }

    /// Candidates for a terminal with an unknown name: others of its family first, those with more colours first. A new
    /// name usually belongs to a program that behaves like xterm.
    private static func names(like name: String) -> [String] {
      let family = name.prefix { $0 != "-" && $0 != "." && $0 != "+" }
      return ["\(family)-256color", "\(family)", "xterm-256color", "xterm", "ansi", "vt100"]
    }

    /// The name of the same terminal with colours of 24 bits. terminfo may not have it.
    private static func directName(of name: String) -> String {
      let suffix = "-256color"
      return (name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name) + "-direct"
    }

    fileprivate static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
  }

  /// The signals from outside that ask a program to end, except SIGINT.
  public nonisolated static let endingSignals = [
    SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGPWR, SIGSTKFLT,
  ]

  public internal(set) var size: Size
  public let isUnicode: Bool
  public var colorDepth: ColorDepth { palette.depth }
  /// Reading keys begins with the first listener.
  public var onEvent: ((InputEvent) -> Void)? {
    didSet { if onEvent != nil { startReading() } }
  }
  /// Called with the signal after SIGTERM, or another signal that ends a program, has closed the terminal: the program
  /// should end without output. Until then, further such signals and SIGINT are ignored.
  public var onTerminate: ((Int32) -> Void)?

  let configuration: Configuration
  let capabilities: TerminalCapabilities
  var palette: StylePalette
  var drawing: Drawing
  /// A row in ncurses' format.
  var row: UnsafeMutableBufferPointer<cchar_t>
  var reading: Reading
  private(set) var presence = Presence.onScreen
  /// The program that has the terminal meanwhile; nil if none has.
  var guest: pid_t?
  /// What a linear terminal says.
  var speaking: Speaking?
  private var signals: SignalNotes?
  /// Nil on a linear terminal.
  private let ncurses: Ncurses?
  /// Whether keys come from a pipe or a file, to a linear terminal. Then the terminal keeps its modes, and its signals.
  let isPiped: Bool
  /// The terminal's modes before it was taken.
  private let formerModes: termios

  /// What the terminal shows.
  struct Drawing {
    /// The shown cells, as ncurses knows them.
    var shown: CellBuffer
    var cursor: Point?
    /// The last presented buffer, drawn again when the screen returns.
    var latest: (buffer: CellBuffer, cursor: Point?)?
  }

  /// Whether this program has the screen.
  enum Presence { case onScreen, left, closed }

  /// What ncurses holds for this terminal.
  private struct Ncurses {
    let screen: OpaquePointer
    let output, input: UnsafeMutablePointer<FILE>
  }

  /// Whether lines are appended.
  public var isLinear: Bool { configuration.isLinear }
  var isOnScreen: Bool { presence == .onScreen }
  var isClosed: Bool { presence == .closed }

  /// Takes the terminal: alternate screen, keys as they are pressed, no echo, no flow control.
  public init(_ configuration: Configuration = Configuration()) throws(CursesTerminalError) {
    try configuration.check()
    self.configuration = configuration
    let isWide = Self.setLocale(configuration.locale)
    isUnicode = isWide || configuration.isLinear
    isPiped = configuration.isLinear && isatty(configuration.input) == 0
    var modes = termios()
    tcgetattr(configuration.terminal, &modes)
    formerModes = modes
    // Before ncurses, which does not replace existing signal handlers.
    let relay = SignalRelay()
    if configuration.handlesSignals {
      signals = try SignalNotes(terminal: configuration.terminal, output: configuration.output) {
        relay.terminal?.signalReceived($0)
      }
    }
    do {
      ncurses = configuration.isLinear ? nil : try Self.begin(configuration)
    } catch {
      signals?.end(isTerminating: false)
      throw error
    }
    capabilities =
      configuration.isLinear
      ? TerminalCapabilities() : TerminalCapabilities(name: configuration.name, usesMouse: configuration.usesMouse)
    palette = StylePalette(wantsColor: configuration.wantsColor && !configuration.isLinear)
    reading = Reading(
      decoder: InputDecoder(known: capabilities.keys, escapeDelay: configuration.escapeDelay))
    size =
      configuration.isLinear
      ? Speaking.size : Size(width: Int(almanac_columns()), height: Int(almanac_lines()))
    drawing = Drawing(shown: CellBuffer(size: size, isUnicode: isUnicode))
    row = .allocate(capacity: max(1, size.width))
    if configuration.handlesSignals {
      capabilities.restoration.withUnsafeBytes {
        almanac_arm(&modes, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
      holdStandardError()
    }
    setModes()
    relay.terminal = self
    guard let ncurses else {
      beginSpeaking(isUnicode: isWide)
      return
    }
    // Waiting input never interrupts a frame.
    typeahead(-1)
    idlok(almanac_stdscr(), true)
    leaveok(almanac_stdscr(), true)
    // Writes the output of `newterm`: the terminal enters its alternate screen.
    curs_set(0)
    // Until the screen has been left once, ncurses writes at each cursor move; afterwards, once per frame. So it leaves
    // the screen once unseen by the terminal, and clears it once afterwards, because each time ncurses goes through all
    // cells.
    clearok(almanac_newscr(), false)
    Self.silencing(fileno(ncurses.output)) {
      endwin()
      doupdate()
    }
    clearok(almanac_curscr(), true)
    wrefresh(almanac_stdscr())
    send(capabilities.modesOn)
  }

  /// Opens ncurses' screen.
  private static func begin(_ configuration: Configuration) throws(CursesTerminalError) -> Ncurses {
    use_env(false)
    use_tioctl(true)
    let output = try copy(configuration.output, "w")
    let input: UnsafeMutablePointer<FILE>
    do {
      input = try copy(configuration.input, "r")
    } catch {
      fclose(output)
      throw error
    }
    guard let screen = newterm(configuration.name, output, input) else {
      for file in [output, input] { fclose(file) }
      throw .incapableTerminal(name: configuration.name)
    }
    return Ncurses(screen: screen, output: output, input: input)
  }

  /// Runs `body` while output to a descriptor is discarded.
  private static func silencing(_ descriptor: Int32, _ body: () -> Void) {
    let (kept, nowhere) = (fcntl(descriptor, F_DUPFD_CLOEXEC, 3), open("/dev/null", O_WRONLY | O_CLOEXEC))
    defer { for opened in [kept, nowhere] where opened >= 0 { Glibc.close(opened) } }
    guard kept >= 0, nowhere >= 0 else { return body() }
    dup2(nowhere, descriptor)
    body()
    dup2(kept, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Allows the signal handler to exist before the terminal.
  @MainActor private final class SignalRelay {
    weak var terminal: CursesTerminal?
  }

  /// Sets the locale, or if it is not installed one with the same encoding. Returns whether it is UTF-8.
  private static func setLocale(_ name: String) -> Bool {
    if setlocale(LC_CTYPE, name) == nil {
      let names = [name] + ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(Configuration.environment)
      let wanted = names.first { !$0.isEmpty }?.lowercased() ?? ""
      if wanted.hasSuffix("utf-8") || wanted.hasSuffix("utf8") { setlocale(LC_CTYPE, "C.UTF-8") }
    }
    return String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
  }

  /// Makes a separate stream for ncurses, which closes it.
  private static func copy(
    _ descriptor: Int32, _ mode: String
  ) throws(CursesTerminalError) -> UnsafeMutablePointer<FILE> {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .noDescriptor(errno) }
    guard let file = fdopen(copy, mode) else {
      defer { Glibc.close(copy) }
      throw .noDescriptor(errno)
    }
    return file
  }

  private func setModes() {
    if isPiped { return }
    var modes = termios()
    if isLinear {
      modes = formerModes
      modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
      modes.c_iflag &= ~tcflag_t(ICRNL)
      withUnsafeMutableBytes(of: &modes.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
    } else {
      cbreak()
      noecho()
      nonl()
      intrflush(almanac_stdscr(), false)
      keypad(almanac_stdscr(), true)
      tcgetattr(configuration.input, &modes)
    }
    // Makes Ctrl-S and Ctrl-Q keys.
    modes.c_iflag &= ~tcflag_t(IXON)
    // Makes Ctrl-C and Ctrl-Z keys, too, so that pasted ones are text. Ctrl-\ is not a key: typed by mistake, it must
    // not end the program without a message. `kill -QUIT` still does.
    withUnsafeMutableBytes(of: &modes.c_cc) { for key in [VINTR, VSUSP, VQUIT] { $0[Int(key)] = 0 } }
    tcsetattr(isLinear ? configuration.terminal : configuration.input, TCSADRAIN, &modes)
    if !isLinear { def_prog_mode() }
  }

  // MARK: Taking and leaving the screen

  public func leaveScreen() {
    guard isOnScreen else { return }
    presence = .left
    stopReading()
    reading.isHeard = false
    giveBack()
  }

  public func restoreScreen() {
    guard presence == .left else { return }
    presence = .onScreen
    if configuration.handlesSignals {
      almanac_set_armed(true)
      holdStandardError()
    }
    repaint()
    startReading()
  }

  public func suspend() {
    guard isOnScreen else { return }
    leaveScreen()
    almanac_stop_process()
    restoreScreen()
  }

  // A terminal that is gone also sends its signal, now or soon.
  public func close() { close(isTerminating: reading.hasEnded) }

  func close(isTerminating: Bool) {
    guard !isClosed else { return }
    if let guest { kill(guest, SIGHUP) }
    stopReading()
    if isOnScreen { giveBack() }
    if signals != nil, almanac_has_dropped_output() { send(capabilities.restoration) }
    presence = .closed
    if let ncurses {
      delscreen(ncurses.screen)
      for file in [ncurses.output, ncurses.input] { fclose(file) }
    }
    row.deallocate()
    signals?.end(isTerminating: isTerminating)
    signals = nil
  }

  private func giveBack() {
    if isLinear {
      endSpeaking()
      var modes = formerModes
      if !isPiped { tcsetattr(configuration.terminal, TCSADRAIN, &modes) }
    } else {
      awaitAnswer()
      send(capabilities.modesOff)
      endwin()
    }
    if configuration.handlesSignals {
      almanac_set_armed(false)
      almanac_release_error()
    }
  }

  /// Holds back standard error until the screen is left, even by a dying process: otherwise it would appear in the
  /// middle of the screen, and vanish with it. Does nothing if standard error is not a terminal.
  private func holdStandardError() {
    if isatty(STDERR_FILENO) == 1, !isLinear { almanac_hold_error() }
  }

  /// Sets the terminal's modes and draws everything, whatever has happened to the screen.
  func repaint() {
    if isLinear {
      setModes()
      return redraw()
    }
    reset_prog_mode()
    keypad(almanac_stdscr(), true)
    let isResized = checkSize()
    clearok(almanac_curscr(), true)
    if let latest = drawing.latest { present(latest.buffer, cursor: latest.cursor) }
    wrefresh(almanac_stdscr())
    send(capabilities.modesOn)
    if isResized { deliver([.resize(size)]) }
  }

  /// Writes bytes that ncurses does not know of. Its own buffer is empty then: each `doupdate` flushes it.
  func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      almanac_write_all(configuration.output, start.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }
}
