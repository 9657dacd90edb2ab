import Pictures
import Terminals
import Testing

@Test func pictures() {
  var cells = CellBuffer(size: Size(width: 12, height: 1))
  cells.write("Honey keeps.", at: Point(column: 0, row: 0))
  let picture = ScreenPicture(cells: cells, cursor: nil, title: "A fact").svg
  #expect(picture.contains("<title>A fact</title>"))
}
