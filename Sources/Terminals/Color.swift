// A colour, its replacement on terminals with fewer colours, and how bright it is.
import Glibc

/// A colour of text or background.
public enum Color: Hashable, Sendable {
  /// The terminal's default colour.
  case standard
  /// A colour of the terminal's palette: 0-7 plain, 8-15 bright, 16-231 a cube of 6x6x6, 232-255 greys.
  case indexed(UInt8)
  /// Red, green and blue, each 0-255.
  case rgb(UInt8, UInt8, UInt8)

  /// Red from the terminal's palette.
  public static let red = Color.indexed(1)
  /// Green from the terminal's palette.
  public static let green = Color.indexed(2)
  /// Yellow from the terminal's palette.
  public static let yellow = Color.indexed(3)
  /// Blue from the terminal's palette.
  public static let blue = Color.indexed(4)
  /// Cyan from the terminal's palette.
  public static let cyan = Color.indexed(6)
  /// White from the terminal's palette.
  public static let white = Color.indexed(7)

  /// The nearest colour that a terminal of this depth can show.
  public func reduced(to depth: ColorDepth) -> Color {
    switch (self, depth) {
    case (.standard, _), (_, .none): .standard
    case (_, .trueColor): self
    case (.indexed(let index), _): .indexed(Palette.nearest(toIndex: index, count: depth.count))
    case (.rgb(let red, let green, let blue), _):
      .indexed(Palette.nearest(to: (Int(red), Int(green), Int(blue)), count: depth.count))
    }
  }

  /// Red, green and blue, each 0-255; of a palette colour the usual ones, which a person may have redefined. Nil for
  /// the terminal's default colour.
  public var components: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch self {
    case .standard: return nil
    case .rgb(let red, let green, let blue): return (red, green, blue)
    case .indexed(let index):
      let (red, green, blue) = Palette.components(Int(index))
      return (UInt8(red), UInt8(green), UInt8(blue))
    }
  }

  /// The relative luminance of WCAG 2, from 0 for black to 1 for white; nil for the terminal's default colour.
  public var luminance: Double? {
    guard let (red, green, blue) = components else { return nil }
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

/// The number of colours of a terminal.
public enum ColorDepth: Int, Hashable, Sendable, Comparable {
  /// From no colours to 24 bits per cell.
  case none, eight, sixteen, indexed256, trueColor

  /// The size of the palette.
  var count: Int {
    switch self {
    case .none: 0
    case .eight: 8
    case .sixteen: 16
    case .indexed256, .trueColor: 256
    }
  }

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// The usual red, green and blue values of the 256 palette entries.
private enum Palette {
  static let basic: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]

  static func components(_ index: Int) -> (Int, Int, Int) {
    switch index {
    case ..<16: return basic[index]
    case ..<232:
      func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
      let cube = index - 16
      return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    default:
      let grey = 8 + 10 * (index - 232)
      return (grey, grey, grey)
    }
  }

  static func nearest(toIndex index: UInt8, count: Int) -> UInt8 {
    if Int(index) < count { return index }
    // A bright colour becomes its plain one, which keeps the hue; the nearest colour might be white.
    if index < 16 { return index - 8 }
    return nearest(to: components(Int(index)), count: count)
  }

  static func nearest(to wanted: (Int, Int, Int), count: Int) -> UInt8 {
    // Of 256 colours, the first 16 are not used, because people redefine them.
    let candidates = count == 256 ? 16..<256 : 0..<count
    var best = (index: candidates.lowerBound, distance: Int.max)
    for index in candidates {
      let color = components(index)
      let (red, green, blue) = (color.0 - wanted.0, color.1 - wanted.1, color.2 - wanted.2)
      let distance = 3 * red * red + 4 * green * green + 2 * blue * blue
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(best.index)
  }
}
