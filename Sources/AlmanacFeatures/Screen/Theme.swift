public import Terminals

/// The styles of the parts of the screen. Colour alone never carries a meaning: signs or attributes say the same.
///
/// `Theme()` uses the terminal's own colours, and suits light and dark ones.
public struct Theme: Hashable, Sendable {
  /// The shown tab.
  public var activeTab = Style(attributes: [.bold, .reverse])
  /// The other tabs.
  public var tab = Style.plain
  /// The headings of a list.
  public var header = Style(attributes: .bold)
  /// The row with the cursor.
  public var selectedRow = Style(attributes: .reverse)
  /// The match of a search.
  public var match = Style(foreground: .yellow, attributes: [.bold, .underline])
  /// A recent change.
  public var changed = Style(foreground: .green, attributes: .bold)
  /// A value that a change has removed.
  public var oldValue = Style(foreground: .red)
  /// A value that a change has made.
  public var newValue = Style(foreground: .green)
  /// Less important text.
  public var muted = Style.dim
  /// A failure.
  public var error = Style(foreground: .red, attributes: .bold)
  /// The keys in the bottom line.
  public var keyCaption = Style(foreground: .cyan, attributes: .bold)
  /// The frame of a dialog.
  public var border = Style.dim
  /// The bars of a chart.
  public var bar = Style(foreground: .cyan)
  /// The lines of a chart after the first, which is drawn like a bar.
  public var lines = [Color.yellow, .green, .red, .blue, .white].map { Style(foreground: $0) }
  /// The name of a member in JSON.
  public var memberName = Style(foreground: .cyan)
  /// A string in JSON.
  public var text = Style(foreground: .green)
  /// A number in JSON.
  public var number = Style(foreground: .yellow)
  /// true, false and null in JSON.
  public var word = Style(foreground: .red)
  /// The focused field.
  public var focusedField = Style(attributes: .underline)

  /// Makes the theme of the terminal's own colours.
  public init() {}

  /// A style in the row with the cursor.
  func selected(_ style: Style) -> Style {
    var style = style
    style.background = selectedRow.background
    if selectedRow.attributes.contains(.reverse) { style.attributes.insert(.reverse) }
    return style
  }

  /// A style of less important text. Text on a background of its own keeps its colour, to stay readable.
  func muted(_ style: Style) -> Style {
    var style = style
    style.attributes.formUnion(muted.attributes)
    if style.background == .standard, muted.foreground != .standard { style.foreground = muted.foreground }
    return style
  }
}
