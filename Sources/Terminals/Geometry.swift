// Positions and sizes on a screen, in cells, counted from zero at the top left.

/// A size in cells.
public struct Size: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size of `width` columns and `height` rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The position of a cell.
public struct Point: Hashable, Sendable {
  /// The column, counted from zero at the left.
  public var column: Int
  /// The row, counted from zero at the top.
  public var row: Int

  /// Makes the position in `column` of `row`.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
  /// The leftmost column.
  public var column: Int
  /// The topmost row.
  public var row: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a rectangle with its top left cell in `column` of `row`.
  public init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = width
    self.height = height
  }

  /// The top left cell.
  public var origin: Point { Point(column: column, row: row) }
  /// The size.
  public var size: Size { Size(width: width, height: height) }
  /// The first column to the right of the rectangle.
  public var endColumn: Int { column + width }
  /// The first row below the rectangle.
  public var endRow: Int { row + height }
  /// Whether it contains no cell.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether `point` is one of its cells.
  public func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The cells in both rectangles.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, width: max(0, min(endColumn, other.endColumn) - left),
      height: max(0, min(endRow, other.endRow) - top))
  }

  /// The rectangle without `columns` at the left and right and `rows` at the top and bottom.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(
      column: column + columns, row: row + rows, width: max(0, width - 2 * columns),
      height: max(0, height - 2 * rows))
  }
}
