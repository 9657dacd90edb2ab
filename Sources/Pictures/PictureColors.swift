// The colours of a style in a picture.
import Terminals

/// The colours of a run's letters and background, as SVG writes colours.
struct PictureColors {
  var foreground: String
  var background: String

  /// The plain and the bright colours, readable on a dark window.
  private static let basic = [
    "#2e3440", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
    "#5c6370", "#ff8b92", "#b5e890", "#ffd68a", "#82c4ff", "#df9cf3", "#7bd5e0", "#ffffff",
  ]

  init(_ style: Style, in window: ScreenPicture.Window) {
    foreground = Self.hex(style.foreground) ?? window.foreground
    background = Self.hex(style.background) ?? window.background
    if style.attributes.contains(.reverse) { swap(&foreground, &background) }
  }

  /// Nil for the terminal's default colour.
  private static func hex(_ color: Color) -> String? {
    switch color {
    case .standard: return nil
    case .indexed(let index) where index < 16: return basic[Int(index)]
    case .indexed(let index) where index < 232:
      let levels = [0, 95, 135, 175, 215, 255]
      let cube = Int(index) - 16
      return hex(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    case .indexed(let index):
      let grey = 8 + 10 * (Int(index) - 232)
      return hex(grey, grey, grey)
    case .rgb(let red, let green, let blue): return hex(Int(red), Int(green), Int(blue))
    }
  }

  private static func hex(_ parts: Int...) -> String {
    parts.reduce(into: "#") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}
