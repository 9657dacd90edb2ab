// CSV and tab-separated values, record by record.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite("records of CSV and TSV")
struct DelimitedSourceTests {
  /// The records of a text; values in quotes, NULL as a dash.
  static func records(_ text: String, _ format: SourceFormat = .csv) throws -> [String] {
    try records(of: SourceForm(format).source(SourceBytes(text)))
  }

  static func records(of source: any RecordSource) throws -> [String] {
    var source = source
    var lines: [String] = []
    while let record = try source.next() {
      let values = zip(record.columns, record.values).map { "\($0)=\($1 == .null ? "-" : "'\($1.shown)'")" }
      lines.append("\(record.line): \(values.joined(separator: " "))")
    }
    return lines
  }

  /// The message of the failure to read a text.
  static func failure(_ text: String, _ format: SourceFormat = .csv) -> String {
    failure { try records(text, format) }
  }

  static func failure(_ body: () throws -> [String]) -> String {
    guard let failure = caught(body) as? LineFailure else { return "no failure" }
    return "\(failure.number): \(failure.error)"
  }

  @Test("quotes, quoted line breaks and commas, a byte order mark, CRLF; an empty value is NULL, in quotes it is text")
  func csv() throws {
    #expect(
      try Self.records("\u{FEFF}a,\"b \"\"c\"\"\"\r\n1,\"x, \"\"y\"\"\r\nz\"\r\n,\"\"\r\n\r\n5\" tall,é") == [
        "2: a='1' b \"c\"='x, \"y\"\r\nz'", "4: a=- b \"c\"=''", "6: a='5\" tall' b \"c\"='é'",
      ])
    // Line feeds alone, and no line feed at the end.
    #expect(try Self.records("a,b\n1,2\n3,4") == ["2: a='1' b='2'", "3: a='3' b='4'"])
    // In a single column an empty line is a value.
    #expect(try Self.records("a\n\n\"\"\nx\n") == ["2: a=-", "3: a=''", "4: a='x'"])
    #expect(try Self.records("a,b\n") == [])
    // A carriage return elsewhere is part of the value.
    #expect(try Self.records("a,b\nx\ry,\"\r\"\r") == ["2: a='x\ry' b='\r'"])
  }

  @Test("tabs between values, escapes, no quotes; another letter stays behind its backslash")
  func tsv() throws {
    #expect(
      try Self.records("a\tb\nx\\ty\\n\\r\\\\n\t\"q\"\r\n\t\\x\n", .tsv)
        == ["2: a='x\ty\n\r\\n' b='\"q\"'", "3: a=- b='\\x'"])
  }

  @Test("what is wrong is told with its line")
  func wrong() throws {
    #expect(Self.failure("") == "1: It is empty: the first line must name the columns.")
    #expect(Self.failure("a,,b\n") == "1: It must name the columns, and one name is empty.")
    #expect(
      Self.failure("a,b\n\"1\n2\",3\n1\n") == "4: It has 1 value, but the first line names 2 columns.")
    #expect(Self.failure("a\n1,2,3\n") == "2: It has 3 values, but the first line names 1 column.")
    #expect(Self.failure("a,b\n1,2\n3,\"4\n5,6\n") == "3: A quoted value has no end.")
    #expect(
      Self.failure("a\n\"1\"2\n") == "2: Text follows a closing quote; inside quotes, write a quote twice.")
    let bytes = Array("a\nx\n".utf8) + [0xFF, 0x0A]
    var rest = bytes[...]
    let source = DelimitedSource(
      SourceBytes { buffer in
        defer { rest = [] }
        buffer.copyBytes(from: rest)
        return rest.count
      }, DelimitedSigns())
    let notUTF8 = Self.failure { try Self.records(of: source) }
    #expect(notUTF8 == "3: It is not UTF-8: say which encoding it has.")
  }

  @Test("a source that comes in pieces of any size gives the records that it gives as a whole, and the same failures")
  func pieces() throws {
    var generator = SeededGenerator(seed: 7)
    let parts = [
      "a", "é", "😀", "\"", "\"\"", ",", "\r\n", "\n", "\r", "\t", "\\", "\\n", "{\"a\":1}", "[", "]", "{", "}",
      "\"b\":",
      "\"\\ud83d\\ude00\"", "1e5", "-0.0", "null", "true", " ", "x'00'", "\u{FEFF}",
    ]
    for _ in 0..<600 {
      let format = SourceFormat.allCases.randomElement(using: &generator)!
      var text = ["", "\u{FEFF}"].randomElement(using: &generator)!
      text += ["a,b\n", "a\tb\n", "[{\"a\":1},", "{\"a\":[1,\"\\u0041\"],\"b\":null}\n"]
        .randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 0..<12, using: &generator) { text += parts.randomElement(using: &generator)! }
      let whole = Self.outcome(text, format, pieces: .max)
      for size in [1, 2, 3, 7] {
        #expect(Self.outcome(text, format, pieces: size) == whole, "\(text) in pieces of \(size)")
      }
    }
  }

  /// The records before the failure, and the failure.
  private static func outcome(_ text: String, _ format: SourceFormat, pieces size: Int) -> [String] {
    var rest = Array(text.utf8)[...]
    var source = SourceForm(format).source(
      SourceBytes { buffer in
        let count = min(buffer.count, rest.count, size)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      })
    var lines: [String] = []
    do {
      while let record = try source.next() { lines.append("\(record)") }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }
}
