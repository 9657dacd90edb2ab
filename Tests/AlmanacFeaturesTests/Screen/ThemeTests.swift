// The contrast of the four themes.
import Terminals
import Testing

@testable import AlmanacFeatures

@Suite("The themes")
struct ThemeTests {
  /// The backgrounds that a theme is made for.
  private static let dark: [Color] = [.rgb(0, 0, 0), .rgb(0x2E, 0x34, 0x40)]
  private static let light: [Color] = [.rgb(255, 255, 255), .rgb(0xEE, 0xE8, 0xD5)]
  private static let all: [(name: Settings.Theme, backgrounds: [Color], text: Double, mark: Double)] = [
    (.dusk, dark, 4.5, 3), (.night, dark, 7, 4.5), (.dawn, light, 4.5, 3), (.day, light, 7, 4.5),
  ]

  /// The ratio of WCAG 2.
  private func contrast(_ one: Color, _ other: Color) -> Double {
    guard let one = one.luminance, let other = other.luminance else { return 0 }
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private func texts(_ theme: Theme) -> [(String, Style)] {
    [
      ("match", theme.match), ("changed", theme.changed), ("old", theme.oldValue), ("new", theme.newValue),
      ("muted", theme.muted), ("error", theme.error), ("key", theme.keyCaption),
      ("name", theme.memberName), ("text", theme.text), ("number", theme.number), ("word", theme.word),
    ]
  }

  private func marks(_ theme: Theme) -> [(String, Style)] {
    [("border", theme.border), ("bar", theme.bar)] + theme.lines.map { ("line", $0) }
  }

  @Test("CIT-11: the ratio of two colours, as WCAG computes it")
  func ratio() {
    #expect(contrast(.rgb(0, 0, 0), .rgb(255, 255, 255)) == 21)
    #expect(abs(contrast(.rgb(0x77, 0x77, 0x77), .rgb(255, 255, 255)) - 4.478) < 0.001)
    #expect(abs(contrast(.indexed(196), .rgb(0, 0, 0)) - 5.252) < 0.001)
    #expect(Color.standard.luminance == nil)
  }

  @Test(
    "CIT-11: text has 4.5 : 1 and marks 3 : 1 on both ends of the assumed background; night and day have 7 and 4.5",
    arguments: [ColorDepth.trueColor, .indexed256])
  func manyColors(_ depth: ColorDepth) throws {
    for (name, backgrounds, text, mark) in Self.all {
      let theme = Theme(try #require(Theme.inks(of: name)), depth)
      for background in backgrounds {
        for (role, style) in texts(theme) {
          #expect(contrast(style.foreground, background) >= text, "\(name) \(role) \(style) on \(background)")
        }
        for (role, style) in marks(theme) {
          #expect(contrast(style.foreground, background) >= mark, "\(name) \(role) \(style) on \(background)")
        }
      }
      // Where the row with the cursor has a background of its own, all that is drawn on it is readable.
      for block in [theme.selectedRow, theme.activeTab] where !block.attributes.contains(.reverse) {
        #expect(contrast(block.foreground, block.background) >= 4.5, "\(name) \(block)")
      }
      guard !theme.selectedRow.attributes.contains(.reverse) else { continue }
      for (role, style) in texts(theme) where role != "muted" {
        #expect(contrast(style.foreground, theme.selectedRow.background) >= 4.5, "\(name) \(role) in the chosen row")
      }
      #expect(theme.muted(theme.selectedRow) == theme.selectedRow, "it keeps its colour there")
    }
  }

  @Test(
    "CIT-11: with the usual palette, 16 colours have the same contrast on black and white, 8 at least that of marks",
    arguments: [ColorDepth.sixteen, .eight])
  func fewColors(_ depth: ColorDepth) throws {
    for (name, backgrounds, _, _) in Self.all {
      let theme = Theme(try #require(Theme.inks(of: name)), depth)
      for (role, style) in texts(theme) + marks(theme) where style.foreground != .standard {
        guard case .indexed(let index) = style.foreground else {
          Issue.record("\(name) \(role) is not of the palette")
          continue
        }
        #expect(index < (depth == .eight ? 8 : 16), "\(name) \(role)")
        let least = depth == .sixteen && texts(theme).contains { $0.0 == role } ? 4.5 : 3
        #expect(contrast(style.foreground, backgrounds[0]) >= least, "\(name) \(role) \(style)")
      }
      for block in [theme.selectedRow, theme.activeTab] where !block.attributes.contains(.reverse) {
        #expect(contrast(block.foreground, block.background) >= 4.5, "\(name) \(block)")
      }
    }
  }

  @Test("CIT-11: without colours, attributes tell the parts apart")
  func noColors() throws {
    for (name, _, _, _) in Self.all {
      let theme = Theme(try #require(Theme.inks(of: name)), .none)
      #expect(theme.activeTab == Style(attributes: [.bold, .reverse]))
      #expect(theme.selectedRow == .reverse)
      #expect(theme.match == Style(attributes: [.bold, .underline]))
      #expect([theme.changed, theme.error, theme.keyCaption, theme.header] == [.bold, .bold, .bold, .bold])
      #expect([theme.oldValue, theme.muted, theme.border] == [.dim, .dim, .dim])
      #expect([theme.newValue, theme.tab, theme.bar] + theme.lines == Array(repeating: .plain, count: 8))
      #expect([theme.memberName, theme.text, theme.number, theme.word] == [.plain, .plain, .plain, .plain])
    }
  }
}
