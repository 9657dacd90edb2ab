// Pictures in the record, as half blocks.
import Containers
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

/// A BMP of 2 by 3 pixels: red and green, blue and white, black and red.
private let bitmap = bmp("0200000003000000", "0000000000ff0000" + "ff0000ffffff0000" + "0000ff00ff000000")

/// A BMP of 24 bits.
private func bmp(_ size: String, _ pixels: String) -> String {
  "424d00000000000000003600000028000000" + size + "0100180000000000" + String(repeating: "00", count: 20) + pixels
}

private let pictures = """
  CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, picture BLOB, note TEXT);
  INSERT INTO t VALUES (1, 'Flag', x'\(bitmap)', 'after'), (2, 'Cut', x'\(bitmap.dropLast(20))', NULL), (3, 'None', NULL, 'x');
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ImageScenes {
  private let size = Size(width: 60, height: 14)

  @Test("CIT-12: the record draws a picture, two pixels in a cell; `b` shows its bytes, and back")
  func drawn() async throws {
    try await fileScene(pictures, size: size) { scene in
      #expect(scene.list[0] == " ▌  1  Flag    BMP, 2x3, 78 bytes  after")
      try await scene.press("l")
      scene.shows(
        """
         music.db › t 1                                        live
         ▌ id       1
           name     Flag
           picture  BMP, 2x3, 78 bytes
                    ▀▀
                    ▀▀
           note     after






         e edit  d delete  Esc back  : jump  ? help  q quit
        """)
      @MainActor func style(_ column: Int, _ row: Int) -> Style {
        scene.terminal.style(at: Point(column: column, row: row))
      }
      #expect(style(12, 4) == Style(foreground: .indexed(196), background: .indexed(21)))
      #expect(style(13, 4) == Style(foreground: .indexed(46), background: .indexed(231)))
      #expect(style(12, 5) == Style(foreground: .indexed(16)))
      #expect(style(13, 5) == Style(foreground: .indexed(196)))
      try await scene.press("b")
      #expect(scene.lines[3].hasPrefix("   picture  x'424d0000"), "\(scene.lines)")
      try await scene.press("b")
      #expect(scene.lines[3...4] == ["   picture  BMP, 2x3, 78 bytes", "            ▀▀"])
    }
  }

  @Test("CIT-12: another picture is drawn when it is there, and marked; a damaged one is named so")
  func changed() async throws {
    try await fileScene(pictures, size: size) { scene in
      try await scene.press("l")
      let other = bmp("0200000003000000", "0000000000ff0000" + "ff0000ffffff0000" + "00ff0000ff000000")
      try await scene.outside("UPDATE t SET picture = x'\(other)' WHERE id = 1")
      #expect(scene.lines[3...4] == ["   picture ~BMP, 2x3, 78 bytes~", "            ▀▀"])
      #expect(scene.terminal.style(at: Point(column: 12, row: 4)).foreground == .indexed(46))
      try await scene.press("C-n")
      #expect(scene.lines[3].hasPrefix("   picture  x'424d0000"))
      #expect(scene.lines.contains("            BMP, 2x3, 68 bytes, damaged"), "\(scene.lines)")
      try await scene.press("C-n")
      #expect(scene.lines[3] == "   picture  NULL")
    }
  }

  @Test("CIT-12: a picture of more than 256 KB is read for it, one of more than 16 MB is not")
  func long() async throws {
    // 400 rows of 300 pixels. The lower half is white, which BMP has first.
    let half = 300 * 3 * 200
    let long = bmp("2c01000090010000", String(repeating: "ff", count: half) + String(repeating: "00", count: half))
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, picture BLOB);
      INSERT INTO t VALUES (1, x'\(long)'), (2, x'\(bmp("2c01000090010000", String(repeating: "00", count: 1 << 24)))');
      """
    try await fileScene(sql, size: Size(width: 80, height: 24)) { scene in
      try await scene.press("l")
      #expect(scene.lines[2] == "   picture  BMP, 300x400, 360,054 bytes", "\(scene.lines)")
      #expect(scene.lines[3] == "            " + String(repeating: "▀", count: 33), "\(scene.lines)")
      @MainActor func style(_ row: Int) -> Style { scene.terminal.style(at: Point(column: 12, row: row)) }
      #expect(style(3) == Style(foreground: .indexed(16), background: .indexed(16)))
      try await scene.press("C-n")
      #expect(scene.lines.contains("            BMP, 300x400, 16,777,270 bytes, too large to draw"), "\(scene.lines)")
    }
  }

  @Test("CIT-12: without enough colours, without UTF-8 and with NO_COLOR the record says what the blob is")
  func plain() async throws {
    for (theme, isUnicode) in [("plain", true), ("auto", false)] {
      Configuration("theme = \(theme)").settings(for: nil, home: nil).use()
      try await fileScene(pictures, size: size, isUnicode: isUnicode) { scene in
        try await scene.press("l")
        #expect(scene.lines[3].hasPrefix("   picture  x'424d0000"), "\(scene.lines)")
        #expect(scene.lines.contains("            BMP, 2x3, 78 bytes"), "\(scene.lines)")
      }
    }
    for depth in [ColorDepth.none, .eight, .sixteen, .indexed256, .trueColor] {
      let choice = ThemeChoice()
      choice.choose(for: VirtualTerminal(size: size, colorDepth: depth))
      #expect(choice.hasImageColors == (depth >= .indexed256))
      let silent = ThemeChoice(wantsNoColor: true)
      silent.choose(for: VirtualTerminal(size: size, colorDepth: depth))
      #expect(!silent.hasImageColors)
    }
  }

  @Test("CIT-12: beside the list the picture follows the cursor")
  func beside() async throws {
    try await fileScene(pictures, size: Size(width: 150, height: 20)) { scene in
      #expect(scene.lines.contains { $0.hasSuffix("         ▀▀") }, "\(scene.lines)")
      try await scene.press("j")
      #expect(scene.lines.contains { $0.contains(" damaged") }, "\(scene.lines)")
    }
  }
}
