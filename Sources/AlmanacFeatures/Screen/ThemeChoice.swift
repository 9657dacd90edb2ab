// Which theme the screen has.
//
//   settings ──theme──┐
//   NO_COLOR ─────────┼──> theme ──tracked──> the panes draw again
//   COLORFGBG ────────┤
//   background ───────┘ asked after the first frame; nothing waits for the answer
import Containers
import Observing
import Terminals

/// The theme of the screen, as the settings and the terminal decide it.
@MainActor
public final class ThemeChoice {
  private let wantsNoColor: Bool
  /// Whether the background is light; nil while it is not known.
  private var isLight: Bool?
  private var setting = Settings.Theme.auto
  private var depth = ColorDepth.none
  /// The terminal, once there is a frame on it.
  private weak var terminal: (any Terminal)?
  private var isAsked = false
  private var chosen = Theme()
  private let change = ChangeStamp()

  /// - Parameters:
  ///   - wantsNoColor: Whether the environment asks for no colours. Only `auto` follows it.
  ///   - background: What the environment says of the background, as `COLORFGBG` has it: numbers of the palette,
  ///     the last of them for the background.
  public init(wantsNoColor: Bool = false, background: String? = nil) {
    self.wantsNoColor = wantsNoColor
    isLight = background.flatMap(Self.isLight)
  }

  /// The theme. Tracked.
  var theme: Theme {
    change.access()
    return chosen
  }

  /// Whether pictures can be drawn: there are enough colours, and the person wants colours. Tracked.
  var hasImageColors: Bool {
    change.access()
    return depth >= .indexed256 && setting != .plain && !(setting == .auto && wantsNoColor)
  }

  /// Chooses for a terminal with so many colours, as the settings say.
  func choose(for terminal: any Terminal) {
    depth = terminal.colorDepth
    choose(Container.shared.settings().theme)
  }

  /// Chooses as a setting says.
  func choose(_ setting: Settings.Theme) {
    self.setting = setting
    update()
    ask()
  }

  /// A frame is on the terminal. After the first one it is asked for its background.
  func presented(on terminal: any Terminal) {
    guard self.terminal !== terminal else { return }
    self.terminal = terminal
    ask()
  }

  /// The terminal has told its background.
  func backgroundTold(_ color: Color) {
    guard let luminance = color.luminance else { return }
    // Black and white text are equally readable on this luminance.
    isLight = luminance > 0.179
    update()
  }

  private func ask() {
    guard let terminal, !isAsked, setting == .auto, !wantsNoColor, depth != .none else { return }
    isAsked = true
    terminal.askForBackground()
  }

  private func update() {
    let theme =
      switch setting {
      case .auto where wantsNoColor, .plain: Theme(Theme.dusk, .none)
      case .auto: isLight.map { Theme($0 ? Theme.dawn : Theme.dusk, depth) } ?? Theme()
      case .colours: Theme()
      case .dusk, .night, .dawn, .day: Theme.inks(of: setting).map { Theme($0, depth) } ?? Theme()
      }
    guard theme != chosen else { return }
    chosen = theme
    change.noteChange()
  }

  /// Whether a background is light, as `COLORFGBG` tells it: `15;0` is white on black. Nil if it tells nothing.
  private static func isLight(_ text: String) -> Bool? {
    guard let last = text.split(separator: ";").last, let number = UInt8(last), number < 16 else { return nil }
    return number == 7 || number > 8
  }
}
