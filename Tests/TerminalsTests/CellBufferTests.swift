// Drawing into cells.
import TestSupport
import Testing

@testable import Terminals

@Suite("Cell buffer")
struct CellBufferTests {
  @Test("a cell is eight bytes without references")
  func cellSize() {
    #expect(MemoryLayout<Cell>.size == 8)
    #expect(_isPOD(Cell.self))
  }

  @Test("text is clipped at the width given and at the buffer's edges")
  func clipping() {
    var buffer = CellBuffer(size: Size(width: 8, height: 2))
    #expect(buffer.write("abcdef", at: Point(column: 1, row: 0), maxWidth: 3) == 3)
    #expect(buffer.write("ghijkl", at: Point(column: 5, row: 0)) == 3)
    #expect(buffer.write("漢字漢字", at: Point(column: 1, row: 1), maxWidth: 5) == 4)
    #expect(buffer.write("x", at: Point(column: 0, row: 2)) == 0)
    #expect(buffer.write("x", at: Point(column: 8, row: 0)) == 0)
    #expect(buffer.write("x", at: Point(column: 0, row: -1)) == 0)
    #expect(buffer.rows == [" abc ghi", " 漢字   "])
  }

  @Test("rows move up and down within some rows; the lines that are left keep what they show")
  func scrolling() {
    func rows(after lines: Int, of rows: Range<Int> = 1..<5) -> [String] {
      var buffer = CellBuffer(size: Size(width: 2, height: 5))
      for row in 0..<5 { buffer.write("\(row)字", at: Point(column: 0, row: row)) }
      for row in 0..<5 { buffer.write("\(row)", at: Point(column: 0, row: row)) }
      buffer.scroll(rows: rows, by: lines)
      return buffer.trimmedRows
    }
    #expect(rows(after: 1) == ["0", "2", "3", "4", "4"])
    #expect(rows(after: -1) == ["0", "1", "1", "2", "3"])
    #expect(rows(after: 2, of: 0..<3) == ["2", "1", "2", "3", "4"])
    for lines in [0, 4, -4, 9, -9] { #expect(rows(after: lines) == ["0", "1", "2", "3", "4"]) }
    #expect(rows(after: 1, of: 2..<2) == ["0", "1", "2", "3", "4"])
  }

  @Test("text may begin left of the buffer")
  func leftClipping() {
    var buffer = CellBuffer(size: Size(width: 6, height: 3))
    buffer.write("abcdef", at: Point(column: -2, row: 0))
    buffer.write("漢字", at: Point(column: -1, row: 1))
    buffer.write("漢字", at: Point(column: -4, row: 2))
    #expect(buffer.rows == ["cdef  ", " 字   ", "      "])
  }

  @Test(
    "what is too long ends with an ellipsis",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("漢字漢", 6, "漢字漢"), ("漢字漢字", 6, "漢字…"),
      ("漢字漢字", 5, "漢字…"), ("漢字", 3, "漢…"), ("漢字", 1, "…"), ("abc", 1, "…"), ("a", 1, "a"), ("", 3, ""),
      ("abcde\u{301}f", 5, "abcd…"), ("abcde\u{301}", 5, "abcde\u{301}"),
    ] as [(String, Int, String)])
  func ellipsis(text: String, width: Int, shown: String) {
    var buffer = CellBuffer(size: Size(width: 10, height: 1))
    buffer.fill(buffer.bounds, with: "#")
    let used = buffer.write(text, at: Point(column: 0, row: 0), maxWidth: width, truncation: .ellipsis)
    #expect(buffer.rows[0].replacing("#", with: "").trimmingSpaces == shown)
    #expect(used <= width)
    #expect(buffer.rows[0].hasSuffix(String(repeating: "#", count: 10 - width)))
  }

  @Test("without UTF-8 the ellipsis is three dots")
  func asciiEllipsis() {
    var buffer = CellBuffer(size: Size(width: 8, height: 2), isUnicode: false)
    buffer.write("abcdefghij", at: Point(column: 0, row: 0), truncation: .ellipsis)
    buffer.write("abcdefghij", at: Point(column: 0, row: 1), maxWidth: 2, truncation: .ellipsis)
    #expect(buffer.rows == ["abcde...", "..      "])
  }

  @Test("writing over half of a wide character makes the other half a space")
  func repair() {
    for column in 0..<6 {
      var buffer = CellBuffer(size: Size(width: 6, height: 1))
      buffer.write("漢字漢", at: Point(column: 0, row: 0))
      buffer.write("x", at: Point(column: column, row: 0))
      #expect(
        buffer.rows[0] == ["x 字漢", " x字漢", "漢x 漢", "漢 x漢", "漢字x ", "漢字 x"][column])
    }
    var buffer = CellBuffer(size: Size(width: 6, height: 1))
    buffer.write("漢字漢", at: Point(column: 0, row: 0))
    buffer.fill(Rect(column: 1, row: 0, width: 2, height: 1), with: "-")
    #expect(buffer.rows == [" -- 漢"])
  }

  @Test("random writes and fills agree with a plain model, and no wide character is ever cut")
  func oracle() {
    for seed in UInt64(0)..<60 {
      var generator = SeededGenerator(seed: seed)
      var buffer = CellBuffer(size: Size(width: 12, height: 2))
      var model = PlainModel(width: 12, height: 2)
      for _ in 0..<40 {
        let pieces = ["a", "漢", "e\u{301}", "👍🏽", "🇩🇪", " ", "\u{1B}"]
        let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
          pieces.randomElement(using: &generator)!
        }
        let row = Int.random(in: -1...2, using: &generator)
        let column = Int.random(in: -5...13, using: &generator)
        let width = Int.random(in: 0...9, using: &generator)
        if Int.random(in: 0..<5, using: &generator) == 0 {
          let rect = Rect(column: column, row: row, width: width, height: 2)
          buffer.fill(rect, with: "·")
          model.fill(rect)
        } else {
          buffer.write(text.joined(), at: Point(column: column, row: row), maxWidth: width)
          model.write(text, column: column, row: row, maxWidth: width)
        }
        #expect(buffer.rows == model.rows, "seed \(seed)")
      }
    }
  }

  @Test("restyling keeps the text, and takes a wide character as one")
  func restyle() {
    var buffer = CellBuffer(size: Size(width: 6, height: 1))
    buffer.write("a漢b", at: Point(column: 0, row: 0), style: .bold)
    buffer.restyle(Rect(column: 0, row: 0, width: 2, height: 1)) { $0.attributes.insert(.reverse) }
    let both: Style.Attributes = [.bold, .reverse]
    #expect(
      (0..<6).map { buffer.style(at: Point(column: $0, row: 0)).attributes } == [both, both, both, .bold, [], []])
    #expect(buffer.rows == ["a漢b  "])
  }

  @Test("differences applied to the old buffer give the new one")
  func differences() {
    for seed in UInt64(0)..<100 {
      var generator = SeededGenerator(seed: seed)
      var old = CellBuffer(size: Size(width: 20, height: 5))
      for _ in 0..<10 { scribble(&old, &generator) }
      var new = old
      for _ in 0..<Int.random(in: 0...4, using: &generator) { scribble(&new, &generator) }
      var result = old
      let runs = new.differences(from: old)
      for run in runs {
        #expect(run.columns.contains { new.cells[run.row * 20 + $0] != old.cells[run.row * 20 + $0] })
        #expect(!new[Point(column: run.columns.lowerBound, row: run.row)].isRightHalf)
        result.apply(run, from: new)
      }
      #expect(result.cells == new.cells, "seed \(seed)")
      #expect(runs.isEmpty == (old.cells == new.cells))
    }
  }

  private func scribble(_ buffer: inout CellBuffer, _ generator: inout SeededGenerator) {
    let text = ["a", "漢字", "bc漢", "é", "漢"].randomElement(using: &generator)!
    let place = Point(column: .random(in: 0..<20, using: &generator), row: .random(in: 0..<5, using: &generator))
    buffer.write(text, at: place, style: [Style.plain, .bold].randomElement(using: &generator)!)
  }

  @Test("differences are runs: a wide character is whole, equal buffers have none, another size is all")
  func runs() {
    var old = CellBuffer(size: Size(width: 10, height: 3))
    old.write("漢字 same", at: Point(column: 0, row: 1))
    var new = old
    #expect(new.differences(from: old) == [])
    new.write("漢", at: Point(column: 2, row: 1))
    new.write("x", at: Point(column: 9, row: 1))
    #expect(new.differences(from: old) == [CellRun(row: 1, columns: 2..<4), CellRun(row: 1, columns: 9..<10)])
    let other = CellBuffer(size: Size(width: 4, height: 2))
    #expect(other.differences(from: old) == [CellRun(row: 0, columns: 0..<4), CellRun(row: 1, columns: 0..<4)])
  }

  @Test("rows that moved are found among others that differ, and moved; the lines that they left are empty")
  func motion() {
    func buffer(_ rows: String) -> CellBuffer {
      var buffer = CellBuffer(size: Size(width: 3, height: rows.count))
      for (row, letter) in rows.enumerated() { buffer.write("\(letter)字", at: Point(column: 0, row: row)) }
      return buffer
    }
    let old = buffer("1abcdefgh2")
    for (rows, motion, moved) in [
      ("1bcdefghi2", RowMotion(rows: 1..<8, lines: 1), ["1", "b", "c", "d", "e", "f", "g", "h", "", "2"]),
      ("1zabcdefg2", RowMotion(rows: 2..<9, lines: -1), ["1", "", "a", "b", "c", "d", "e", "f", "g", "2"]),
      ("3defgh1232", RowMotion(rows: 1..<6, lines: 3), ["1", "d", "e", "f", "g", "h", "", "", "", "2"]),
      // One row changes while the others move.
      ("1bcxefghi2", RowMotion(rows: 1..<8, lines: 1), ["1", "b", "c", "d", "e", "f", "g", "h", "", "2"]),
    ] {
      #expect(buffer(rows).motion(from: old) == motion, "\(rows)")
      var result = old
      result.move(motion)
      #expect(result.trimmedRows == moved.map { $0.isEmpty ? "" : $0 + "字" })
    }
    for rows in ["1abcdefgh2", "1abc3efgh2", "1abdcefgh2", "zyxwvutsrq", "1zyxwfvut2"] {
      #expect(buffer(rows).motion(from: old) == nil, "\(rows)")
    }
    #expect(buffer("1bcde2").motion(from: buffer("1abcd2")) == RowMotion(rows: 1..<4, lines: 1))
    #expect(buffer("1bcd2").motion(from: buffer("1abc2")) == nil)
    // Equal rows are in many places: moving them would cost more than it saves.
    #expect(buffer("____________").motion(from: buffer("a__b__c__d__")) == nil)
    #expect(CellBuffer(size: Size(width: 3, height: 9)).motion(from: old) == nil)
    let empty = CellBuffer(size: Size(width: 0, height: 0))
    #expect(empty.motion(from: empty) == nil)
  }

  @Test("what the cells of a cluster send to a terminal has their width everywhere")
  func portable() {
    var buffer = CellBuffer(size: Size(width: 20, height: 1))
    func scalars(_ text: String) -> [UInt32] {
      buffer.write(text, at: Point(column: 0, row: 0))
      return buffer[Point(column: 0, row: 0)].portableScalars.map(\.value)
    }
    #expect(scalars("e\u{301}") == [0x65, 0x301])
    #expect(scalars("👨‍👩‍👧") == [0x1F468])
    #expect(scalars("👍🏽") == [0x1F44D])
    #expect(scalars("❤️") == [0x2764])
    #expect(scalars("🇩🇪") == [0x1F1E9, 0x1F1EA])
    #expect(scalars("a") == [0x61])
  }

  @Test("a cluster for which there is no place left is shown by one scalar that is as wide")
  func fullTable() {
    var table = ClusterTable(limit: 1)
    #expect(table.content(base: 0x61, followers: [0x301]) == Cell.clusterFlag)
    for cluster in ["e\u{301}", "漢\u{301}", "\u{25CC}\u{301}", "👍🏽", "🇩🇪", "❤️"] {
      let scalars = cluster.unicodeScalars.map(\.value)
      let content = table.content(base: scalars[0], followers: Array(scalars.dropFirst()))
      let lone = String(Unicode.Scalar(content)!)
      #expect(displayWidth(lone) == displayWidth(cluster), "\(cluster)")
    }
    #expect(table.content(base: 0x1F1E9, followers: [0x1F1EA]) == 0x3013)
    #expect(table.content(base: 0x61, followers: [0x301]) == Cell.clusterFlag)
  }
}

/// Rows of strings, one string for each column; `""` is the right half of a wide character.
private struct PlainModel {
  var grid: [[String]]

  init(width: Int, height: Int) {
    grid = Array(repeating: Array(repeating: " ", count: width), count: height)
  }

  var rows: [String] { grid.map { $0.joined() } }

  mutating func put(_ text: String, _ column: Int, _ row: Int) {
    guard grid.indices.contains(row), grid[row].indices.contains(column) else { return }
    if grid[row][column] == "", text != "" { grid[row][column - 1] = " " }
    if column + 1 < grid[row].count, grid[row][column + 1] == "" { grid[row][column + 1] = " " }
    grid[row][column] = text
  }

  mutating func fill(_ rect: Rect) {
    for row in max(0, rect.row)..<max(0, rect.row + rect.height) {
      for column in max(0, rect.column)..<max(0, rect.column + rect.width) { put("·", column, row) }
    }
  }

  mutating func write(_ pieces: [String], column: Int, row: Int, maxWidth: Int) {
    var at = column
    for piece in pieces {
      let wide = ["漢", "👍🏽", "🇩🇪"].contains(piece)
      let shown = piece == "\u{1B}" ? "␛" : piece
      let width = wide ? 2 : 1
      if at + width > column + maxWidth || at + width > grid[0].count { return }
      if !wide {
        put(shown, at, row)
      } else if at == -1 {
        put(" ", 0, row)
      } else {
        put(" ", at, row)
        put(" ", at + 1, row)
        put(shown, at, row)
        if grid.indices.contains(row), grid[row].indices.contains(at + 1) { grid[row][at + 1] = "" }
      }
      at += width
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
