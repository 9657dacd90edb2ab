// Writes text into a buffer: clipped, safe, never half of a wide character.

/// What to do with text that is too long.
public enum Truncation: Hashable, Sendable {
  /// Omits what does not fit.
  case clip
  /// Ends with an ellipsis in the last columns: `…`, or `...` without UTF-8.
  case ellipsis
}

extension CellBuffer {
  /// Writes any `text`, made harmless as described for `SafeText`. Returns the columns used, at most `maxWidth`.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at point: Point, maxWidth: Int = .max, style: Style = .plain,
    truncation: Truncation = .clip
  ) -> Int {
    SafeText.withBytes(of: text) {
      write($0, at: point, maxWidth: maxWidth, style: StyleID(style), truncation: truncation)
    }
  }

  /// Writes `bytes`, which should be UTF-8, made harmless as described for `SafeText`. Returns the columns used, at
  /// most `maxWidth`.
  @discardableResult
  public mutating func write(
    bytes: some Collection<UInt8>, at point: Point, maxWidth: Int = .max, style: Style = .plain,
    truncation: Truncation = .clip
  ) -> Int {
    SafeText.withBytes(of: bytes) {
      write($0, at: point, maxWidth: maxWidth, style: StyleID(style), truncation: truncation)
    }
  }

  private mutating func write(
    _ bytes: UnsafeBufferPointer<UInt8>, at point: Point, maxWidth: Int, style: StyleID,
    truncation: Truncation
  ) -> Int {
    guard point.row >= 0, point.row < size.height, point.column < size.width, maxWidth > 0 else { return 0 }
    let (width, isUnicode) = (size.width, self.isUnicode)
    let end = point.column + min(maxWidth, width - point.column)
    return cells.withUnsafeMutableBufferPointer { cells in
      let row = CellRow(cells: cells.baseAddress! + point.row * width, width: width)
      var reader = SafeClusterReader(bytes, isUnicode: isUnicode)
      let dots = isUnicode ? 1 : 3
      var column = point.column
      // The start of the ellipsis, if one is needed.
      var cut = column
      while true {
        if column <= end - dots { cut = column }
        if column < end, let byte = reader.nextPlain() {
          row.put(Cell(content: UInt32(byte), width: 1, style: style), at: column)
          column += 1
          continue
        }
        guard let cluster = reader.next() else { return column - point.column }
        if column + cluster.width > end { break }
        let content =
          reader.followers.isEmpty
          ? cluster.base
          : ClusterTable.content(base: cluster.base, followers: reader.followers)
        row.put(Cell(content: content, width: UInt8(cluster.width), style: style), at: column)
        column += cluster.width
      }
      guard truncation == .ellipsis else { return column - point.column }
      let dot = Cell(content: isUnicode ? 0x2026 : 0x2E, width: 1, style: style)
      let dotsEnd = min(cut + dots, end)
      for place in cut..<dotsEnd { row.put(dot, at: place) }
      // A wide character replaced by the ellipsis leaves a space.
      if column > dotsEnd { for place in dotsEnd..<column { row.put(.blank(style), at: place) } }
      return max(column, dotsEnd) - point.column
    }
  }
}

/// A row of a buffer while text is written into it.
private struct CellRow {
  let cells: UnsafeMutablePointer<Cell>
  let width: Int

  /// Puts `cell` at `column`, which may be left of the row, and repairs wide characters that it splits.
  @inline(__always)
  func put(_ cell: Cell, at column: Int) {
    if column >= 0, cell.width == 1, cells[column].width == 1 {
      cells[column] = cell
    } else {
      putMending(cell, at: column)
    }
  }

  private func putMending(_ cell: Cell, at column: Int) {
    let end = column + Int(cell.width)
    guard end > 0 else { return }
    let start = max(0, column)
    if cells[start].isRightHalf { cells[start - 1] = .blank(cells[start - 1].style) }
    if cells[end - 1].width == 2 { cells[end] = .blank(cells[end].style) }
    if column < 0 {
      // Only its right half is inside.
      cells[start] = .blank(cell.style)
    } else {
      cells[start] = cell
      if cell.width == 2 { cells[start + 1] = .rightHalf(cell.style) }
    }
  }
}
