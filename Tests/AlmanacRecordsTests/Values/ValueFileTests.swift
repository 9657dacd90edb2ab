// Values in files of their own, and the kinds that they seem to have.
import AlmanacRecords
import Databases
import Foundation
import TestSupport
import Testing

@Suite struct ValueFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-value-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test(
    "ANY-07, ANY-08: a value is written to the byte, a number as exact text",
    arguments: [
      (ExactValue.blob([]), []), (.blob([0, 255, 10]), [0, 255, 10]), (.text([0x61, 0xFF, 0]), [0x61, 0xFF, 0]),
      (.utf16([0x41, 0], isBigEndian: false), [0x41, 0]), (.integer(.min), Array("-9223372036854775808".utf8)),
      (.real(0.1), Array("0.1".utf8)), (.real(-0.0), Array("-0.0".utf8)),
    ] as [(ExactValue, [UInt8])])
  func bytes(value: ExactValue, bytes: [UInt8]) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try ValueFile.write(value, to: path("value")) == bytes.count)
    #expect(try Data(contentsOf: folder.appendingPathComponent("value")) == Data(bytes))
    #expect(try names == ["value"], "nothing unfinished is left")
  }

  @Test("ANY-08: a value of 50 MB is written in parts")
  func large() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var bytes = [UInt8](repeating: 7, count: 50 << 20)
    bytes[bytes.count - 1] = 8
    #expect(try ValueFile.write(.blob(bytes), to: path("large")) == 50 << 20)
    #expect(try Data(contentsOf: folder.appendingPathComponent("large")) == Data(bytes))
  }

  @Test("ANY-08: what is there is left alone; what can't be written leaves nothing behind")
  func refused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data([1]).write(to: folder.appendingPathComponent("there"))
    #expect(refusal(.blob([2]), "there") == "\(path("there")) is there already, and is left alone: give another name.")
    #expect(try Data(contentsOf: folder.appendingPathComponent("there")) == Data([1]))
    #expect(refusal(.blob([2]), "none/a") == "\(path("none/a")) can't be written: No such file or directory.")
    #expect(refusal(.null, "null") == "NULL has no bytes to write.")
    #expect(try names == ["there"])
  }

  /// Why a value is not written; `nil` if it is written.
  private func refusal(_ value: ExactValue, _ name: String) -> String? {
    do {
      _ = try ValueFile.write(value, to: path(name))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "ANY-08: the first bytes of a blob tell what it seems to be",
    arguments: [
      ([], "empty blob"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "PNG"), ([0x1F, 0x8B, 8], "gzip"),
      (Array("Grüße\n".utf8), "UTF-8 text"), ([0x47, 0x72, 0xC3], "UTF-8 text"), ([1, 2, 3], "blob"), ([0xFF], "blob"),
    ] as [([UInt8], String)])
  func kinds(bytes: [UInt8], kind: String) {
    #expect(ValueKind(bytes, count: bytes == [0x47, 0x72, 0xC3] ? 4 : bytes.count).name == kind)
  }

  @Test("ANY-08: a text whose last character is broken is none, where it is whole")
  func brokenText() { #expect(ValueKind([0x47, 0xC3], count: 2) == .unknown) }

  @Test(
    "ANY-08: a list says what a blob is, and how large",
    arguments: [
      ([], 0, "empty blob"), ([0, 255], 2, "x'00ff'"), (Array(repeating: 0, count: 17), 17, "blob, 17 bytes"),
      ([0x1F, 0x8B], 1536, "gzip, 1.5 KB"), ([0x1F, 0x8B], 50 << 20, "gzip, 50 MB"),
      (Array("hi".utf8), 2, "UTF-8 text, 2 bytes"),
    ] as [([UInt8], Int, String)])
  func cells(start: [UInt8], count: Int, shown: String) { #expect(Excerpt.blob(start, count: count).shown == shown) }
}
