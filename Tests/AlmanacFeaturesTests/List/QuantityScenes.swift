// Numbers with thousands, blobs by kind and size, and ages, in the list and in the record.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let products = """
  CREATE TABLE product(id INTEGER PRIMARY KEY, year INTEGER, price NUMERIC, stock INTEGER, zip INTEGER, code INTEGER);
  INSERT INTO product VALUES (1200, 2024, 1899.5, 1240, 10115, 1000), (1201, 1997, -24750, 1204433, 80331, 2000),
    (1202, 2011, 3.25, 999, 1099, NULL), (1203, 2012, 1.5e300, NULL, 1, 4);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct QuantityScenes {
  private let size = Size(width: 72, height: 9)

  private func set(_ text: String) {
    Configuration(text).settings(for: nil, home: nil).use()
  }

  @Test("CIT-12: numbers that count or measure have thousands; keys, years and codes have none")
  func thousands() async throws {
    try await fileScene(products, size: size) { scene in
      scene.shows(
        """
         music.db  product 4                                               live
         / search                                                           1/4
           id ▲  year     price      stock    zip  code
         ▌ 1200  2024   1,899.5      1,240  10115  1000
           1201  1997   -24,750  1,204,433  80331  2000
           1202  2011      3.25        999   1099  NULL
           1203  2012  1.5e+300       NULL      1     4

         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help
        """)
      try await scene.press("j,l")
      #expect(
        scene.lines[1...6] == [
          " ▌ id     1201", "   year   1997", "   price  -24,750", "   stock  1,204,433", "   zip    80331",
          "   code   2000",
        ])
      try await scene.press("e")
      #expect(scene.lines.contains { $0.contains("price  -24750 ") }, "\(scene.lines)")
    }
  }

  @Test("CIT-12: what is copied has the number itself", arguments: ["y", "Y,Enter"])
  func copied(_ keys: String) async throws {
    try await fileScene(products, size: size) { scene in
      try await scene.press("j,L,L,L")
      try await scene.press(keys)
      #expect(scene.terminal.copied?.contains("1204433") == true, "\(scene.lines) \(scene.terminal.copied ?? "")")
    }
  }

  @Test("CIT-12: a search finds the digits, and the cell shows where; the record too")
  func found() async throws {
    try await fileScene(products, size: size) { scene in
      try await scene.press("/,type:4433,Enter")
      #expect(scene.list[0] == " ▌ 1201  1997   -24,750    1204433  80331  2000")
      #expect(scene.terminal.style(at: Point(column: 32, row: 3)).attributes.contains(.underline))
      try await scene.press("l")
      #expect(scene.lines[4] == "   stock  1204433")
    }
  }

  @Test("CIT-12: a number in a narrow column loses its thousands first, and then shows that it is cut")
  func narrow() async throws {
    try await fileScene(products, size: size) { scene in
      try await scene.press("L,L,L,-")
      #expect(scene.list[1] == "   1201  1997   -24,750  1204433  80331  2000")
      try await scene.press("-")
      #expect(scene.list[1] == "   1201  1997   -24,750  1204…  80331  2000")
      #expect(scene.list[0] == " ▌ 1200  2024   1,899.5  1,240  10115  1000")
    }
  }

  @Test("CIT-12: the settings choose the sign between thousands")
  func sign() async throws {
    for (setting, list, record) in [
      ("space", "-24 750  1 204 433", "1 204 433"), ("apostrophe", "-24'750  1'204'433", "1'204'433"),
      ("none", "-24750  1204433", "1204433"),
    ] {
      set("thousands = \(setting)")
      try await fileScene(products, size: size) { scene in
        #expect(scene.list[1].contains(list), "\(scene.list)")
        try await scene.press("j,l")
        #expect(scene.lines[4] == "   stock  \(record)")
      }
    }
  }

  @Test("CIT-12: a list names the kind and the size of a blob, from its first bytes")
  func blobs() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, data BLOB);
      INSERT INTO t VALUES
        (1, x'89504e470d0a1a0a0000000d4948445200000280000001e00802000000'), (2, x'474946383961400001000000'),
        (3, x'ffd8ffe000104a46494600010100000100010000ffc0001108012c019003'), (4, CAST('%PDF-1.7' AS BLOB)),
        (5, x'1f8b0800000000000003'), (6, x'504b030414000000'), (7, CAST('SQLite format 3' || char(0) AS BLOB)),
        (8, zeroblob(12600)), (9, x'');
      """
    try await fileScene(sql, size: Size(width: 60, height: 14)) { scene in
      #expect(
        scene.list == [
          " ▌  1  PNG, 640x480, 29 bytes", "    2  GIF, 64x1, 12 bytes", "    3  JPEG, 400x300, 30 bytes",
          "    4  PDF, 8 bytes", "    5  gzip, 10 bytes", "    6  ZIP, 8 bytes", "    7  SQLite, 16 bytes",
          "    8  blob, 12 KB", "    9  empty blob",
        ])
    }
  }

  @Test("CIT-12: a list shows ages up to a month, then days; the record shows the moment; a minute costs one frame")
  func ages() async throws {
    let sql = """
      CREATE TABLE task(id INTEGER PRIMARY KEY, created_at INT, due TEXT, day TEXT);
      INSERT INTO task VALUES (1, 1769860740, '2026-01-31T14:30+02', '2026-01-31'),
        (2, 1769601600, '2026-02-02 12:00:00', '2025-01-31'), (3, 1764590400, '2025-12-02T00:30:00Z', NULL),
        (4, 0, 'soon', '');
      """
    try await fileScene(sql, size: Size(width: 80, height: 9)) { scene in
      #expect(
        scene.list == [
          " ▌  1   1 min ago  in 30 min   2026-01-31", "    2     3 d ago  in 2 d      2025-01-31",
          "    3  2025-12-01  2025-12-02  NULL", "    4           0  soon",
        ])
      let idle = try await scene.cost { await scene.wait(59) }
      #expect(idle.frames == 0)
      let minute = try await scene.cost { await scene.wait(1) }
      #expect(minute.frames == 1)
      #expect(scene.list[0] == " ▌  1   2 min ago  in 29 min   2026-01-31")
      try await scene.press("l")
      #expect(scene.lines[2] == "   created_at  1769860740  2026-01-31 11:59:00 UTC · 2 min ago")
    }
  }

  @Test("CIT-12: a search shows the date that it finds; a changed moment of the same age is marked")
  func agesFound() async throws {
    let sql = """
      CREATE TABLE task(id INTEGER PRIMARY KEY, due TEXT);
      INSERT INTO task VALUES (1, '2026-01-29 10:00:00'), (2, '2026-01-28 10:00:00');
      """
    try await fileScene(sql, size: Size(width: 60, height: 9)) { scene in
      #expect(scene.list.prefix(2) == [" ▌  1  2 d ago", "    2  3 d ago"])
      try await scene.outside("UPDATE task SET due = '2026-01-29 10:00:05' WHERE id = 1")
      #expect(scene.list[0] == " ▌  1 ~2 d ago~")
      try await scene.press("/,type:01-28,Enter")
      #expect(scene.list[0] == " ▌  2  2026-01-28 10:00:00")
    }
  }

  @Test("CIT-12: the settings show dates and times as they are")
  func exactDates() async throws {
    set("dates = exact")
    let sql = "CREATE TABLE t(id INTEGER PRIMARY KEY, made_at INT); INSERT INTO t VALUES (1, 1769860740)"
    try await fileScene(sql, size: Size(width: 60, height: 9)) { scene in
      #expect(scene.list[0] == " ▌  1  2026-01-31 11:59:00")
    }
  }
}
