public import Terminals

/// How the parts of the screen look. Colour says nothing alone: signs and attributes tell the same.
public struct Theme: Sendable {
  /// The tab that is shown.
  public var activeTab = Style(attributes: [.bold, .reverse])
  /// The other tabs.
  public var tab = Style.plain
  /// The headings of a list.
  public var header = Style(attributes: .bold)
  /// The row with the cursor.
  public var selectedRow = Style(attributes: .reverse)
  /// What a search has found.
  public var match = Style(foreground: .yellow, attributes: [.bold, .underline])
  /// What has just changed.
  public var changed = Style(foreground: .green, attributes: .bold)
  /// What matters less.
  public var muted = Style.dim
  /// What failed.
  public var error = Style(foreground: .red, attributes: .bold)
  /// The keys in the last line.
  public var keyCaption = Style(foreground: .cyan, attributes: .bold)
  /// The frame of a dialog.
  public var border = Style.dim
  /// The bars of a chart.
  public var bar = Style(foreground: .cyan)
  /// The field with the cursor.
  public var focusedField = Style(attributes: .underline)

  /// Makes the theme of the application.
  public init() {}
}
