// Finds rows of a screen that only moved: a terminal that can move them needs only the others.
import Glibc

/// Rows that moved by the same number of lines.
package struct RowMotion: Hashable, Sendable {
  /// Their new rows.
  package var rows: Range<Int>
  /// The number of lines that they moved up; negative: down.
  package var lines: Int

  /// Makes the motion of `rows`, which moved up by `lines`.
  package init(rows: Range<Int>, lines: Int) {
    self.rows = rows
    self.lines = lines
  }
}

extension CellBuffer {
  /// The minimum number of changed rows: fewer are drawn faster than a motion is found.
  package static var leastMotion: Int { 4 }

  /// The rows of `old` that have moved, if fewer than half as many rows differ after the motion. Nil if there are none,
  /// or the buffers have different sizes.
  ///
  /// Searches for the old position of the middle changed row, the nearest one on either side of it.
  package func motion(from old: CellBuffer) -> RowMotion? {
    guard old.size == size else { return nil }
    let rowSize = size.width * MemoryLayout<Cell>.stride
    return cells.withUnsafeBytes { new in
      old.cells.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress, new != old else { return nil }
        func isRow(_ row: Int, oldRow: Int) -> Bool {
          memcmp(new + row * rowSize, old + oldRow * rowSize, rowSize) == 0
        }
        let changed = (0..<size.height).filter { !isRow($0, oldRow: $0) }
        guard changed.count >= Self.leastMotion, let first = changed.first, let last = changed.last else { return nil }
        let middle = changed[changed.count / 2]
        let sources = [
          (middle...last).first { isRow(middle, oldRow: $0) }, (first...middle).last { isRow(middle, oldRow: $0) },
        ]
        for source in sources.compactMap(\.self) {
          let lines = source - middle
          let moved = (first...last).filter { (first...last).contains($0 + lines) && isRow($0, oldRow: $0 + lines) }
          let left = last - first + 1 - moved.count
          if 2 * left < changed.count { return RowMotion(rows: moved[0]..<(moved.last! + 1), lines: lines) }
        }
        return nil
      }
    }
  }

  /// Moves rows as `motion` says, which must be for a buffer of this size. The lines that they leave are empty.
  package mutating func move(_ motion: RowMotion) {
    let (rows, lines) = (motion.rows, motion.lines)
    let all = min(rows.lowerBound, rows.lowerBound + lines)..<max(rows.upperBound, rows.upperBound + lines)
    scroll(rows: all, by: lines)
    let left = lines > 0 ? rows.upperBound..<all.upperBound : all.lowerBound..<rows.lowerBound
    fill(Rect(column: 0, row: left.lowerBound, width: size.width, height: left.count))
  }
}
