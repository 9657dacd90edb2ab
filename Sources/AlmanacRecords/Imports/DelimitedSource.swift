// Reads records from CSV and from tab-separated values.
import Databases

/// Reads the output of `export --csv` and `--tsv`, and CSV with other signs. The first line names the columns. An empty
/// value is NULL; with quotes it is an empty text.
struct DelimitedSource: RecordSource {
  private enum Ending { case value, record }

  private let bytes: SourceBytes
  private let isCSV: Bool
  /// The bytes of the sign between values; the last one, which is looked for, apart.
  private let delimiterStart: [UInt8]
  private let delimiterEnd: UInt8
  private let quote: UInt8?
  /// Whether a name of a column may be empty.
  private let takesEmptyNames: Bool
  private(set) var headings: [String] = []
  /// The bytes of the present value.
  private var field: [UInt8] = []
  private var isQuoted = false
  private var isASCII = true

  /// Makes a source of CSV with these signs; nil means tab-separated values.
  init(_ bytes: SourceBytes, _ signs: DelimitedSigns?, takesEmptyNames: Bool = false) {
    (self.bytes, isCSV, self.takesEmptyNames) = (bytes, signs != nil, takesEmptyNames)
    let delimiter = Array(String(signs?.delimiter ?? "\t").utf8)
    (delimiterStart, delimiterEnd) = (delimiter.dropLast(), delimiter[delimiter.count - 1])
    quote = signs?.quote.map { UInt8(ascii: $0) }
  }

  var mayMeanEmptyText: Bool { true }

  mutating func next() throws -> SourceRecord? {
    try readHeadings()
    while true {
      let line = bytes.line
      guard let values = try values() else { return nil }
      // An empty line is skipped, but in a single column it is a value.
      if values == [.null], headings.count > 1 { continue }
      try requireCount(values.count, line)
      return SourceRecord(line: line, columnsLine: 1, columns: headings, values: values)
    }
  }

  /// Reads the first line, unless it was read.
  mutating func readHeadings() throws {
    guard headings.isEmpty else { return }
    guard let values = try values() else { throw failure(1, "It is empty: the first line must name the columns.") }
    headings = try values.map { value in
      guard let name = value.string ?? (takesEmptyNames ? "" : nil) else {
        throw failure(1, "It must name the columns, and one name is empty.")
      }
      return name
    }
  }

  /// Reads the next record without making one: passes each value with its place to `body`. Returns false at the end.
  mutating func skim(_ body: (_ place: Int, _ value: UnsafeBufferPointer<UInt8>) -> Void) throws -> Bool {
    try readHeadings()
    while try bytes.peek() != nil {
      let line = bytes.line
      var count = 0
      var isEmptyLine = true
      while true {
        let ending = try readInto()
        if !field.isEmpty || isQuoted {
          isEmptyLine = false
          field.withUnsafeBufferPointer { body(count, $0) }
        }
        count += 1
        if ending == .record { break }
      }
      if isEmptyLine, count == 1, headings.count > 1 { continue }
      try requireCount(count, line)
      return true
    }
    return false
  }

  private func requireCount(_ count: Int, _ line: Int) throws {
    if count == headings.count { return }
    let (found, named) = (count.counted("value"), headings.count.counted("column"))
    throw failure(line, "It has \(found), but the first line names \(named).")
  }

  /// The values up to the end of the record; nil at the end of the source.
  private mutating func values() throws -> [ExactValue]? {
    guard try bytes.peek() != nil else { return nil }
    var values: [ExactValue] = []
    values.reserveCapacity(headings.count)
    while true {
      let line = bytes.line
      let ending = try readInto()
      values.append(try value(line))
      if ending == .record { return values }
    }
  }

  private func value(_ line: Int) throws -> ExactValue {
    if field.isEmpty { return isQuoted ? .text([]) : .null }
    if !isASCII, String(validating: field, as: UTF8.self) == nil {
      throw failure(line, "It is not UTF-8: say which encoding it has.")
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

  /// Whether the byte just taken ends the delimiter. Then the field loses the beginning of it.
  @inline(__always)
  private mutating func endsDelimiter(_ byte: UInt8) -> Bool {
    guard byte == delimiterEnd else { return false }
    if delimiterStart.isEmpty { return true }
    // No character has the bytes of another one inside.
    guard field.count >= delimiterStart.count, field.suffix(delimiterStart.count) == delimiterStart[...] else {
      return false
    }
    field.removeLast(delimiterStart.count)
    isASCII = field.allSatisfy { $0 < 0x80 }
    return true
  }

  /// Reads the next value into `field`.
  private mutating func readInto() throws -> Ending { isCSV ? try readValue() : try readTabbedValue() }

  private mutating func readValue() throws -> Ending {
    begin()
    let line = bytes.line
    if let quote, try bytes.take(quote) {
      isQuoted = true
      while true {
        guard let byte = try bytes.take() else { throw failure(line, "A quoted value has no end.") }
        if byte == quote, try !bytes.take(quote) { break }
        try append(byte)
      }
      let line = bytes.line
      guard var byte = try bytes.take() else { return .record }
      if try endsRecord(byte) { return .record }
      var isDelimiter = true
      for expected in delimiterStart where isDelimiter {
        isDelimiter = byte == expected
        byte = try bytes.take() ?? 0
      }
      if isDelimiter, byte == delimiterEnd { return .value }
      throw failure(line, "Text follows a closing quote; inside quotes, write a quote twice.")
    }
    while let byte = try bytes.take() {
      if endsDelimiter(byte) { return .value }
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
