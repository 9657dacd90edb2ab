// Blobs that a person can read, and the facts shown about other blobs.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct BlobScenes {
  @Test("REAL-24: a blob that is text is shown as text, one of JSON unfolds, and `b` shows the bytes of both")
  func texts() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, note BLOB, data BLOB, bytes BLOB);
      INSERT INTO t VALUES (1, CAST('Grüße' AS BLOB), CAST('{"a":[1]}' AS BLOB), x'00ff');
      """
    try await fileScene(sql, size: Size(width: 60, height: 16)) { scene in
      #expect(scene.cursorRow == "1  UTF-8 text, 7 bytes  JSON, 9 bytes  x'00ff'")
      try await scene.press("l")
      #expect(
        scene.lines[1...11] == [
          " ▌ id     1", "   note   Grüße", "          UTF-8 text, 7 bytes", "   data   {", "            \"a\": [",
          "              1", "            ]", "          }", "          JSON, 9 bytes", "   bytes  x'00ff'",
          "          blob, 2 bytes",
        ])
      try await scene.press("b")
      #expect(
        scene.lines[1...7] == [
          " ▌ id     1", "   note   x'4772c3bcc39f65'", "          UTF-8 text, 7 bytes",
          "   data   x'7b2261223a5b315d7d'", "          JSON, 9 bytes", "   bytes  x'00ff'", "          blob, 2 bytes",
        ])
      try await scene.press("b,j,e")
      #expect(scene.lines.contains { $0.contains("a blob of 7 bytes: left as it is") })
    }
  }

  @Test("REAL-24: of a blob of more than 256 KB the record shows the beginning of the text, and says so")
  func long() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, note BLOB, z);
      INSERT INTO t VALUES (1, CAST(replace(hex(zeroblob(200000)), '00', 'ü ') AS BLOB), 7);
      """
    try await fileScene(sql, size: Size(width: 60, height: 10)) { scene in
      try await scene.press("l")
      #expect(scene.lines[2].hasPrefix("   note  ü ü ü ü ü"))
      try await scene.press("G,k")
      #expect(
        scene.lines.contains("         UTF-8 text, 600,000 bytes, the first 262,144 shown"), "\(scene.lines)")
    }
  }

  @Test("REAL-24: list and record name the kind of a blob; a guess is said modestly, and only in the record")
  func kinds() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, guid BLOB, shape BLOB, message BLOB);
      INSERT INTO t VALUES (1, x'f81d4fae7dec41d0a76500a0c91e6bf6',
        x'47500001e610000001010000000000000000001e400000000000804940', x'089601120774657374696e67');
      """
    try await fileScene(sql, size: Size(width: 139, height: 12)) { scene in
      #expect(
        scene.cursorRow?.hasPrefix(
          "1  f81d4fae-7dec-41d0-a765-00a0c91e6bf6  GeoPackage geometry, Point, 7.5 51, SRS 4326, 29 bytes") == true)
      try await scene.press("l")
      #expect(
        scene.lines[1...7] == [
          " ▌ id       1", "   guid     x'f81d4fae7dec41d0a76500a0c91e6bf6'",
          "            UUID, f81d4fae-7dec-41d0-a765-00a0c91e6bf6, 16 bytes",
          "   shape    x'47500001e610000001010000000000000000001e400000000000804940'",
          "            GeoPackage geometry, Point, 7.5 51, SRS 4326, 29 bytes",
          "   message  x'089601120774657374696e67'",
          "            looks like protobuf, 12 bytes",
        ])
    }
  }
}
