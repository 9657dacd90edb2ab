// The fields of a record, broken into lines.
import AlmanacRecords
import Images
import Terminals

/// The lines of a record for a width: its fields, its referrers, and its changes. Lines are made only down to where the
/// person looks.
struct DetailOutline {
  struct Line {
    /// The label of the entry, on its first line.
    var label: String
    var value: Substring
    /// The dimmed text after the value.
    var remark: String
    /// The index of the field whose value this is; `nil` for a note about the value.
    var field: Int?
    /// The entry of the line: a field, a table with referrers or a change, in this order.
    var entry: Int?
    /// Whether this is not the value itself.
    var isMuted: Bool
    /// The column where the value begins.
    var valueColumn: Int
    /// The parts of the value, if it is JSON.
    var json: [JSONColouring.Part] = []
    /// The number that the value shows with thousands; shown itself if a search finds something only in it.
    var number: String?
    /// The cells of a picture, in place of the value.
    var blocks: [HalfBlock] = []

    /// The width in columns, with the sign of a change after the value.
    func width(isUnicode: Bool) -> Int {
      valueColumn + displayWidth(value + remark, isUnicode: isUnicode) + blocks.count + 1
    }
  }

  private struct Part {
    var label: String
    var text: String
    var remark = ""
    var field: Int?
    var entry: Int?
    var isMuted = false
    var isJSON = false
    var number: String?
    var image: Image?
    var valueColumn: Int
  }

  /// The number of entries for the cursor: fields, tables and changes.
  let entryCount: Int
  /// The column where the values of the fields begin.
  let valueColumn: Int
  private(set) var lines: [Line] = []
  private let width: Int
  private let isUnicode: Bool
  /// The pictures, by column.
  private let images: [String: Image]
  /// The first line of each entry, among the lines made so far.
  private var starts: [Int] = []
  /// The parts without lines so far, the last part first. The last element may be partly broken into lines.
  private var parts: [Part] = []
  private var wrapped: WrappedText?
  /// Reads the JSON of the part that is broken into lines; nil if it has none.
  private var colouring: JSONColouring?

  /// The title above the tables with referrers.
  static let namingTitle = "Named by"
  /// The title above the changes of the record.
  static let historyTitle = "Changes seen"

  /// The first `changeCount` lines of the history are changes.
  init(
    _ fields: [DetailField], images: [String: Image] = [:], naming: [DetailField] = [], history: [DetailField] = [],
    changeCount: Int = 0, width: Int, isUnicode: Bool
  ) {
    (self.width, self.isUnicode, self.images) = (width, isUnicode, images)
    let firstChange = fields.count + naming.count
    entryCount = firstChange + changeCount
    func start(_ fields: [DetailField], gap: Int) -> Int {
      let labelWidth = fields.map { displayWidth($0.label, isUnicode: isUnicode) }.max() ?? 0
      return 3 + min(labelWidth, max(0, width / 3)) + gap
    }
    valueColumn = start(fields, gap: 2)
    for (index, field) in fields.enumerated() { add(field, index, isField: true, at: valueColumn) }
    if !naming.isEmpty {
      addTitle(Self.namingTitle)
      let column = start(naming, gap: 4)
      for (index, field) in naming.enumerated() { add(field, fields.count + index, isField: false, at: column) }
    }
    if !history.isEmpty {
      addTitle(Self.historyTitle)
      let column = start(history, gap: 2)
      for (index, field) in history.enumerated() {
        add(field, index < changeCount ? firstChange + index : nil, isField: false, at: column)
      }
    }
    parts.reverse()
  }

  private mutating func addTitle(_ title: String) {
    parts.append(Part(label: "", text: "", valueColumn: width))
    parts.append(Part(label: title, text: "", valueColumn: width))
  }

  private mutating func add(_ field: DetailField, _ entry: Int?, isField: Bool, at column: Int) {
    let shown = field.value
    // A remark follows the value if that has one line with room for it; otherwise it is below.
    let used = shown.text.contains(where: \.isNewline) ? .max : displayWidth(shown.text, limit: width)
    let isBehind = !field.remark.isEmpty && used < width - column - displayWidth(field.remark, isUnicode: isUnicode)
    parts.append(
      Part(
        label: field.label, text: shown.text, remark: isBehind ? field.remark : "", field: isField ? entry : nil,
        entry: entry, isMuted: shown.isStandIn, isJSON: field.isJSON, number: field.number,
        valueColumn: column))
    if isField, let image = images[field.column] {
      parts.append(Part(label: "", text: "", entry: entry, image: image, valueColumn: column))
    }
    let below = [shown.note, isBehind || field.remark.isEmpty ? nil : String(field.remark.drop { $0 == " " })]
    for text in below.compactMap(\.self) {
      parts.append(Part(label: "", text: text, entry: entry, isMuted: true, valueColumn: column))
    }
  }

  /// Makes lines until there are `count` of them, or all.
  mutating func reach(_ count: Int) {
    while lines.count < count, let part = parts.last {
      if let image = part.image {
        parts.removeLast()
        add(image, of: part)
        continue
      }
      let isFirst = wrapped == nil
      if isFirst {
        colouring = part.isJSON ? JSONColouring() : nil
        wrapped = WrappedText(part.text, width: max(1, width - part.valueColumn - 1), isUnicode: isUnicode)
        if let entry = part.entry, entry == starts.count { starts.append(lines.count) }
      }
      if let value = wrapped?.next() {
        lines.append(
          Line(
            label: isFirst ? part.label : "", value: value, remark: isFirst ? part.remark : "", field: part.field,
            entry: part.entry, isMuted: part.isMuted, valueColumn: part.valueColumn,
            json: colouring?.parts(of: value) ?? [], number: part.number))
      } else {
        parts.removeLast()
        wrapped = nil
      }
    }
  }

  /// The most lines of a picture.
  private static let mostImageLines = 40

  /// Adds the lines of a picture. In a narrow room it leaves lines to the other values.
  private mutating func add(_ image: Image, of part: Part) {
    let room = max(1, width - part.valueColumn - 1)
    for line in image.halfBlocks(width: room, height: max(1, min(Self.mostImageLines, room / 3))) {
      lines.append(
        Line(
          label: "", value: "", remark: "", field: nil, entry: part.entry, isMuted: false,
          valueColumn: part.valueColumn, blocks: line))
    }
  }

  /// The lines of an entry; of a long one at least `height`.
  mutating func lines(of entry: Int, atLeast height: Int) -> Range<Int> {
    while starts.count <= entry, !parts.isEmpty { reach(lines.count + 100) }
    guard entry < starts.count else { return lines.count..<lines.count }
    reach(starts[entry] + height + 1)
    let start = starts[entry]
    return start..<(lines[start...].firstIndex { $0.entry != entry } ?? lines.count)
  }

  /// Draws at most `height` lines from line `first`, starting at row `top` of the buffer. `marked`: the fields that
  /// have just changed. `focus`: the entry with the cursor. Matches of `query` are emphasised.
  func draw(
    from first: Int, at top: Int, height: Int, marked: Set<Int>, focus: Int?, query: SearchQuery, theme: Theme,
    on buffer: inout CellBuffer
  ) {
    for (index, shown) in lines.dropFirst(first).prefix(height).enumerated() {
      var line = shown
      if let number = line.number, query.matches(in: String(line.value)).isEmpty, !query.matches(in: number).isEmpty {
        line.value = number[...]
      }
      let row = top + index
      let isFirst = index == 0 || lines[first + index - 1].entry != line.entry
      if isFirst, let focus, line.entry == focus {
        buffer.write(Signs.cursor, at: Point(column: 1, row: row), style: .plain)
      }
      buffer.write(
        line.label, at: Point(column: 3, row: row), maxWidth: line.valueColumn - 4,
        style: line.entry == nil && line.value.isEmpty ? theme.header : theme.muted, truncation: .ellipsis)
      buffer.draw(line.blocks, at: Point(column: line.valueColumn, row: row))
      let used =
        line.blocks.count
        + buffer.write(
          line.value, at: Point(column: line.valueColumn, row: row), maxWidth: width - line.valueColumn,
          style: line.isMuted ? theme.muted : .plain)
      buffer.colour(line.json, of: line.value, at: Point(column: line.valueColumn, row: row), used, theme)
      if line.field != nil, !line.isMuted {
        buffer.emphasise(
          query, in: String(line.value), at: Point(column: line.valueColumn, row: row), used, theme)
      }
      if !line.remark.isEmpty {
        let column = line.valueColumn + used
        buffer.write(
          line.remark, at: Point(column: column, row: row), maxWidth: width - column, style: theme.muted,
          truncation: .ellipsis)
      }
      if line.field.map(marked.contains) == true {
        buffer.write(Signs.changed, at: Point(column: line.valueColumn - 1, row: row), style: theme.changed)
        buffer.write(Signs.changed, at: Point(column: line.valueColumn + used, row: row), style: theme.changed)
      }
    }
  }
}
