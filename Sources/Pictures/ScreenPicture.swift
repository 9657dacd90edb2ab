// A screen as an SVG: the same cells are the same bytes.
public import Terminals

/// A screen as a picture, in a plain dark window.
///
/// Each text has a place and a length of its own, so the columns line up whatever the font is. No text has two spaces
/// side by side, nor one at its ends: some viewers run spaces together, whatever the document asks for.
public struct ScreenPicture {
  /// What is shown.
  public var cells: CellBuffer
  /// Where the cursor stands; `nil` where there is none.
  public var cursor: Point?
  /// What the picture shows, for readers who hear it.
  public var title: String

  /// Makes a picture of cells, with a title for readers that can't see it.
  public init(cells: CellBuffer, cursor: Point?, title: String) {
    self.cells = cells
    self.cursor = cursor
    self.title = title
  }

  /// Six tenths of the letters' size, as in nearly every font whose letters have one width.
  private static let cellWidth = 9
  private static let cellHeight = 18
  private static let letterSize = 15
  private static let margin = 12
  /// From the top of a row to where its letters stand.
  private static let baseline = 14

  /// The whole document.
  public var svg: String {
    let width = cells.size.width * Self.cellWidth + 2 * Self.margin
    let height = cells.size.height * Self.cellHeight + 2 * Self.margin
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="0 0 \#(width) \#(height)" role="img">"#,
      "<title>\(Self.escaped(title))</title>",
      #"<rect width="\#(width)" height="\#(height)" rx="8" fill="\#(PictureColors.background)"/>"#,
      #"<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" "#
        + #"font-size="\#(Self.letterSize)">"#,
    ]
    for row in 0..<cells.size.height {
      for run in runs(ofRow: row) { lines += Self.elements(of: run, row: row) }
    }
    if let cursor {
      lines.append(
        Self.rect(
          x: cursor.column * Self.cellWidth, y: cursor.row * Self.cellHeight, width: 2, height: Self.cellHeight,
          fill: PictureColors.foreground))
    }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Cells side by side that look alike.
  private struct Run {
    var column: Int
    /// What each cell shows; the right half of a wide character shows nothing.
    var cells: [String]
    var style: Style
  }

  /// The runs of a row. A character that is no letter is a run by itself: fonts differ in its width.
  private func runs(ofRow row: Int) -> [Run] {
    var runs: [Run] = []
    var isOpen = false
    for column in 0..<cells.size.width {
      let cell = cells[Point(column: column, row: row)]
      guard !cell.isRightHalf else { continue }
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

  /// What is behind the run, where that is not the window, then its texts and the line under it.
  private static func elements(of run: Run, row: Int) -> [String] {
    let colors = PictureColors(run.style)
    let attributes = run.style.attributes
    let (x, y, width) = (run.column * cellWidth, row * cellHeight, run.cells.count * cellWidth)
    var elements: [String] = []
    if colors.background != PictureColors.background {
      elements.append(rect(x: x, y: y, width: width, height: cellHeight, fill: colors.background))
    }
    var look = #"fill="\#(colors.foreground)""#
    if attributes.contains(.bold) { look += #" font-weight="bold""# }
    if attributes.contains(.dim) { look += #" fill-opacity="0.6""# }
    if attributes.contains(.italic) { look += #" font-style="italic""# }
    for piece in pieces(of: run) {
      elements.append(
        #"<text x="\#(margin + piece.column * cellWidth)" y="\#(margin + y + baseline)" "#
          + #"textLength="\#(piece.cells.count * cellWidth)" lengthAdjust="spacingAndGlyphs" "#
          + #"\#(look)>\#(escaped(piece.cells.joined()))</text>"#)
    }
    // A rectangle, since the line goes on under blanks that no text has.
    if attributes.contains(.underline) {
      elements.append(rect(x: x, y: y + baseline + 2, width: width, height: 1, fill: colors.foreground))
    }
    return elements
  }

  /// The run without blanks at its ends, cut where it has two blanks or more side by side.
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
