// Values that are exact to the byte, in files of each encoding.

import Testing

@testable import Databases

@Suite struct ExactValueTests {
  /// The bound value, the value that is read, and the bytes in the file.
  struct Case: Sendable, CustomTestStringConvertible {
    let encoding: String
    let value: ExactValue
    let bytes: String

    init(_ encoding: String, _ value: ExactValue, _ bytes: String) {
      (self.encoding, self.value, self.bytes) = (encoding, value, bytes)
    }

    var testDescription: String { "\(encoding) \(bytes)" }
  }

  static let cases = [
    Case("UTF-8", .text("Eve"), "457665"),
    Case("UTF-8", .text([0x61, 0xFF, 0x00, 0xE9, 0x63]), "61FF00E963"),
    Case("UTF-8", .text([]), ""),
    Case("UTF-8", .text("\u{FEFF}\u{FFFE}"), "EFBBBFEFBFBE"),
    Case("UTF-16le", .text("Eve"), "450076006500"),
    Case("UTF-16le", .text("a\u{0}😀"), "610000003DD800DE"),
    Case("UTF-16le", .text("\u{FEFF}a"), "FFFE6100"),
    Case("UTF-16le", .text([]), ""),
    Case("UTF-16le", .utf16([0x00, 0xD8, 0x61, 0x00], isBigEndian: false), "00D86100"),
    Case("UTF-16le", .utf16([0x61, 0x00, 0x62], isBigEndian: false), "610062"),
    Case("UTF-16le", .utf16([0xFF, 0xFE, 0xFE, 0xFF], isBigEndian: false), "FFFEFEFF"),
    Case("UTF-16be", .text("Eve"), "004500760065"),
    Case("UTF-16be", .text("\u{FEFF}a"), "FEFF0061"),
    Case("UTF-16be", .utf16([0xD8, 0x00, 0x00, 0x61], isBigEndian: true), "D8000061"),
    Case("UTF-16be", .utf16([0x00, 0x61, 0x62], isBigEndian: true), "006162"),
    Case("UTF-16be", .utf16([0xFF, 0xFF], isBigEndian: true), "FFFF"),
    Case("UTF-16be", .blob([0xFE, 0xFF, 0x00]), "FEFF00"),
    Case("UTF-16be", .integer(-7), "002D0037"),
    Case("UTF-8", .real(0.5), "302E35"),
    Case("UTF-8", .null, ""),
  ]

  @Test(arguments: cases) func aValueIsWrittenAndReadToTheByte(_ expected: Case) async throws {
    try await withDatabase { configuration in
      configuration.prepare = { db in try db.execute("PRAGMA encoding = '\(expected.encoding)'") }
    } _: { connection in
      let (read, bytes) = try await connection.write { db in
        try db.execute("CREATE TABLE t(x)")
        try db.execute("INSERT INTO t VALUES (?)", exactly: [expected.value])
        return try db.withStatement("SELECT x, hex(CAST(x AS BLOB)) FROM t") { statement in
          _ = try statement.step()
          return (statement.exactValue(0), statement.text(1))
        }
      }
      #expect(read == expected.value)
      #expect(bytes == expected.bytes)
    }
  }

  @Test func textThatIsNotValidIsRepairedToBeSeen() {
    #expect(ExactValue.text([0x61, 0xFF]).repairedString == "a\u{FFFD}")
    #expect(ExactValue.utf16([0x00, 0xD8, 0x61, 0x00], isBigEndian: false).repairedString == "\u{FFFD}a")
    #expect(ExactValue.utf16([0x00, 0x61, 0x62], isBigEndian: true).repairedString == "a\u{FFFD}")
    #expect(ExactValue.blob([0x61]).repairedString == nil)
    #expect(ExactValue.text([0x61, 0xFF]).string == nil)
  }
}
