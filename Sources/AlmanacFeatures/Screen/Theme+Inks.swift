// The four themes: for each part of the screen a colour of 24 bits, and what replaces it in a smaller palette.
//
// A terminal keeps its own background, so a theme only assumes one: from black to a dark grey, or from white to a pale
// yellow. The tests compute the contrast with both ends, for 24 bits and for the nearest of 256 colours.
import Terminals

extension Theme {
  /// A colour, and its replacements from the palette. Without one, an attribute replaces it.
  struct Ink: Sendable {
    var color: Color
    var sixteen: UInt8?
    var eight: UInt8?

    /// `value`: red, green and blue, as 0xRRGGBB.
    init(_ value: UInt32, _ sixteen: UInt8?, _ eight: UInt8?) {
      func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
      color = .rgb(part(16), part(8), part(0))
      (self.sixteen, self.eight) = (sixteen, eight)
    }

    /// The colour for a terminal.
    func color(_ depth: ColorDepth) -> Color {
      switch depth {
      case .none: .standard
      case .eight: eight.map(Color.indexed) ?? .standard
      case .sixteen: sixteen.map(Color.indexed) ?? .standard
      case .indexed256, .trueColor: color.reduced(to: depth)
      }
    }
  }

  /// The colours of a theme.
  struct Inks: Sendable {
    var key: Ink
    var match: Ink
    var old: Ink
    var new: Ink
    var error: Ink
    var muted: Ink
    var border: Ink
    /// The values of JSON: strings, numbers, and true, false or null. The names of members are like keys.
    var values: (text: Ink, number: Ink, word: Ink)
    /// The lines of a chart; the bars are like the first.
    var lines: [Ink]
    /// Text and background of the row with the cursor; nil: those of the terminal, swapped.
    var selection: (text: Ink, background: Ink)?
    /// Text and background of the shown tab; nil: those of the terminal, swapped.
    var tab: (text: Ink, background: Ink)?
  }

  /// The theme of these colours on a terminal. Without colours, attributes alone tell the parts apart.
  init(_ inks: Inks, _ depth: ColorDepth) {
    func style(_ ink: Ink, _ attributes: Style.Attributes = [], instead: Style.Attributes = []) -> Style {
      let color = ink.color(depth)
      return Style(foreground: color, attributes: color == .standard ? attributes.union(instead) : attributes)
    }
    func block(_ inks: (text: Ink, background: Ink)?, _ attributes: Style.Attributes = []) -> Style {
      guard let inks, inks.background.color(depth) != .standard else {
        return Style(attributes: attributes.union(.reverse))
      }
      return Style(
        foreground: inks.text.color(depth), background: inks.background.color(depth), attributes: attributes)
    }
    activeTab = block(inks.tab, .bold)
    selectedRow = block(inks.selection)
    match = style(inks.match, [.bold, .underline])
    changed = style(inks.new, .bold)
    oldValue = style(inks.old, instead: .dim)
    newValue = style(inks.new)
    muted = style(inks.muted, instead: .dim)
    error = style(inks.error, .bold)
    keyCaption = style(inks.key, .bold)
    border = style(inks.border, instead: .dim)
    memberName = style(inks.key)
    (text, number, word) = (style(inks.values.text), style(inks.values.number), style(inks.values.word))
    bar = style(inks.lines[0])
    lines = inks.lines.dropFirst().map { style($0) }
  }

  /// For dark terminals.
  static let dusk = Inks(
    key: Ink(0x7DCFFF, 14, 6), match: Ink(0xF2C879, 11, 3), old: Ink(0xFF9D9D, 9, 1), new: Ink(0xA3D977, 10, 2),
    error: Ink(0xFF9D9D, 9, 1), muted: Ink(0x9FA9B5, 7, nil), border: Ink(0x7F8A99, 8, nil),
    values: (Ink(0xA3D977, 10, 2), Ink(0xF2C879, 11, 3), Ink(0xD7A6F2, 13, 3)),
    lines: [
      Ink(0x56C2CF, 14, 6), Ink(0xF2C879, 11, 3), Ink(0xA3D977, 10, 2), Ink(0xFF9D9D, 9, 1), Ink(0x9DB8FF, 12, 7),
      Ink(0xD7A6F2, 13, 5),
    ],
    selection: (Ink(0xFFFFFF, nil, nil), Ink(0x2B4260, nil, nil)),
    tab: (Ink(0x10151C, 0, 0), Ink(0x8CC8E8, 14, 6)))

  /// For dark terminals, with more contrast, and without red and green as a pair.
  static let night = Inks(
    key: Ink(0x87E7FF, 14, 6), match: Ink(0xFFE066, 11, 3), old: Ink(0xFFC48A, 11, 3), new: Ink(0x9FD4FF, 14, 6),
    error: Ink(0xFFB3B3, 9, 1), muted: Ink(0xC6CED8, 7, nil), border: Ink(0xA6B0BD, 7, nil),
    values: (Ink(0x9FD4FF, 15, 7), Ink(0xFFE066, 11, 3), Ink(0xE8C8FF, 13, 3)),
    lines: [
      Ink(0x87E7FF, 14, 6), Ink(0xFFE066, 11, 3), Ink(0xE8C8FF, 13, 5), Ink(0xFFC48A, 10, 2), Ink(0xFFFFFF, 15, 7),
      Ink(0xFFB3B3, 9, 1),
    ])

  /// For light terminals.
  static let dawn = Inks(
    key: Ink(0x0B5F80, 4, 4), match: Ink(0x7A3E00, 5, 5), old: Ink(0xA8201A, 1, 1), new: Ink(0x2A6018, 4, 4),
    error: Ink(0xA8201A, 1, 1), muted: Ink(0x5C626B, nil, nil), border: Ink(0x7D828A, 8, nil),
    values: (Ink(0x2A6018, 5, 5), Ink(0x7A3E00, 1, 1), Ink(0x7A2F96, 1, 1)),
    lines: [
      Ink(0x0B5F80, 4, 4), Ink(0x7A3E00, 5, 5), Ink(0x2F6B1F, 1, 1), Ink(0xA8201A, 0, 0), Ink(0x2F4FB0, 12, 4),
      Ink(0x7A2F96, 8, 5),
    ],
    selection: (Ink(0x000000, nil, nil), Ink(0xDCEBF7, nil, nil)),
    tab: (Ink(0xFFFFFF, 15, 7), Ink(0x1F5F85, 4, 4)))

  /// For light terminals, with more contrast, and without red and green as a pair.
  static let day = Inks(
    key: Ink(0x00248A, 4, 4), match: Ink(0x5F1087, 5, 5), old: Ink(0x7A2800, 1, 1), new: Ink(0x0A2AA8, 4, 4),
    error: Ink(0x8A0010, 1, 1), muted: Ink(0x42474E, nil, nil), border: Ink(0x5F656D, nil, nil),
    values: (Ink(0x5F1087, 5, 5), Ink(0x7A2800, 1, 1), Ink(0x8A0010, 1, 1)),
    lines: [
      Ink(0x00248A, 4, 4), Ink(0x5F1087, 5, 5), Ink(0x7A2800, 1, 1), Ink(0x000000, 0, 0), Ink(0x42474E, 8, 4),
      Ink(0x8A0010, 1, 1),
    ])

  /// The colours that a setting names; nil if it names none.
  static func inks(of setting: Settings.Theme) -> Inks? {
    switch setting {
    case .dusk: dusk
    case .night: night
    case .dawn: dawn
    case .day: day
    case .auto, .colours, .plain: nil
    }
  }
}
