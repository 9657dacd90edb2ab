// Finds what must be sent to a screen that shows another buffer.
import Glibc

/// Neighbouring cells in a row that differ from those of another buffer. Wide characters are complete.
public struct CellRun: Hashable, Sendable {
  /// The row.
  public var row: Int
  /// The columns.
  public var columns: Range<Int>

  /// Makes the run of `columns` in `row`.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

extension CellBuffer {
  /// The runs that differ from `old`, from top to bottom and left to right. A buffer of another size differs
  /// completely.
  public func differences(from old: CellBuffer) -> [CellRun] {
    let (width, height) = (size.width, size.height)
    guard width > 0, height > 0 else { return [] }
    guard old.size == size else { return (0..<height).map { CellRun(row: $0, columns: 0..<width) } }
    return cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old in
        let (new, old) = (new.baseAddress!, old.baseAddress!)
        if new == old { return [] }
        var runs: [CellRun] = []
        for row in 0..<height {
          let start = row * width
          guard memcmp(new + start, old + start, width * MemoryLayout<Cell>.stride) != 0 else { continue }
          Self.appendRuns(row: row, width: width, new: new + start, old: old + start, to: &runs)
        }
        return runs
      }
    }
  }

  private static func appendRuns(
    row: Int, width: Int, new: UnsafePointer<Cell>, old: UnsafePointer<Cell>, to runs: inout [CellRun]
  ) {
    var column = 0
    while column < width {
      guard new[column] != old[column] else {
        column += 1
        continue
      }
      var start = column
      if new[start].isRightHalf, start > 0 { start -= 1 }
      while column < width, new[column] != old[column] || new[column].isRightHalf { column += 1 }
      runs.append(CellRun(row: row, columns: start..<column))
    }
  }

  /// Passes the cells of `run`, which must be in this buffer, to `body` without a copy.
  package func withCells<Result>(of run: CellRun, _ body: (UnsafeBufferPointer<Cell>) -> Result) -> Result {
    let start = run.row * size.width
    return cells.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[(start + run.columns.lowerBound)..<(start + run.columns.upperBound)]))
    }
  }

  /// Copies the cells of `run` from `other`, which must have the same size.
  public mutating func apply(_ run: CellRun, from other: CellBuffer) {
    guard other.size == size else {
      fatalError("A run was applied to a buffer of another size: take differences of equal sizes.")
    }
    let range = (run.row * size.width + run.columns.lowerBound)..<(run.row * size.width + run.columns.upperBound)
    cells.replaceSubrange(range, with: other.cells[range])
  }
}
