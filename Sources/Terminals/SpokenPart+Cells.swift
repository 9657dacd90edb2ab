// Reads the drawn cells of a pane that has no words of its own.

extension SpokenPart {
  /// The words of drawn cells: the title in the frame, the row with the cursor sign or the typed text, and the other
  /// rows. Of a list to choose from only the chosen row.
  public init(id: String, reading cells: CellBuffer, cursor: Point?) {
    self.init(id: id, reading: cells, in: cells.bounds, cursor: cursor)
  }

  private init(id: String, reading cells: CellBuffer, in rect: Rect, cursor: Point?) {
    self.init(id: id)
    let columns = max(0, rect.column)..<max(0, rect.column, min(rect.endColumn, cells.size.width))
    var rows = (max(0, rect.row)..<max(0, rect.row, min(rect.endRow, cells.size.height))).map {
      CellRow(cells, row: $0, columns, cursor: cursor?.row == $0 ? cursor?.column : nil)
    }
    isDialog = rows.first?.isFrame == true
    if isDialog { title = rows.removeFirst().text }
    let chosen = rows.firstIndex(where: \.isChosen)
    // The list goes from one empty row to the next.
    let list = chosen.map { chosen in
      let start = rows[..<chosen].lastIndex(where: \.text.isEmpty).map { $0 + 1 } ?? 0
      return start..<(rows[chosen...].firstIndex(where: \.text.isEmpty) ?? rows.count)
    }
    for (index, row) in rows.enumerated() where !row.text.isEmpty || row.cursor != nil {
      if let cursor = row.cursor {
        field = SpokenField(id: "\(id) \(index)", label: "", text: row.text, cursor: cursor)
      } else if index == chosen {
        focus = SpokenFocus(id: row.text, value: row.text, words: row.text)
      } else if list?.contains(index) != true {
        lines.append(row.text)
      }
    }
  }

  /// The lines of a rectangle of drawn cells.
  public static func lines(of cells: CellBuffer, in rect: Rect) -> [String] {
    SpokenPart(id: "", reading: cells, in: rect, cursor: nil).lines
  }
}

extension Spoken {
  /// The words of a drawn frame.
  package init(reading cells: CellBuffer, cursor: Point?) {
    var part = SpokenPart(id: "screen", reading: cells, cursor: cursor)
    part.lines = part.lines.map(\.withoutSeconds)
    self.init(parts: [part])
  }
}

extension String {
  /// The text without the counter of a wait, such as ` · 12 s`: nobody wants to hear each second.
  package var withoutSeconds: String {
    let separator = " · "
    return split(separator: separator).filter { phrase in
      !phrase.hasSuffix(" s") || phrase.dropLast(2).contains { !$0.isNumber }
    }.joined(separator: separator)
  }
}

/// A row of cells as a text without lines and pictures.
private struct CellRow {
  /// The sign before what has the cursor.
  private static let cursorSign: Unicode.Scalar = "▌"

  var text = ""
  /// Whether it has the cursor sign.
  private(set) var isChosen = false
  /// Whether it is the upper edge of a frame.
  private(set) var isFrame = false
  /// The number of characters before the cursor; nil if it is elsewhere.
  private(set) var cursor: Int?

  init(_ cells: CellBuffer, row: Int, _ columns: Range<Int>, cursor column: Int?) {
    var (before, after) = ("", "")
    for place in columns {
      let cell = cells[Point(column: place, row: row)]
      guard let first = cell.scalars.first else { continue }
      let style = cell.style.style
      // The help shows the sign, too.
      if first == Self.cursorSign, style.attributes.contains(.reverse) || style.background != .standard {
        isChosen = true
      }
      if first == "┌" { isFrame = true }
      let shown =
        Self.isDrawing(first) ? " " : Self.names[first] ?? String(String.UnicodeScalarView(cell.scalars))
      if let column, place < column { before += shown } else { after += shown }
    }
    let start = Self.joined(before.drop { $0 == " " })
    text = start + Self.joined(column == nil ? after.drop { $0 == " " } : after[...]).withoutSpacesAtEnd
    if column != nil { cursor = start.count }
    // A mark below a mistake, for example.
    if column == nil, !text.contains(where: { $0.isLetter || $0.isNumber }) { text = "" }
  }

  /// The names of keys that are drawn as signs.
  private static let names: [Unicode.Scalar: String] = ["⏎": "Enter", "↑": "Up", "↓": "Down"]

  /// Whether it is a line, a block or a dot of a chart.
  private static func isDrawing(_ scalar: Unicode.Scalar) -> Bool {
    (0x2500...0x259F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
  }

  /// The text with a comma for a gap between two words.
  private static func joined(_ text: Substring) -> String {
    var joined = ""
    var gap = 0
    for character in text {
      if character == " " {
        gap += 1
      } else {
        joined += gap > 1 && !joined.isEmpty ? ", " : String(repeating: " ", count: gap)
        joined.append(character)
        gap = 0
      }
    }
    return joined + String(repeating: " ", count: gap)
  }
}

extension String {
  fileprivate var withoutSpacesAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
