// The terminal of the screen: opened when something must be shown, and told of the signal that ends the program.
import AlmanacFeatures
import Containers
import CursesTerminals
import Terminals

/// The terminal of the screen, and what ends it.
@MainActor
final class ScreenTerminal {
  /// The events of the terminal.
  let events = EventQueue(startedBy: .key(.enter))
  /// The theme of the screen.
  let theme = ThemeChoice(
    wantsNoColor: Environment["NO_COLOR"] != nil, background: Environment["COLORFGBG"])
  /// The signal that ends the program; nil until one comes.
  private(set) var signal: Int32?
  /// Called when a signal ends the program; at once if it has come already.
  var onTerminate: () -> Void = {} { didSet { if signal != nil { onTerminate() } } }
  /// Whether the command line leaves the mouse to the terminal.
  private let leavesMouse: Bool
  /// Whether lines are appended in place of a screen.
  private let isLinear: Bool
  private var opened: CursesTerminal?

  init(leavesMouse: Bool, isLinear: Bool) { (self.leavesMouse, self.isLinear) = (leavesMouse, isLinear) }

  /// The terminal, opened by the first call. Throws `CursesTerminalError`.
  func terminal() throws -> CursesTerminal {
    if let opened { return opened }
    var configuration = CursesTerminal.Configuration()
    let settings = Container.shared.settings()
    configuration.usesMouse = !leavesMouse && settings.mouse == .on
    // The theme respects NO_COLOR, and can be changed meanwhile.
    configuration.wantsColor = true
    configuration.isLinear = isLinear
    if !isLinear, let name = configuration.unknownName {
      StandardStreams.complain(
        "The system does not know the terminal '\(name)' that TERM names; Almanac takes it for \(configuration.name).")
    }
    let terminal = try CursesTerminal(configuration)
    Container.shared.textEditor.register { .program(on: terminal) }
    Container.shared.commandStarter.register { .programs(on: terminal) }
    terminal.onTerminate = { [weak self] signal in
      self?.signal = signal
      self?.onTerminate()
    }
    opened = terminal
    return terminal
  }

  /// Returns the terminal to the shell.
  func close() { opened?.close() }
}
