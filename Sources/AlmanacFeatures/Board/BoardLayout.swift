import Terminals

/// The places of the tiles before scrolling: in columns, each tile in the one that is shortest.
struct BoardLayout: Hashable {
  private(set) var tiles: [Rect] = []

  /// The number of all lines.
  var height: Int { tiles.map(\.endRow).max() ?? 0 }

  /// The least width of a column.
  static let leastWidth = 38
  /// The columns between two tiles.
  private static let gap = 2
  /// The height to which a tile is cut if that spares scrolling.
  private static let leastHeight = 5

  /// Lays out tiles that want so many lines. Tall ones are cut if then all fit.
  init(in size: Size, wanted: [Int]) {
    let columns = max(1, min(wanted.count, (size.width - 1 + Self.gap) / (Self.leastWidth + Self.gap)))
    var limit = max(Self.leastHeight, size.height)
    repeat {
      tiles = Self.place(wanted.map { min($0, limit) }, columns, width: size.width)
      limit -= 1
    } while height > size.height && limit >= Self.leastHeight
  }

  private static func place(_ heights: [Int], _ columns: Int, width: Int) -> [Rect] {
    let columnWidth = max(1, (width - 2 + gap) / columns - gap)
    var ends = Array(repeating: 0, count: columns)
    return heights.map { height in
      let column = ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
      defer { ends[column] += height + 1 }
      return Rect(column: 1 + column * (columnWidth + gap), row: ends[column], width: columnWidth, height: height)
    }
  }
}
