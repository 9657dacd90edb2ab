// Styles for ncurses: attributes, and colour pairs that must be created first.
internal import CNcurses
import Terminals

/// The colour pairs and the cell templates of one screen.
struct StylePalette {
  /// The number of colours of the screen, or none if the person wants none.
  let depth: ColorDepth
  private var pairs: [Pair: Int32] = [:]
  private var templates: [StyleID: cchar_t] = [:]

  private struct Pair: Hashable {
    var foreground, background: Int32
  }

  /// Starts colours on ncurses' current screen, unless `wantsColor` is false.
  init(wantsColor: Bool) {
    guard wantsColor, has_colors(), start_color() == OK, use_default_colors() == OK else {
      depth = .none
      return
    }
    switch almanac_colors() {
    case ..<8: depth = .none
    case ..<16: depth = .eight
    case ..<256: depth = .sixteen
    case ..<0x100_0000: depth = .indexed256
    default: depth = .trueColor
    }
  }

  /// A space in this style.
  mutating func template(for id: StyleID) -> cchar_t {
    if let template = templates[id] { return template }
    let style = id.style
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= almanac_bold() }
    if style.attributes.contains(.dim) { attributes |= almanac_dim() }
    if style.attributes.contains(.italic) { attributes |= almanac_italic() }
    if style.attributes.contains(.underline) { attributes |= almanac_underline() }
    if style.attributes.contains(.reverse) { attributes |= almanac_reverse() }
    let template = almanac_blank(attributes, pair(for: style))
    templates[id] = template
    return template
  }

  /// The number of the colour pair; 0, the terminal's own, if no more can be created.
  private mutating func pair(for style: Style) -> Int32 {
    let pair = Pair(foreground: number(of: style.foreground), background: number(of: style.background))
    if pair.foreground == -1, pair.background == -1 { return 0 }
    if let number = pairs[pair] { return number }
    let number = Int32(pairs.count + 1)
    guard number < almanac_color_pairs(), init_extended_pair(number, pair.foreground, pair.background) == OK else {
      return 0
    }
    pairs[pair] = number
    return number
  }

  private func number(of color: Color) -> Int32 {
    switch color.reduced(to: depth) {
    case .standard: -1
    // With 24 bits, only the first eight numbers are of the palette.
    case .indexed(let index) where depth < .trueColor || index < 8: Int32(index)
    case let color:
      color.components.map { max(8, Int32($0.red) << 16 | Int32($0.green) << 8 | Int32($0.blue)) } ?? -1
    }
  }
}
