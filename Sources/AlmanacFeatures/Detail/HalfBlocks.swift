// A picture in cells: each shows two pixels, as the colours of an upper half block and of its background.
import Images
import Terminals

/// Two pixels of a picture, one above the other. A transparent one is nil.
struct HalfBlock: Hashable, Sendable {
  var upper: Color?
  var lower: Color?

  /// The character and the colours of the cell.
  fileprivate var cell: (text: String, style: Style) {
    switch (upper, lower) {
    case (let upper?, let lower?): ("▀", Style(foreground: upper, background: lower))
    case (let upper?, nil): ("▀", Style(foreground: upper))
    case (nil, let lower?): ("▄", Style(foreground: lower))
    case (nil, nil): (" ", .plain)
    }
  }
}

extension Image {
  /// The lines of cells that show the picture in a room of cells.
  func halfBlocks(width: Int, height: Int) -> [[HalfBlock]] {
    let image = fitted(width: width, height: 2 * height)
    return stride(from: 0, to: image.height, by: 2).map { row in
      (0..<image.width).map { column in
        HalfBlock(
          upper: image.color(column, row), lower: row + 1 < image.height ? image.color(column, row + 1) : nil)
      }
    }
  }

  /// The colour of a pixel, of the 240 that palettes of 256 have in common: a terminal has room for all pairs of them.
  private func color(_ column: Int, _ row: Int) -> Color? {
    let pixel = pixels[row * width + column]
    return pixel.opacity < 128 ? nil : Color.rgb(pixel.red, pixel.green, pixel.blue).reduced(to: .indexed256)
  }
}

extension CellBuffer {
  /// Draws a line of a picture.
  mutating func draw(_ blocks: [HalfBlock], at place: Point) {
    for (index, block) in blocks.enumerated() {
      let (text, style) = block.cell
      write(text, at: Point(column: place.column + index, row: place.row), style: style)
    }
  }
}
