// A screen as an SVG: the same cells are the same bytes.
public import Terminals

/// A screen as a picture, in a plain dark window.
///
/// Every run of cells that look alike is one text with a place and a length of its own, so that columns stand under one
/// another whatever font there is.
public struct ScreenPicture {
  /// What is shown.
  public var cells: CellBuffer
  /// Where the cursor stands; `nil` where there is none.
  public var cursor: Point?
  /// What is seen, for those who hear it read.
  public var title: String

  public init(cells: CellBuffer, cursor: Point?, title: String) {
    self.cells = cells
    self.cursor = cursor
    self.title = title
  }

  /// Six tenths of the size of the letters, as in nearly every font of one width.
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
        + #"font-size="\#(Self.letterSize)" style="white-space: pre">"#,
    ]
    for row in 0..<cells.size.height {
      for run in runs(ofRow: row) { lines += Self.elements(of: run, row: row) }
    }
    if let cursor {
      lines.append(Self.rect(column: cursor.column, row: cursor.row, width: 2, fill: PictureColors.foreground))
    }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Cells side by side that look alike.
  private struct Run {
    var column: Int
    var width: Int
    var text: String
    var style: Style
  }

  /// The runs of a row. A character of another width than the letters' begins a run and ends it: fonts differ in it.
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
        runs[runs.endIndex - 1].text.unicodeScalars.append(contentsOf: text)
        runs[runs.endIndex - 1].width += 1
      } else {
        runs.append(Run(column: column, width: Int(cell.width), text: String(text), style: style))
      }
      isOpen = isLetter
    }
    return runs
  }

  /// What is behind the run, where that is not the window, and the text, where there is any.
  private static func elements(of run: Run, row: Int) -> [String] {
    let colors = PictureColors(run.style)
    var elements: [String] = []
    if colors.background != PictureColors.background {
      elements.append(rect(column: run.column, row: row, width: run.width * cellWidth, fill: colors.background))
    }
    // Blanks say nothing, save that they are underlined.
    let attributes = run.style.attributes
    var (text, column, width) = (run.text[...], run.column, run.width)
    if !attributes.contains(.underline) {
      while text.first == " " { (text, column, width) = (text.dropFirst(), column + 1, width - 1) }
      while text.last == " " { (text, width) = (text.dropLast(), width - 1) }
    }
    guard !text.isEmpty else { return elements }
    var look = #"fill="\#(colors.foreground)""#
    if attributes.contains(.bold) { look += #" font-weight="bold""# }
    if attributes.contains(.dim) { look += #" fill-opacity="0.6""# }
    if attributes.contains(.italic) { look += #" font-style="italic""# }
    if attributes.contains(.underline) { look += #" text-decoration="underline""# }
    elements.append(
      #"<text x="\#(margin + column * cellWidth)" y="\#(margin + row * cellHeight + baseline)" "#
        + #"textLength="\#(width * cellWidth)" lengthAdjust="spacingAndGlyphs" \#(look)>\#(escaped(text))</text>"#)
    return elements
  }

  /// A filled rectangle as high as a row, `width` units wide.
  private static func rect(column: Int, row: Int, width: Int, fill: String) -> String {
    #"<rect x="\#(margin + column * cellWidth)" y="\#(margin + row * cellHeight)" width="\#(width)" "#
      + #"height="\#(cellHeight)" fill="\#(fill)"/>"#
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
