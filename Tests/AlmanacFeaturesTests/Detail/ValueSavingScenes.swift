// Blobs on the screen, and values written to files.
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ValueSavingScenes {
  private static let sql = """
    CREATE TABLE files(id INTEGER PRIMARY KEY, name TEXT, content BLOB, size INT);
    INSERT INTO files VALUES
      (1, 'empty', x'', NULL), (2, 'picture', x'89504E470D0A1A0A' || zeroblob(20), 28),
      (3, 'archive', x'1F8B08' || zeroblob(20), 23), (4, 'note', CAST('Grüße' AS BLOB), 7), (5, 'large', zeroblob(5000), 5000);
    UPDATE files SET content = CAST(content AS BLOB);
    """

  @Test("ANY-08: a cell shows kind and size of a blob, the detail its first bytes")
  func cells() async throws {
    try await fileScene(Self.sql, size: Size(width: 60, height: 12)) { scene in
      let cells = scene.list.prefix(5).map { $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } }
      #expect(
        cells.map { $0.dropLast().last } == [
          "empty blob", "PNG, 28 bytes", "gzip, 23 bytes", "UTF-8 text, 7 bytes", "blob, 4.8 KB",
        ])
      try await scene.press("j,l")
      #expect(
        scene.lines[1...5] == [
          " ▌ id       2", "   name     picture", "   content  x'89504e470d0a1a0a00000000000000000000000000000",
          "            00000000000'", "            PNG, 28 bytes, damaged",
        ])
    }
  }

  @Test("ANY-08: w writes the value of the field to a new file, and says how much; what is there is left alone")
  func written() async throws {
    try await fileScene(Self.sql, size: Size(width: 120, height: 14)) { scene in
      let path = scene.folder.appendingPathComponent("picture.png").path
      try await scene.press("j,l,j,j,w")
      #expect(scene.lines.contains { $0.contains("┌ Write content to a file ─") })
      #expect(scene.lines.contains { $0.contains("│ File  content.png") })
      #expect(scene.lines.contains { $0.contains("│ 28 bytes") })
      try await scene.press("C-u,type:\(path),Enter")
      #expect(scene.status == " Wrote content to \(path), 28 bytes.")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 20))
      try await scene.press("k,w,C-u,type:\(path),Enter")
      #expect(scene.lines.joined().contains("is there already"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      try await scene.press("Esc")
      #expect(!scene.lines.joined().contains("is there already"))
      try await scene.press("h,g,l,G,w")
      #expect(scene.status == " size is NULL: there is nothing to write to a file.")
    }
  }

  @Test("ANY-08: of a value of 50 MB the record shows the beginning, and w writes all of it")
  func long() async throws {
    let sql = """
      CREATE TABLE files(id INTEGER PRIMARY KEY, note TEXT, film BLOB);
      INSERT INTO files VALUES (1, CAST(replace(hex(zeroblob(200000)), '00', 'word ') AS TEXT), zeroblob(52428800));
      """
    try await fileScene(sql, size: Size(width: 60, height: 10)) { scene in
      try await scene.press("l,j,G,w")
      scene.shows(
        """
         music.db › files 1                                    live
        ┌ Write film to a file ────────────────────────────────────┐
        │                                                          │
        │ File  film.bin                                           │
        │                                                          │
        │ 52,428,800 bytes                                         │
        │                                                          │
        └──────────────────────────────────────────────────────────┘

         ⏎ write  Esc cancel
        """)
      let path = scene.folder.appendingPathComponent("film").path
      try await scene.press("C-u,type:\(path),Enter")
      #expect(scene.lines.joined().contains("52,428,800 bytes."))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(count: 50 << 20))
    }
  }
}
