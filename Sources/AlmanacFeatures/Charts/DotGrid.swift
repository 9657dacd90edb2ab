import Terminals

/// Dots finer than a cell: two columns and four rows of Braille dots in each, or one star without Unicode.
struct DotGrid {
  /// The number of cells.
  let size: Size
  /// The number of dots.
  let dots: Size
  private let perCell: Size
  /// The dots of each cell as the bits of its Braille character.
  private var bits: [UInt8]
  /// The line that was drawn last in each cell.
  private var lines: [Int]

  init(_ size: Size, isUnicode: Bool) {
    self.size = size
    perCell = isUnicode ? Size(width: 2, height: 4) : Size(width: 1, height: 1)
    dots = Size(width: size.width * perCell.width, height: size.height * perCell.height)
    bits = Array(repeating: 0, count: size.width * size.height)
    lines = Array(repeating: 0, count: bits.count)
  }

  /// The bits of a Braille character, row by row.
  private static let braille: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  private mutating func set(_ x: Int, _ y: Int, _ line: Int) {
    let cell = y / perCell.height * size.width + x / perCell.width
    bits[cell] |= Self.braille[y % perCell.height * 2 + x % perCell.width]
    lines[cell] = line
  }

  /// Draws a straight line between two dots, by Bresenham's algorithm.
  mutating func draw(from start: Point, to end: Point, _ line: Int) {
    let (width, height) = (abs(end.column - start.column), abs(end.row - start.row))
    let (right, down) = (start.column < end.column ? 1 : -1, start.row < end.row ? 1 : -1)
    var (dot, error) = (start, width - height)
    while true {
      set(dot.column, dot.row, line)
      if dot == end { return }
      let twice = 2 * error
      if twice > -height { (error, dot.column) = (error - height, dot.column + right) }
      if twice < width { (error, dot.row) = (error + width, dot.row + down) }
    }
  }

  /// Writes the cells that have dots, each in the style of its line.
  func write(to buffer: inout CellBuffer, at origin: Point, styles: [Style]) {
    for (cell, bits) in bits.enumerated() where bits != 0 {
      let point = Point(column: origin.column + cell % size.width, row: origin.row + cell / size.width)
      let character = buffer.isUnicode ? UnicodeScalar(0x2800 + UInt32(bits)).map(String.init) ?? "" : "*"
      buffer.write(character, at: point, style: styles[lines[cell] % styles.count])
    }
  }
}
