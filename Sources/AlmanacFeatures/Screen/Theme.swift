public import Terminals

/// The styles of the parts of the screen. Colour alone never carries a meaning: signs or attributes say the same.
public struct Theme: Sendable {
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
  /// The focused field.
  public var focusedField = Style(attributes: .underline)

  /// Makes the theme of the application.
  public init() {}
}
