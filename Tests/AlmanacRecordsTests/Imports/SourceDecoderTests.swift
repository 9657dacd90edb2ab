// Sources in other encodings, with other signs.
import Databases
import Foundation
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct SourceDecoderTests {
  /// The decoded bytes as text, from a source that comes in pieces; the failure behind them, if there is one.
  private static func decoded(_ bytes: [UInt8], _ encoding: SourceEncoding, pieces size: Int = .max) -> String {
    var rest = bytes[...]
    let decoder = SourceDecoder(encoding) { buffer in
      let count = min(buffer.count, rest.count, size)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
    var found: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 7, alignment: 1)
    defer { piece.deallocate() }
    do {
      while case let count = try decoder.read(into: piece), count > 0 { found += piece[..<count] }
      #expect(decoder.count == bytes.count)
      return String(decoding: found, as: UTF8.self)
    } catch let failure as LineFailure {
      return String(decoding: found, as: UTF8.self) + "[\(failure.number): \(failure.error)]"
    } catch {
      return "\(error)"
    }
  }

  @Test("CIT-07: UTF-16 in both orders, Latin-1 and Windows-1252, in pieces of any size, as Foundation decodes them")
  func encodings() throws {
    let text = "Größe;€ 5\nnaïve 😀\n\u{7FF}\u{800}\u{FFFF}\n"
    for (encoding, other) in [
      (SourceEncoding.utf16le, String.Encoding.utf16LittleEndian), (.utf16be, .utf16BigEndian), (.utf8, .utf8),
    ] {
      let bytes = Array(try #require(text.data(using: other)))
      for size in [1, 2, 3, 5, .max] { #expect(Self.decoded(bytes, encoding, pieces: size) == text) }
    }
    let all = (0...255).map { UInt8($0) }
    #expect(Self.decoded(all, .latin1) == String(data: Data(all), encoding: .isoLatin1))
    let defined = all.filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
    #expect(Self.decoded(defined, .windows1252, pieces: 3) == String(data: Data(defined), encoding: .windowsCP1252))
  }

  @Test(
    "CIT-07: a byte order mark says more than the option; without one the first character tells the order of UTF-16")
  func marks() {
    let little: [UInt8] = [0x61, 0, 0x0A, 0]
    let big: [UInt8] = [0, 0x61, 0, 0x0A]
    for encoding in SourceEncoding.allCases {
      #expect(Self.decoded([0xFF, 0xFE] + little, encoding) == "a\n")
      #expect(Self.decoded([0xFE, 0xFF] + big, encoding, pieces: 1) == "a\n")
      #expect(Self.decoded([0xEF, 0xBB, 0xBF, 0x61, 0x0A], encoding, pieces: 1) == "\u{FEFF}a\n")
    }
    #expect(Self.decoded(little, .utf16) == "a\n")
    #expect(Self.decoded(big, .utf16) == "a\n")
    #expect(Self.decoded([], .utf16) == "")
  }

  @Test("CIT-07: bytes that are no character are told with their line, after what is before them")
  func wrong() {
    let half = "[2: It is not UTF-16: half of a character is missing.]"
    #expect(Self.decoded([0x61, 0, 0x0A, 0, 0x00, 0xDC, 0x62, 0], .utf16le) == "a\n" + half)
    #expect(Self.decoded([0x61, 0, 0x0A, 0, 0x3D, 0xD8, 0x62, 0], .utf16le, pieces: 1) == "a\n" + half)
    #expect(Self.decoded([0x61, 0, 0x0A, 0, 0x3D, 0xD8], .utf16le) == "a\n" + half)
    #expect(Self.decoded([0x61, 0, 0x0A], .utf16le) == "a[1: It is not UTF-16: its last byte is half of a pair.]")
    #expect(
      Self.decoded([0x61, 0x0A, 0x0A, 0x80, 0x81], .windows1252, pieces: 2)
        == "a\n\n€[3: It is not Windows-1252: there is no character 81.]")
  }

  @Test("CIT-07: other signs of CSV, of several bytes too; no quotes; a doubled quote")
  func signs() throws {
    func records(_ text: String, _ delimiter: String?, _ quote: String?) throws -> [String] {
      let form = SourceForm(.csv, try DelimitedSigns(delimiter: delimiter, quote: quote))
      return try DelimitedSourceTests.records(of: form.source(SourceBytes(text)))
    }
    #expect(try records("a;b\n1,5;\"x;\"\"y\"\"\"\n;\"\"\n", ";", nil) == ["2: a='1,5' b='x;\"y\"'", "3: a=- b=''"])
    #expect(try records("a\tb\n\"1\t2\"\t3\n", "tab", nil) == ["2: a='1\t2' b='3'"])
    #expect(try records("a|b\n'1|2'|it's\n''''|\n", "|", "'") == ["2: a='1|2' b='it's'", "3: a=''' b=-"])
    #expect(try records("a,b\n\"1\",2\"\n", nil, "none") == ["2: a='\"1\"' b='2\"'"])
    #expect(try records("é§b\n\"1§2\"§x\nà§«\n", "§", nil) == ["2: é='1§2' b='x'", "3: é='à' b='«'"])
    #expect(
      DelimitedSourceTests.failure { try records("a§b\n\"1\"Â§2\n", "§", nil) }
        == "2: Text follows a closing quote; inside quotes, write a quote twice.")
    for (delimiter, quote, sentence) in [
      (";;", nil, "The delimiter must be one character, not ';;'."), ("\n", nil, "The delimiter can't be a line end."),
      (nil, "«", "The quote is no sign of ASCII."), ("'", "'", "The delimiter and the quote are the same sign."),
      ("", nil, "The delimiter must be one character, not ''."),
    ] as [(String?, String?, String)] {
      #expect(throws: SourceProblem(description: sentence)) { try DelimitedSigns(delimiter: delimiter, quote: quote) }
    }
  }
}
