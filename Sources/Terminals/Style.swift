// The style of a cell's text, and the small number that cells store for it.
import Locks

/// The style of text.
public struct Style: Hashable, Sendable {
  /// Everything other than colours.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold.
    public static let bold = Attributes(rawValue: 1)
    /// Dim.
    public static let dim = Attributes(rawValue: 2)
    /// Italic.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined.
    public static let underline = Attributes(rawValue: 8)
    /// Text and background colours swapped.
    public static let reverse = Attributes(rawValue: 16)
  }

  /// The colour of the text.
  public var foreground: Color
  /// The colour of the background.
  public var background: Color
  /// Everything other than colours.
  public var attributes: Attributes

  /// Makes a style; by default the terminal's own.
  public init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colours, no attributes.
  public static let plain = Style()
  /// Bold.
  public static let bold = Style(attributes: .bold)
  /// Dim.
  public static let dim = Style(attributes: .dim)
  /// Text and background colours swapped.
  public static let reverse = Style(attributes: .reverse)
}

/// A style's number: equal styles have the same number in every buffer of the process.
public struct StyleID: Hashable, Sendable {
  /// The index in the table of styles.
  public let rawValue: UInt16

  /// The number of `Style.plain`.
  public static let plain = StyleID(rawValue: 0)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The number of `style`. After 65,535 different styles, new ones count as plain.
  public init(_ style: Style) {
    rawValue = style == .plain ? 0 : Self.table.withLock { $0.number(of: style) }
  }

  /// The style.
  public var style: Style {
    rawValue == 0 ? .plain : Self.table.withLock { $0.styles[Int(rawValue)] }
  }

  private struct Table {
    var styles: [Style] = [.plain]
    var numbers: [Style: UInt16] = [.plain: 0]

    mutating func number(of style: Style) -> UInt16 {
      if let number = numbers[style] { return number }
      guard styles.count <= Int(UInt16.max) else { return 0 }
      let number = UInt16(styles.count)
      styles.append(style)
      numbers[style] = number
      return number
    }
  }

  /// Protected by its own lock.
  private static let table = Lock(Table())
}
