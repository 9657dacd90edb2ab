// Draws a screen as an SVG: equal cells produce equal bytes.
public import Terminals

/// A screen as a picture, in a plain window.
///
/// Each text has its own position and length, so that the columns line up in any font. No text has two neighbouring
/// spaces, or a space at its ends, because some viewers collapse spaces whatever the document asks for.
public struct ScreenPicture {
  /// The window around the screen, which has the terminal's default colours.
  public enum Window: Sendable {
    /// A dark one, and a light one.
    case dark, light

    var foreground: String { self == .dark ? "#d8dee9" : "#24292f" }
    var background: String { self == .dark ? "#16181d" : "#fafafa" }
  }

  /// The cells of the screen.
  public var cells: CellBuffer
  /// The position of the cursor; nil if there is none.
  public var cursor: Point?
  /// A description of the picture for screen readers.
  public var title: String
  /// The window around it.
  public var window: Window

  /// Makes a picture of cells, with a title for screen readers.
  public init(cells: CellBuffer, cursor: Point?, title: String, window: Window = .dark) {
    self.cells = cells
    self.cursor = cursor
    self.title = title
    self.window = window
  }

  /// Six tenths of the letters' size, as in almost every monospaced font.
  static let cellWidth = 9
  static let cellHeight = 18
  private static let letterSize = 15
  private static let margin = 12
  /// The distance from the top of a row to the baseline.
  private static let baseline = 14

  /// The whole document.
  public var svg: String {
    var lines = (0..<cells.size.height).flatMap(elements(ofRow:))
    if let cursor { lines.append(drawn(cursor)) }
    return document(lines, title: title)
  }

  /// A document with the elements of a screen. `style`: its style sheet.
  func document(_ elements: [String], title: String, style: [String] = []) -> String {
    let width = cells.size.width * Self.cellWidth + 2 * Self.margin
    let height = cells.size.height * Self.cellHeight + 2 * Self.margin
    let head = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="0 0 \#(width) \#(height)" role="img">"#,
      "<title>\(Self.escaped(title))</title>",
    ]
    let screen = [
      #"<rect width="\#(width)" height="\#(height)" rx="8" fill="\#(window.background)"/>"#,
      #"<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" "#
        + #"font-size="\#(Self.letterSize)">"#,
    ]
    return (head + style + screen + elements + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The elements that draw a row.
  func elements(ofRow row: Int) -> [String] {
    [0, 1].flatMap { halves(ofRow: row, $0) } + runs(ofRow: row).flatMap { elements(of: $0, row: row) }
  }

  /// The rectangles of the half blocks in a row: 0 for the upper halves, 1 for the lower ones. A font's blocks leave gaps.
  private func halves(ofRow row: Int, _ half: Int) -> [String] {
    var rects: [(columns: Range<Int>, fill: String)] = []
    for column in 0..<cells.size.width {
      let cell = cells[Point(column: column, row: row)]
      guard let block = Self.halfBlocks.firstIndex(where: { $0 == cell.scalar }) else { continue }
      let colors = PictureColors(cell.style.style, in: window)
      let fill = block == half ? colors.foreground : colors.background
      if let last = rects.last, last.fill == fill, last.columns.upperBound == column {
        rects[rects.endIndex - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        rects.append((column..<column + 1, fill))
      }
    }
    let height = Self.cellHeight / 2
    return rects.filter { $0.fill != window.background }.map { rect in
      Self.rect(
        x: rect.columns.lowerBound * Self.cellWidth, y: row * Self.cellHeight + half * height,
        width: rect.columns.count * Self.cellWidth, height: height, fill: rect.fill)
    }
  }

  /// The upper and the lower half block.
  private static let halfBlocks: [Unicode.Scalar] = ["\u{2580}", "\u{2584}"]

  /// The element that draws the cursor.
  func drawn(_ cursor: Point) -> String {
    Self.rect(
      x: cursor.column * Self.cellWidth, y: cursor.row * Self.cellHeight, width: 2, height: Self.cellHeight,
      fill: window.foreground)
  }

  /// Neighbouring cells with the same style.
  private struct Run {
    var column: Int
    /// The text of each cell; empty for the right half of a wide character.
    var cells: [String]
    var style: Style
  }

  /// The runs of a row. A character other than a letter is a separate run, because fonts differ in its width.
  private func runs(ofRow row: Int) -> [Run] {
    var runs: [Run] = []
    var isOpen = false
    for column in 0..<cells.size.width {
      let cell = cells[Point(column: column, row: row)]
      guard !cell.isRightHalf else { continue }
      if cell.scalar.map(Self.halfBlocks.contains) == true {
        isOpen = false
        continue
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: cell.scalars)
      let style = cell.style.style
      let isLetter = cell.width == 1 && cell.scalar.map { $0.value < 0x2000 } == true
      if isOpen, isLetter, runs[runs.endIndex - 1].style == style {
        runs[runs.endIndex - 1].cells.append(String(text))
      } else {
        let rightHalf = Array(repeating: "", count: Int(cell.width) - 1)
        runs.append(Run(column: column, cells: [String(text)] + rightHalf, style: style))
      }
      isOpen = isLetter
    }
    return runs
  }

  /// The run's background, if it is not that of the window, its texts, and its underline.
  private func elements(of run: Run, row: Int) -> [String] {
    let colors = PictureColors(run.style, in: window)
    let (cellWidth, cellHeight, margin) = (Self.cellWidth, Self.cellHeight, Self.margin)
    let attributes = run.style.attributes
    let (x, y, width) = (run.column * cellWidth, row * cellHeight, run.cells.count * cellWidth)
    var elements: [String] = []
    if colors.background != window.background {
      elements.append(Self.rect(x: x, y: y, width: width, height: cellHeight, fill: colors.background))
    }
    var look = #"fill="\#(colors.foreground)""#
    if attributes.contains(.bold) { look += #" font-weight="bold""# }
    if attributes.contains(.dim) { look += #" fill-opacity="0.6""# }
    if attributes.contains(.italic) { look += #" font-style="italic""# }
    for piece in Self.pieces(of: run) {
      elements.append(
        #"<text x="\#(margin + piece.column * cellWidth)" y="\#(margin + y + Self.baseline)" "#
          + #"textLength="\#(piece.cells.count * cellWidth)" lengthAdjust="spacingAndGlyphs" "#
          + #"\#(look)>\#(Self.escaped(piece.cells.joined()))</text>"#)
    }
    // A rectangle, because the line continues under spaces, which no text contains.
    if attributes.contains(.underline) {
      elements.append(Self.rect(x: x, y: y + Self.baseline + 2, width: width, height: 1, fill: colors.foreground))
    }
    return elements
  }

  /// The run without spaces at its ends, split at two or more spaces.
  private static func pieces(of run: Run) -> [Run] {
    var pieces: [Run] = []
    for (offset, text) in run.cells.enumerated() where text != " " {
      let column = run.column + offset
      let blanks = pieces.last.map { column - $0.column - $0.cells.count } ?? 2
      if blanks > 1 {
        pieces.append(Run(column: column, cells: [text], style: run.style))
      } else {
        pieces[pieces.endIndex - 1].cells += Array(repeating: " ", count: blanks) + [text]
      }
    }
    return pieces
  }

  /// A filled rectangle; the screen begins at 0, 0.
  private static func rect(x: Int, y: Int, width: Int, height: Int, fill: String) -> String {
    #"<rect x="\#(margin + x)" y="\#(margin + y)" width="\#(width)" height="\#(height)" fill="\#(fill)"/>"#
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}
