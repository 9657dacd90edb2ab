// The encoding of a file makes no difference to the person.
import AlmanacFeatures
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct EncodingScenes {
  /// The texts in the file, decoded from their bytes: SQLite's UTF-8 text ends at a NUL.
  private func texts(_ scene: Scene, _ encoding: String) throws -> [String] {
    try scene.rows("SELECT hex(k) || ' ' || hex(v) || ' ' || typeof(v) FROM t ORDER BY v").map { row in
      let parts = row.split(separator: " ", omittingEmptySubsequences: false)
      func text(_ hex: Substring) -> String {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
        if encoding == "UTF-8" { return String(decoding: bytes, as: UTF8.self) }
        let (high, low) = encoding.hasSuffix("be") ? (0, 1) : (1, 0)
        let units = stride(from: 0, to: bytes.count, by: 2).map {
          UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        return String(decoding: units, as: UTF16.self)
      }
      return "\(text(parts[0])) \(text(parts[1])) \(parts[2])"
    }
  }

  @Test(
    "ANY-05: search, edit, delete and undo by a text key leave the same texts in every encoding",
    arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func sameTexts(_ encoding: String) async throws {
    let sql = """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE t(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
      INSERT INTO t VALUES ('odd', '1 a'), ('even', '2 ab'), ('é', '3 日本'), ('😀', '4 𝔘nicode'),
        ('nul' || char(0) || 'x', '5 a' || char(0) || 'b'), ('', '6');
      """
    try await fileScene(sql, journal: "delete") { scene in
      #expect(try scene.rows("PRAGMA encoding") == [encoding])
      let whole = [
        "odd 1 a text", "even 2 ab text", "é 3 日本 text", "😀 4 𝔘nicode text", "nul\0x 5 a\0b text", " 6 text",
      ]
      #expect(try texts(scene, encoding) == whole)
      for (search, row) in [("日本", "é"), ("𝔘n", "😀"), ("even", "even"), ("\"5 a\"", "nul")] {
        try await scene.press("/,C-u,type:\(search),Enter")
        #expect(scene.line(1).hasSuffix("1 of 6") && scene.cursorRow?.hasPrefix(row) == true, "\(scene.lines)")
        try await scene.press("d")
        #expect(try texts(scene, encoding).count == 5)
        try await scene.press("u")
        #expect(try texts(scene, encoding) == whole)
        try await scene.press("e,Tab,End,type:é😀,C-s")
        var edited = whole
        let place = try #require(whole.firstIndex { $0.hasPrefix(row) })
        edited[place] = String(whole[place].dropLast(5)) + "é😀 text"
        #expect(try texts(scene, encoding) == edited, "\(scene.lines)")
        try await scene.press("u,Esc")
        #expect(try texts(scene, encoding) == whole)
      }
    }
  }
}
