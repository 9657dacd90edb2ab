// A screen as an SVG.
import Pictures
import Terminals
import Testing

@Suite struct ScreenPictureTests {
  @Test("a small screen, all of it: runs, colours, attributes, wide characters, the cursor, text that XML would read")
  func picture() {
    var cells = CellBuffer(size: Size(width: 9, height: 2))
    cells.write("<a> & b", at: Point(column: 1, row: 0), style: Style(foreground: .yellow, attributes: .bold))
    cells.fill(Rect(column: 0, row: 1, width: 9, height: 1), style: .reverse)
    cells.write("日●x", at: Point(column: 0, row: 1), style: .reverse)
    cells.write("_ ", at: Point(column: 5, row: 1), style: Style(background: .indexed(16), attributes: .underline))
    let picture = ScreenPicture(cells: cells, cursor: Point(column: 8, row: 0), title: "a < b & c > d")
    let expected = """
      <svg xmlns="http://www.w3.org/2000/svg" width="105" height="60" viewBox="0 0 105 60" role="img">
      <title>a &lt; b &amp; c &gt; d</title>
      <rect width="105" height="60" rx="8" fill="#16181d"/>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15">
      <text x="21" y="26" textLength="63" lengthAdjust="spacingAndGlyphs" fill="#e5c07b" font-weight="bold">&lt;a&gt; &amp; b</text>
      <rect x="12" y="30" width="18" height="18" fill="#d8dee9"/>
      <text x="12" y="44" textLength="18" lengthAdjust="spacingAndGlyphs" fill="#16181d">日</text>
      <rect x="30" y="30" width="9" height="18" fill="#d8dee9"/>
      <text x="30" y="44" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#16181d">●</text>
      <rect x="39" y="30" width="18" height="18" fill="#d8dee9"/>
      <text x="39" y="44" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#16181d">x</text>
      <rect x="57" y="30" width="18" height="18" fill="#000000"/>
      <text x="57" y="44" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">_</text>
      <rect x="57" y="46" width="18" height="1" fill="#d8dee9"/>
      <rect x="75" y="30" width="18" height="18" fill="#d8dee9"/>
      <rect x="84" y="12" width="2" height="18" fill="#d8dee9"/>
      </g>
      </svg>

      """
    #expect(picture.svg == expected)
    #expect(picture.svg == ScreenPicture(cells: cells, cursor: picture.cursor, title: picture.title).svg)
  }
  @Test("no text depends on blanks that a viewer may run together: each stands where it begins")
  func blanks() {
    var cells = CellBuffer(size: Size(width: 14, height: 2))
    cells.write(" one two   six", at: Point(column: 0, row: 0))
    cells.write("a   b ", at: Point(column: 0, row: 1), style: Style(attributes: .underline))
    let expected = """
      <svg xmlns="http://www.w3.org/2000/svg" width="150" height="60" viewBox="0 0 150 60" role="img">
      <title>blanks</title>
      <rect width="150" height="60" rx="8" fill="#16181d"/>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15">
      <text x="21" y="26" textLength="63" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">one two</text>
      <text x="111" y="26" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">six</text>
      <text x="12" y="44" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">a</text>
      <text x="48" y="44" textLength="9" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">b</text>
      <rect x="12" y="46" width="54" height="1" fill="#d8dee9"/>
      </g>
      </svg>

      """
    #expect(ScreenPicture(cells: cells, cursor: nil, title: "blanks").svg == expected)
  }
}
