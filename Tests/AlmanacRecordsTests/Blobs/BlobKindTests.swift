// The kind of a blob by its bytes: for each kind its literal bytes, cut bytes, and bytes that another program has
// damaged.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct BlobKindTests {
  /// Bytes in hexadecimal digits with spaces between; text in single quotes is ASCII.
  private static func bytes(_ text: String) -> [UInt8] {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { place, part -> [UInt8] in
      if !place.isMultiple(of: 2) { return Array(part.utf8) }
      let digits = part.filter { $0 != " " && $0 != "\n" }
      return stride(from: 0, to: digits.count, by: 2).map { offset in
        UInt8(digits.dropFirst(offset).prefix(2), radix: 16)!
      }
    }
  }

  private static let pictures: [(String, String)] = [
    ("89 'PNG' 0d0a1a0a 0000000d 'IHDR' 00000280 000001e0 08020000 00", "PNG, 640x480"),
    ("ffd8 ffe0 0010 'JFIF' 00 0101 00 0001 0001 0000 ffc0 0011 08 01e0 0280 03", "JPEG, 640x480"),
    ("'GIF89a' 8002 e001 00", "GIF, 640x480"),
    ("'RIFF' 1a000000 'WEBPVP8X' 0a000000 00000000 7f0200 df0100", "WebP, 640x480"),
    ("'RIFF' 1a000000 'WEBPVP8L' 0a000000 2f 7fc27700 00", "WebP, 640x480"),
    ("'RIFF' 1a000000 'WEBPVP8 ' 0a000000 000000 9d012a 8002 e001", "WebP, 640x480"),
    ("'BM' 36000000 00000000 36000000 28000000 80020000 e0010000", "BMP, 640x480"),
    ("'BM' 36000000 00000000 36000000 28000000 80020000 20feffff", "BMP, 640x480"),
    ("0000 0100 0100 2020 0000 0100 2000 04000000 16000000 00000000", "ICO, 32x32"),
    ("'II' 2a00 08000000 0200 0001 0300 01000000 80020000 0101 0400 01000000 e0010000", "TIFF, 640x480"),
    ("'MM' 002a 00000008 0002 0100 0003 00000001 02800000 0101 0003 00000001 01e00000", "TIFF, 640x480"),
    ("00000018 'ftypheic' 00000000 'mif1heic' 00000014 'ispe' 00000000 00000280 000001e0", "HEIC, 640x480"),
    ("0000001c 'ftypmif1' 00000000 'mif1avifmiaf' 'ispe' 00000000 00000280 000001e0", "AVIF, 640x480"),
    ("00000018 'ftypavif' 00000000 'avifmif1'", "AVIF"),
  ]

  private static let others: [(String, String)] = [
    ("00000018 'ftypisom' 00000200 'isomiso2'", "MP4"), ("'ID3' 0400 00000000 0000", "MP3"),
    ("fffb9000" + String(repeating: "00", count: 413) + "fffb9000", "MP3"),
    ("'OggS' 00 02", "Ogg"), ("1f8b08 00", "gzip"), ("789c4b4c4a0600024d0127", "zlib"), ("28b52ffd 0403", "zstd"),
    ("'BZh9' 314159265359 00", "bzip2"), ("fd377a585a00 00", "xz"), ("504b0304", "ZIP"),
    (
      "'bplist00' d10102 5161 1001 080b0d 000000000000 0101 0000000000000003 0000000000000000 000000000000000f",
      "binary plist, 3 objects"
    ),
    ("040b 'streamtyped' 81e803", "typedstream"), ("'wOF2' 00010000 00", "WOFF2"), ("'%PDF-1.7'", "PDF"),
    ("'SQLite format 3' 00", "SQLite"),
    (
      "'GP' 00 01 e6100000 01 01000000 0000000000001e40 0000000000804940",
      "GeoPackage geometry, Point, 7.5 51, SRS 4326"
    ),
    (
      "'GP' 00 03 e6100000 0000000000001e40 0000000000002040 0000000000804940 0000000000004a40 01 02000000 00000000",
      "GeoPackage geometry, LineString, 7.5 51 to 8 52, SRS 4326"
    ),
    ("'GP' 00 11 00000000 01 01000000 000000000000f87f 000000000000f87f", "GeoPackage geometry, Point empty"),
    ("01 01000000 0000000000001e40 0000000000804940", "WKB, Point, 7.5 51"),
    ("00 00000001 401e000000000000 4049800000000000", "WKB, Point, 7.5 51"),
    ("01 e9030000 0000000000001e40 0000000000804940 0000000000000000", "WKB, Point Z, 7.5 51"),
    ("01 01000020 e6100000 0000000000001e40 0000000000804940", "WKB, Point, 7.5 51, SRS 4326"),
    (
      "01 03000000 01000000 02000000 0000000000001e40 0000000000804940 0000000000002040 0000000000004a40",
      "WKB, Polygon, 7.5 51 to 8 52"
    ),
    (
      "01 07000000 02000000 01 01000000 0000000000001e40 0000000000804940 01 01000000 0000000000002040 0000000000004a40",
      "WKB, GeometryCollection, 7.5 51 to 8 52"
    ),
    (
      "00 01 e6100000 0000000000001e40 0000000000804940 0000000000001e40 0000000000804940 7c 01000000"
        + "0000000000001e40 0000000000804940 fe", "SpatiaLite geometry, Point, 7.5 51, SRS 4326"
    ),
    ("'hi'", "UTF-8 text"), ("'{\"a\": [1]}'", "JSON"), ("5b 5d", "JSON"), ("'{no'", "UTF-8 text"),
    ("82 a7 'compact' c3 a6 'schema' 00", "looks like MessagePack"),
    ("93 a3 'one' 02 cb 3ff0000000000000", "looks like MessagePack"),
    ("08 9601 12 07 'testing'", "looks like protobuf"), ("08 01 10 9601 1d 00000000", "looks like protobuf"),
  ]

  private static let samples = pictures + others

  @Test("REAL-24: the bytes of a blob tell its kind and what is cheap to know", arguments: samples)
  func kind(_ text: String, _ title: String) {
    let bytes = Self.bytes(text)
    #expect(ValueKind(bytes, count: bytes.count).title == title)
  }

  @Test(
    "REAL-24: bytes that only begin like a kind are none",
    arguments: [
      ("00", "blob"), ("789c", "blob"), ("78 da", "blob"), ("'BM' 01", "blob"), ("'BMW'", "UTF-8 text"),
      ("'ID3 tags'", "UTF-8 text"), ("'BZh9 is old'", "UTF-8 text"), ("'x^2 + y^2 = 1'", "UTF-8 text"),
      ("'GP'", "UTF-8 text"), ("'RIFF'", "UTF-8 text"), ("'wOF2 font'", "UTF-8 text"),
      ("01 01000000 0000000000001e40 00000000008049", "blob"),
      ("01 01000000 0000000000001e40 0000000000804940 00", "blob"),
      ("01 63000000 0000000000001e40 0000000000804940", "blob"), ("01 03000000 ffffffff", "blob"),
      ("82 a7 'compact'", "blob"), ("82 c3 c3 c3 c3 c3 c3", "blob"), ("12 7f 'testing'", "blob"),
      ("12 07 'testing' 08 9601", "blob"), ("08 9601", "blob"), ("0b 00 00 00 00", "blob"),
      ("00000100 0000", "blob"), ("fffb9000 0000", "blob"),
      ("f81d4fae 7dec41d0 a76500a0 c91e6bf6", "blob"),
    ])
  func otherwise(_ text: String, _ title: String) {
    let bytes = Self.bytes(text)
    #expect(ValueKind(bytes, count: bytes.count).title == title)
  }

  @Test("REAL-24: any beginning of any kind, with any byte spoiled, whole or cut, is read within its bounds")
  func hostile() {
    var kinds = 0
    for (text, _) in Self.samples {
      let sample = Array(Self.bytes(text).prefix(96))
      for length in 0...sample.count {
        for count in [length, length + 1, 1 << 20, 1 << 40] {
          kinds += ValueKind(Array(sample[..<length]), count: count).name.isEmpty ? 0 : 1
        }
      }
      for place in sample.indices {
        for byte in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
          var spoiled = sample
          spoiled[place] = byte
          kinds += ValueKind(spoiled, count: spoiled.count).name.isEmpty ? 0 : 1
          kinds += ValueKind(spoiled, count: 1 << 40).name.isEmpty ? 0 : 1
        }
      }
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 1...64, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      kinds += ValueKind(bytes, count: bytes.count).name.isEmpty ? 0 : 1
    }
    #expect(kinds > 0)
  }

  @Test("REAL-24: a picture of more than all numbers, and a geometry of more points than bytes, are no trap")
  func huge() {
    let picture = Self.bytes("00000018 'ftypheic' 00000000 'mif1heic' 00000014 'ispe' 00000000 ffffffff ffffffff")
    #expect(ValueKind(picture, count: picture.count).title == "HEIC, 4294967295x4294967295")
    let line = Self.bytes("01 02000000 ffffffff 0000000000001e40")
    #expect(ValueKind(line, count: line.count).title == "blob")
    #expect(ValueKind(line, count: 1 << 40).title == "WKB, LineString")
  }

  @Test("REAL-24: random bytes are hardly ever taken for a message")
  func random() {
    var random = SeededGenerator(seed: 11)
    let guesses = (0..<2000).count { _ in
      let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      return ValueKind(bytes, count: 32) != .unknown
    }
    #expect(guesses < 20)
  }

  // MARK: Columns

  private static func vector(_ numbers: [Float]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt32($0 * 8)) } }
  }

  @Test("REAL-24: a column of UUIDs or vectors is one by its name or by its sample, and shows them in the list")
  func columns() {
    let uuid = Self.bytes("f81d4fae 7dec41d0 a76500a0 c91e6bf6")
    func verdict(_ name: String, _ values: [[UInt8]]) -> ColumnVerdict {
      ColumnTally(
        ColumnHints(name, type: ""), values.map { Excerpt.blob(Array($0.prefix(100)), count: $0.count) }
      ).verdict
    }
    #expect(verdict("guid", [uuid]) == .decided(.uuid))
    #expect(verdict("device_uuid", [Array(repeating: 0xFF, count: 16)]) == .decided(.uuid))
    #expect(verdict("id", [uuid, uuid, uuid]) == .decided(.uuid))
    #expect(verdict("id", [uuid, uuid]) == .decided(nil))
    #expect(verdict("guid", [uuid, [1]]) == .decided(nil))
    #expect(verdict("md5", Array(repeating: Array(repeating: 0xFF, count: 16), count: 5)) == .decided(nil))
    let short = Self.vector([1, 0.5, -0.25, 2])
    let long = Self.vector((1...64).map { Float($0) / 64 })
    #expect(verdict("embedding", [short, short]) == .decided(.vector))
    #expect(verdict("data", [short, short]) == .decided(nil))
    #expect(verdict("data", [long, long]) == .decided(.vector))
    #expect(verdict("data", [long, short]) == .decided(nil))
    #expect(
      ValueMeaning.uuid.text(of: .blob(uuid, count: 16), in: .utc) == "f81d4fae-7dec-41d0-a765-00a0c91e6bf6")
    #expect(ValueMeaning.uuid.text(of: .blob([1], count: 1), in: .utc) == nil)
    #expect(ValueMeaning.vector.text(of: .blob(short, count: 16), in: .utc) == "float32 vector, 4 dimensions, 16 bytes")
    #expect(ValueKind(long, count: 256).title == "float32 vector, 64 dimensions")
    #expect(ValueKind(Array(repeating: 0, count: 512), count: 512).title == "blob")
    #expect(ValueKind(Self.vector(Array(repeating: .nan, count: 64)), count: 256).title == "blob")
    #expect(ValueKind(uuid, count: 16, meaning: .uuid).title == "UUID, f81d4fae-7dec-41d0-a765-00a0c91e6bf6")
  }
}
