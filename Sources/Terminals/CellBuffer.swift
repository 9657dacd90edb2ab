// A screenful of cells, which widgets draw into and which is compared with the last one.

/// A rectangle of cells to draw into.
///
/// A wide character is always complete: its two cells are neighbours in a row, and writing over one of them turns the
/// other into a space. Everything is clipped to the buffer.
public struct CellBuffer: Sendable {
  /// The size.
  public let size: Size
  /// Whether characters outside ASCII can be shown.
  public let isUnicode: Bool
  /// Row after row, `size.width` cells each.
  var cells: [Cell]

  /// Makes a buffer of plain spaces. A negative size counts as 0.
  public init(size: Size, isUnicode: Bool = true) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    self.isUnicode = isUnicode
    cells = Array(repeating: .blank(.plain), count: self.size.width * self.size.height)
  }

  /// The rectangle of the whole buffer.
  public var bounds: Rect { Rect(column: 0, row: 0, width: size.width, height: size.height) }

  /// The cell at `point`, which must be inside.
  public subscript(point: Point) -> Cell {
    guard bounds.contains(point) else {
      fatalError(
        "A cell at column \(point.column), row \(point.row) was asked of a buffer of \(size.width)x\(size.height): ask "
          + "`bounds.contains` first.")
    }
    return cells[point.row * size.width + point.column]
  }

  /// The style of the cell at `point`, which must be inside.
  public func style(at point: Point) -> Style { self[point].style.style }

  /// Fills the buffer with plain spaces.
  public mutating func clear() {
    cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank(.plain)) }
  }

  /// Fills the cells of `rect` with a character of one column.
  public mutating func fill(_ rect: Rect, with scalar: Unicode.Scalar = " ", style: Style = .plain) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    guard ScalarClass(scalar.value) == .narrow else {
      fatalError(
        "A rectangle was to be filled with U+\(String(scalar.value, radix: 16)): take a character of one column.")
    }
    let content = isUnicode || scalar.isASCII ? scalar.value : SafeText.ascii(for: scalar.value)
    let cell = Cell(content: content, width: 1, style: StyleID(style))
    for row in rect.row..<rect.endRow {
      let start = row * size.width
      separate(before: start + rect.column, inRowFrom: start)
      separate(before: start + rect.endColumn, inRowFrom: start)
      cells.withUnsafeMutableBufferPointer {
        $0[(start + rect.column)..<(start + rect.endColumn)].update(repeating: cell)
      }
    }
  }

  /// Changes the style of the cells of `rect`, but not their characters. Wide characters across its edge are not split:
  /// both halves belong to their left cell.
  public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let rect = rect.intersection(bounds)
    var known: (old: StyleID, new: StyleID)?
    for row in rect.row..<max(rect.row, rect.endRow) {
      let start = row * size.width
      var index = start + rect.column
      if index < start + rect.endColumn, cells[index].isRightHalf { index += 1 }
      while index < start + rect.endColumn {
        let old = cells[index].style
        if known?.old != old {
          var style = old.style
          change(&style)
          known = (old, StyleID(style))
        }
        cells[index].style = known!.new
        if cells[index].width == 2 { cells[index + 1].style = known!.new }
        index += cells[index].width == 2 ? 2 : 1
      }
    }
  }

  /// Moves rows within `rows` up by `lines`, or down if that is negative. `rows` must be rows of the buffer. The lines
  /// that no row moves to are unchanged.
  public mutating func scroll(rows: Range<Int>, by lines: Int) {
    guard rows.lowerBound >= 0 && rows.upperBound <= size.height else {
      fatalError(
        "The rows \(rows) of a buffer of \(size.width)x\(size.height) were to be moved: take some within `bounds`.")
    }
    let count = rows.count - abs(lines)
    guard lines != 0, count > 0 else { return }
    let (source, target) = (rows.lowerBound + max(0, lines), rows.lowerBound + max(0, -lines))
    let width = size.width
    cells.withUnsafeMutableBufferPointer { cells in
      guard let start = cells.baseAddress else { return }
      (start + target * width).update(from: start + source * width, count: count * width)
    }
  }

  /// Turns a wide character across the edge before `index` into two spaces.
  private mutating func separate(before index: Int, inRowFrom start: Int) {
    guard index > start, index < start + size.width, cells[index].isRightHalf else { return }
    cells[index - 1] = .blank(cells[index - 1].style)
    cells[index] = .blank(cells[index].style)
  }

  /// The rows as text, each as wide as the buffer.
  public var rows: [String] {
    (0..<size.height).map { row in
      var scalars = String.UnicodeScalarView()
      for cell in cells[(row * size.width)..<((row + 1) * size.width)] {
        if let scalar = cell.scalar { scalars.append(scalar) } else { scalars.append(contentsOf: cell.scalars) }
      }
      return String(scalars)
    }
  }

  /// The rows as text without trailing spaces.
  public var trimmedRows: [String] {
    rows.map { row in
      var row = Substring(row)
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }
}

extension CellBuffer {
  /// Copies the fitting part of `other`, with its top left at `point`, which must not be left of or above the buffer. A
  /// wide character across an edge becomes spaces.
  public mutating func draw(_ other: CellBuffer, at point: Point = Point(column: 0, row: 0)) {
    guard point.column >= 0 && point.row >= 0 else {
      fatalError("A buffer is drawn at \(point), outside of the one it is drawn on.")
    }
    let width = min(size.width - point.column, other.size.width)
    guard width > 0 else { return }
    for row in 0..<max(0, min(size.height - point.row, other.size.height)) {
      let start = (row + point.row) * size.width
      separate(before: start + point.column, inRowFrom: start)
      separate(before: start + point.column + width, inRowFrom: start)
      let source = row * other.size.width
      let target = start + point.column
      cells.replaceSubrange(target..<(target + width), with: other.cells[source..<(source + width)])
      let last = target + width - 1
      if cells[last].width == 2 { cells[last] = .blank(cells[last].style) }
    }
  }
}
