// The text of a terminal's screen, computed from the bytes that a program with ncurses writes; styles are ignored.

/// A terminal of the kind `xterm-256color`, for text only.
public struct ScreenText {
  private let width: Int
  private let height: Int
  private var cells: [[Unicode.Scalar]]
  private var (row, column) = (0, 0)
  /// The place that the program has saved.
  private var saved = (row: 0, column: 0)
  private var region: ClosedRange<Int>
  private var last: Unicode.Scalar = " "
  /// The bytes of an incomplete sequence.
  private var pending: [UInt8] = []

  /// Makes an empty screen of the given size.
  public init(width: Int = 200, height: Int = 50) {
    (self.width, self.height) = (width, height)
    cells = Array(repeating: Array(repeating: " ", count: width), count: height)
    region = 0...height - 1
  }

  /// A row's text.
  public func line(_ row: Int) -> String {
    String(String.UnicodeScalarView(cells[row]))
  }

  /// All rows, without trailing spaces.
  public var text: String {
    (0..<height).map { row in
      var line = Substring(line(row))
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// Whether a row contains a text.
  public func shows(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    return cells.contains { row in
      guard row.count >= wanted.count else { return false }
      return (0...row.count - wanted.count).contains { start in
        row[start] == wanted[0] && row[start..<start + wanted.count].elementsEqual(wanted)
      }
    }
  }

  /// Takes the output of a program.
  public mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if isWhole {
        let sequence = pending
        pending.removeAll(keepingCapacity: true)
        perform(sequence)
      }
    }
  }

  private var isWhole: Bool {
    let (first, last) = (pending[0], pending[pending.count - 1])
    if first != 0x1B {
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return pending.count >= length
    }
    guard pending.count > 1 else { return false }
    switch pending[1] {
    case UInt8(ascii: "["): return pending.count > 2 && (0x40...0x7E).contains(last)
    case UInt8(ascii: "]"), UInt8(ascii: "P"): return last == 7 || pending.suffix(2) == [0x1B, 0x5C]
    case UInt8(ascii: "("), UInt8(ascii: ")"): return pending.count > 2
    default: return true
    }
  }

  private mutating func perform(_ sequence: [UInt8]) {
    if sequence[0] == 0x1B {
      switch sequence[1] {
      case UInt8(ascii: "["): performControl(sequence)
      case UInt8(ascii: "M"): if row == region.lowerBound { scroll(-1) } else { row = max(0, row - 1) }
      case UInt8(ascii: "7"): saved = (row, column)
      case UInt8(ascii: "8"): (row, column) = saved
      default: break
      }
      return
    }
    switch sequence[0] {
    case 8: column = max(0, column - 1)
    case 9: column = min(width - 1, column / 8 * 8 + 8)
    case 10: if row == region.upperBound { scroll(1) } else { row = min(height - 1, row + 1) }
    case 13: column = 0
    case 0..<32: break
    default: put(String(decoding: sequence, as: UTF8.self).unicodeScalars.first ?? " ")
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    cells[row][min(column, width - 1)] = scalar
    last = scalar
    column = min(width, column + 1)
  }

  private mutating func performControl(_ sequence: [UInt8]) {
    let body = String(decoding: sequence[2..<sequence.count - 1], as: UTF8.self)
    guard body.first.map({ $0.isNumber || $0 == ";" }) ?? true else { return }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    let second = max(1, numbers.count > 1 ? numbers[1] : 1)
    switch Character(Unicode.Scalar(sequence[sequence.count - 1])) {
    case "A": row = max(0, row - count)
    case "B": row = min(height - 1, row + count)
    case "C": column = min(width - 1, column + count)
    case "D": column = max(0, min(column, width - 1) - count)
    case "G": column = min(width, count) - 1
    case "d": row = min(height, count) - 1
    case "H": (row, column) = (min(height, count) - 1, min(width, second) - 1)
    case "J":
      erase(rows: numbers.first == 2 ? 0..<height : row + 1..<height, within: numbers.first == 2 ? nil : column..<width)
    case "K": erase(rows: 0..<0, within: numbers.first == 1 ? 0..<column + 1 : column..<width)
    case "X": erase(rows: 0..<0, within: column..<min(width, column + count))
    case "P":
      cells[row].removeSubrange(column..<min(width, column + count))
      cells[row] += Array(repeating: " ", count: width - cells[row].count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
      cells[row].removeLast(count)
    case "L": if row <= region.upperBound { scroll(-count, in: row...region.upperBound) }
    case "M": if row <= region.upperBound { scroll(count, in: row...region.upperBound) }
    case "S": scroll(count)
    case "T": scroll(-count)
    case "b": for _ in 0..<count { put(last) }
    case "r":
      // A program that has not noticed a smaller size yet uses rows that do not exist.
      let end = min(numbers.count > 1 ? second : height, height) - 1
      region = min(count - 1, end)...end
      (row, column) = (0, 0)
    default: break
    }
  }

  /// Clears whole rows, and some columns of the current one.
  private mutating func erase(rows: Range<Int>, within columns: Range<Int>?) {
    for row in rows { cells[row] = Array(repeating: " ", count: width) }
    if let columns { for column in columns where column < width { cells[row][column] = " " } }
  }

  /// Moves the rows of the region, or of a part of it, up; down if `count` is negative.
  private mutating func scroll(_ count: Int, in rows: ClosedRange<Int>? = nil) {
    let rows = rows ?? region
    let blank = Array(repeating: Unicode.Scalar(" "), count: width)
    for _ in 0..<min(abs(count), rows.count) {
      if count > 0 {
        cells.remove(at: rows.lowerBound)
        cells.insert(blank, at: rows.upperBound)
      } else {
        cells.remove(at: rows.upperBound)
        cells.insert(blank, at: rows.lowerBound)
      }
    }
  }
}
