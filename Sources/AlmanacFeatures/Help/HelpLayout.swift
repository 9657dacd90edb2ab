import Terminals

/// The lines of the help: some above, then the keys in columns, then the signs. A group is never divided.
struct HelpLayout {
  /// A line of a column.
  enum Line: Equatable {
    case blank
    case title(String)
    /// `captionWidth`: the columns before the text.
    case entry(caption: String, captionWidth: Int, text: String)
  }

  /// The lines above the columns.
  private(set) var top: [String]
  private(set) var columns: [[Line]]
  /// The width of a column, with the gap behind it.
  let columnWidth: Int

  /// The least and the greatest width of a column.
  private static let (leastWidth, mostWidth) = (36, 46)
  /// The columns between two columns of keys.
  static let gap = 2

  /// The width of all columns.
  var width: Int { columnWidth * max(1, columns.count) - (columns.count > 1 ? Self.gap : 0) }

  /// The height of all lines.
  var height: Int { top.count + (columns.map(\.count).max() ?? 0) }

  /// Lays groups out in at most `most` columns: in the fewest for which they fit into the size, otherwise in as many as
  /// have room. `most`: nil for as many as have room.
  init(_ content: HelpContent, atMost most: Int? = nil, in size: Size, isUnicode: Bool) {
    let room = max(1, size.width / Self.leastWidth)
    let most = min(room, most ?? room)
    var layout = HelpLayout(content, columns: 1, in: size, isUnicode: isUnicode)
    var count = 1
    while layout.height > size.height, count < most {
      count += 1
      layout = HelpLayout(content, columns: count, in: size, isUnicode: isUnicode)
    }
    self = layout
  }

  private init(_ content: HelpContent, columns count: Int, in size: Size, isUnicode: Bool) {
    columnWidth = max(1, min(size.width / count, Self.mostWidth))
    let width = columnWidth - (count > 1 ? Self.gap : 0)
    let captions = content.groups.filter { !$0.isOfSigns }.flatMap(\.entries).map(\.caption)
    let keyWidth = captions.map { displayWidth($0, isUnicode: isUnicode) }.max() ?? 0
    let tiers = [false, true].map { isOfSigns in
      let blocks = content.groups.filter { $0.isOfSigns == isOfSigns }.map { group in
        let signWidth = group.entries.map { displayWidth($0.caption, isUnicode: isUnicode) }.max() ?? 0
        return Self.lines(
          of: group, width: width, captionWidth: min((isOfSigns ? signWidth : keyWidth) + 2, width / 2),
          isUnicode: isUnicode)
      }
      return Self.columns(of: blocks, atMost: count)
    }
    columns = Self.stacked(tiers.filter { !$0.isEmpty })
    let wide = max(1, columnWidth * count - (count > 1 ? Self.gap : 0))
    top =
      content.introduction.isEmpty
      ? [] : WrappedText.lines(of: content.introduction, width: wide, isUnicode: isUnicode).map(String.init) + [""]
  }

  /// The lines of a group: its title, and its entries with their texts wrapped.
  private static func lines(
    of group: HelpContent.Group, width: Int, captionWidth: Int, isUnicode: Bool
  ) -> [Line] {
    [.title(group.title)]
      + group.entries.flatMap { entry in
        let lines = WrappedText.lines(of: entry.text, width: max(1, width - captionWidth), isUnicode: isUnicode)
        return lines.enumerated().map { index, line in
          Line.entry(caption: index == 0 ? entry.caption : "", captionWidth: captionWidth, text: String(line))
        }
      }
  }

  /// Columns above others, with an empty line between them.
  private static func stacked(_ tiers: [[[Line]]]) -> [[Line]] {
    tiers.reduce(into: []) { columns, tier in
      let height = columns.map(\.count).max().map { $0 + 1 } ?? 0
      for (number, lines) in tier.enumerated() {
        if number == columns.count { columns.append([]) }
        columns[number] += Array(repeating: .blank, count: height - columns[number].count) + lines
      }
    }
  }

  /// The blocks in their order, in columns that are as low as possible.
  private static func columns(of blocks: [[Line]], atMost count: Int) -> [[Line]] {
    if blocks.isEmpty { return [] }
    let highest = blocks.map(\.count).max() ?? 0
    let all = blocks.map { $0.count + 1 }.reduce(0, +)
    for height in highest...max(highest, all) {
      var columns: [[Line]] = [[]]
      for block in blocks {
        let last = columns[columns.count - 1]
        if last.isEmpty {
          columns[columns.count - 1] = block
        } else if last.count + 1 + block.count <= height {
          columns[columns.count - 1] += [.blank] + block
        } else {
          columns.append(block)
        }
      }
      if columns.count <= count { return columns }
    }
    return []
  }
}
