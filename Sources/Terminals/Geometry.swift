// Places and extents on a screen, in cells, counted from zero at the top left.

/// How large something is, in cells.
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

/// A cell's place.
public struct Point: Hashable, Sendable {
  /// Counted from the left, from zero.
  public var column: Int
  /// Counted from the top, from zero.
  public var row: Int

  /// Makes the place in `column` of `row`.
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

  /// Makes a rectangle whose top left cell is in `column` of `row`.
  public init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = width
    self.height = height
  }

  /// The top left cell.
  public var origin: Point { Point(column: column, row: row) }
  /// The extent.
  public var size: Size { Size(width: width, height: height) }
  /// The first column to the right of it.
  public var endColumn: Int { column + width }
  /// The first row below it.
  public var endRow: Int { row + height }
  /// Whether there is no cell in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether `point` is one of its cells.
  public func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The cells that are in both.
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
