public import Terminals

/// How the parts of the screen look. Colour says nothing alone: signs and attributes tell the same.
public struct Theme: Sendable {
  public var activeTab = Style(attributes: [.bold, .reverse])
  public var tab = Style.plain
  public var header = Style(attributes: .bold)
  public var selectedRow = Style(attributes: .reverse)
  public var match = Style(foreground: .yellow, attributes: [.bold, .underline])
  public var changed = Style(foreground: .green, attributes: .bold)
  public var muted = Style.dim
  public var error = Style(foreground: .red, attributes: .bold)
  public var keyCaption = Style(foreground: .cyan, attributes: .bold)
  public var border = Style.dim
  public var bar = Style(foreground: .cyan)
  public var focusedField = Style(attributes: .underline)

  public init() {}
}
