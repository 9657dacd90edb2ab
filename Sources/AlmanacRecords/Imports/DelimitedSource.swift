// Reads records from CSV and from tab-separated values.
import Databases

/// Reads the output of `export --csv` and `--tsv`. The first line names the columns. An empty value is NULL; with
/// quotes it is an empty text.
struct DelimitedSource: RecordSource {
  private enum Ending { case value, record }

  private let bytes: SourceBytes
  private let isCSV: Bool
  private(set) var headings: [String] = []
  /// The bytes of the present value.
  private var field: [UInt8] = []
  private var isQuoted = false
  private var isASCII = true

  init(_ bytes: SourceBytes, isCSV: Bool) { (self.bytes, self.isCSV) = (bytes, isCSV) }

  var mayMeanEmptyText: Bool { true }

  mutating func next() throws -> SourceRecord? {
    if headings.isEmpty { try readColumns() }
    while true {
      let line = bytes.line
      guard let values = try values() else { return nil }
      // An empty line is skipped, but in a single column it is a value.
      if values == [.null], headings.count > 1 { continue }
      guard values.count == headings.count else {
        let (found, named) = (values.count.counted("value"), headings.count.counted("column"))
        throw failure(line, "It has \(found), but the first line names \(named).")
      }
      return SourceRecord(line: line, columnsLine: 1, columns: headings, values: values)
    }
  }

  private mutating func readColumns() throws {
    guard let values = try values() else { throw failure(1, "It is empty: the first line must name the columns.") }
    headings = try values.map { value in
      guard let name = value.string else { throw failure(1, "It must name the columns, and one name is empty.") }
      return name
    }
  }

  /// The values up to the end of the record; nil at the end of the source.
  private mutating func values() throws -> [ExactValue]? {
    guard try bytes.peek() != nil else { return nil }
    var values: [ExactValue] = []
    values.reserveCapacity(headings.count)
    while true {
      let line = bytes.line
      let ending = isCSV ? try readValue() : try readTabbedValue()
      values.append(try value(line))
      if ending == .record { return values }
    }
  }

  private func value(_ line: Int) throws -> ExactValue {
    if field.isEmpty { return isQuoted ? .text([]) : .null }
    if !isASCII, String(validating: field, as: UTF8.self) == nil {
      throw LineFailure(number: line, error: SourceProblem.notUTF8)
    }
    return .text(Array(field))
  }

  private func failure(_ line: Int, _ sentence: String) -> LineFailure {
    LineFailure(number: line, error: SourceProblem(description: sentence))
  }

  private mutating func begin() {
    field.removeAll(keepingCapacity: true)
    (isQuoted, isASCII) = (false, true)
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) throws {
    if byte >= 0x80 { isASCII = false }
    guard field.count < SourceProblem.longestValue else {
      throw LineFailure(number: bytes.line, error: SourceProblem.tooLong)
    }
    field.append(byte)
  }

  /// Whether the byte just taken ends a record: a line feed, or a carriage return before a line feed or the end of the
  /// source. That line feed is taken too.
  @inline(__always)
  private func endsRecord(_ byte: UInt8) throws -> Bool {
    if byte == UInt8(ascii: "\n") { return true }
    guard byte == UInt8(ascii: "\r") else { return false }
    return try bytes.peek() == nil || bytes.take(UInt8(ascii: "\n"))
  }

  private mutating func readValue() throws -> Ending {
    begin()
    let line = bytes.line
    if try bytes.take(UInt8(ascii: "\"")) {
      isQuoted = true
      while true {
        guard let byte = try bytes.take() else { throw failure(line, "A quoted value has no end.") }
        if byte == UInt8(ascii: "\""), try !bytes.take(UInt8(ascii: "\"")) { break }
        try append(byte)
      }
      let line = bytes.line
      guard let byte = try bytes.take() else { return .record }
      if byte == UInt8(ascii: ",") { return .value }
      if try endsRecord(byte) { return .record }
      throw failure(line, "Text follows a closing quote; inside quotes, write a quote twice.")
    }
    while let byte = try bytes.take() {
      if byte == UInt8(ascii: ",") { return .value }
      if try endsRecord(byte) { return .record }
      try append(byte)
    }
    return .record
  }

  private mutating func readTabbedValue() throws -> Ending {
    begin()
    while let byte = try bytes.take() {
      if byte == UInt8(ascii: "\t") { return .value }
      if try endsRecord(byte) { return .record }
      try append(byte == UInt8(ascii: "\\") ? try escaped() : byte)
    }
    return .record
  }

  /// The byte of an escape, after its backslash was taken. If the next byte makes no escape, the backslash itself.
  private func escaped() throws -> UInt8 {
    let meanings: [(letter: UInt8, byte: UInt8)] = [
      (UInt8(ascii: "t"), 9), (UInt8(ascii: "n"), 10), (UInt8(ascii: "r"), 13), (UInt8(ascii: "\\"), 92),
    ]
    for (letter, byte) in meanings where try bytes.take(letter) { return byte }
    return UInt8(ascii: "\\")
  }
}
