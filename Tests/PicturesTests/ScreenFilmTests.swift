// Screens that follow one another as one SVG.
import Pictures
import Terminals
import Testing

@Suite struct ScreenFilmTests {
  @Test("CIT-13: a row is drawn once for all frames that have it, and a style sheet shows it while they last")
  func film() {
    func frame(_ first: String, _ second: String, _ seconds: Double) -> ScreenFilm.Frame {
      var cells = CellBuffer(size: Size(width: 4, height: 2))
      cells.write(first, at: Point(column: 0, row: 0))
      cells.write(second, at: Point(column: 0, row: 1))
      return ScreenFilm.Frame(ScreenPicture(cells: cells, cursor: nil, title: ""), seconds: seconds)
    }
    let film = ScreenFilm(
      [frame("same", "one", 1), frame("same", "", 0.5), frame("same", "one", 1.5), frame("same", "two", 1)],
      title: "one & two")
    let expected = """
      <svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60" role="img">
      <title>one &amp; two</title>
      <style>
      @keyframes f0{0%{visibility:visible}25%{visibility:hidden}37.5%{visibility:visible}75%{visibility:hidden}}
      .f0{animation:f0 4s step-end infinite}
      @keyframes f1{0%{visibility:hidden}75%{visibility:visible}}
      .f1{animation:f1 4s step-end infinite}
      @media (prefers-reduced-motion:reduce){g{animation:none!important}}
      </style>
      <rect width="60" height="60" rx="8" fill="#16181d"/>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15">
      <text x="12" y="26" textLength="36" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">same</text>
      <g class="f0" visibility="hidden">
      <text x="12" y="44" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">one</text>
      </g>
      <g class="f1">
      <text x="12" y="44" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#d8dee9">two</text>
      </g>
      </g>
      </svg>

      """
    #expect(film.svg == expected)
  }
}
