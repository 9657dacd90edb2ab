// The meaning of columns is decided once for a file: lists, records, changes and histories use the same one.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct FileMeaningScenes {
  /// To the second, and as digits: that tells one reading of a number from another.
  init() { Configuration("dates = exact\nthousands = none").settings(for: nil, home: nil).use() }

  /// A file that counts time in milliseconds, except for one table in seconds.
  private static let mixed = """
    CREATE TABLE note(id INTEGER PRIMARY KEY, made_at INT, read INT, words INT, size INT);
    INSERT INTO note VALUES (1769688000123, 1769688000000, 1769691600000, 5, 1769688000000), (1769688000124, 0, 0, 7, 9);
    CREATE TABLE visit(id INTEGER PRIMARY KEY, note_id INT, first INT, score INT);
    INSERT INTO visit VALUES (1, 1769688000123, 1769688000000, 12), (2, 1769688000124, 1769695200000, 1769688000);
    CREATE TABLE sync(id INTEGER PRIMARY KEY, synced_at INT, begun INT, bytes INT, once INT);
    INSERT INTO sync VALUES (1, 1769688000, 1769687000, 1769688000, 1769688000),
      (2, 1769691600, 1769691000, 12, 1769688000);
    """

  @Test("REAL-23: all columns of a file that count in one unit are read alike, whatever they are called; no count is")
  func oneFile() async throws {
    try await fileScene(Self.mixed, size: Size(width: 90, height: 8)) { scene in
      #expect(
        scene.list.prefix(2) == [
          " ▌ 1769688000123  2026-01-29 12:00:00  2026-01-29 13:00:00      5  1769688000000",
          "   1769688000124                    0                    0      7              9",
        ])
      try await scene.press("l")
      #expect(scene.lines[1] == " ▌ id       1769688000123  2026-01-29 12:00:00 UTC · 1 d ago")
      try await scene.press("h,2")
      #expect(
        scene.list.prefix(2) == [
          " ▌  1  2026-01-29 12:00:00  2026-01-29 11:43:20  1769688000  1769688000",
          "    2  2026-01-29 13:00:00  2026-01-29 12:50:00          12  1769688000",
        ])
      try await scene.press("3")
      #expect(
        scene.list.prefix(2) == [
          " ▌  1  1769688000123  2026-01-29 12:00:00          12",
          "    2  1769688000124  2026-01-29 14:00:00  1769688000",
        ])
    }
  }

  @Test("REAL-21, REAL-23: one far date and -1 change no other row, whatever the column is called; births are moments")
  func farMoments() async throws {
    let sql = """
      CREATE TABLE cert(id INTEGER PRIMARY KEY, made_at INT, first INT, final INT, dob INT);
      INSERT INTO cert VALUES (1, 1769688000, 1769689000, 1769690000, 536457600),
        (2, 253402300799, 1769695200, 4300000000, -300000000), (3, 1769695200, 5600000000, -1, 0);
      """
    try await fileScene(sql, size: Size(width: 100, height: 8)) { scene in
      #expect(
        scene.list.prefix(3) == [
          " ▌  1  2026-01-29 12:00:00  2026-01-29 12:16:40  2026-01-29 12:33:20  1987-01-01 00:00:00",
          "    2  9999-12-31 23:59:59  2026-01-29 14:00:00  2106-04-06 12:26:40  1960-06-29 18:40:00",
          "    3  2026-01-29 14:00:00  2147-06-16 19:33:20                   -1                    0",
        ])
      try await scene.press("j,l")
      #expect(scene.lines[2].hasSuffix("253402300799  9999-12-31 23:59:59 UTC · in 7979 y"), "\(scene.lines)")
    }
  }

  @Test("REAL-23: changes and histories show moments as the list does, even for a table that was not listed yet")
  func changes() async throws {
    try await fileScene(Self.mixed, size: Size(width: 100, height: 12)) { scene in
      try await scene.outside("UPDATE visit SET first = 1769698800000, score = 13 WHERE id = 1")
      try await scene.outside("UPDATE note SET made_at = 1769688000001, words = 6")
      try await scene.press("C")
      #expect(
        scene.list.prefix(3).map { $0.dropFirst(11).prefix(61) } == [
          "▾ 2 updated in note                                          ",
          "note   1769688000124  ~  made_at 0 → 2026-01-29 12:00:00 · w…",
          "note   1769688000123  ~  made_at …69688000000 → …69688000001 ",
        ])
      try await scene.press("G,Enter")
      #expect(
        scene.lines.contains {
          $0.contains("first: 1769688000000 (2026-01-29 12:00:00) → 1769698800000 (2026-01-29 15:00:00)")
        }, "\(scene.lines)")
      try await scene.press("l")
      #expect(
        scene.lines.contains { $0.contains("~ first 2026-01-29 12:00:00 → 2026-01-29 15:00:00 · score 12 → 13") },
        "\(scene.lines)")
    }
  }

  @Test("REAL-23: a text without a time zone is shown to the second; the record has its fraction")
  func fractions() async throws {
    let sql = """
      CREATE TABLE post(id INTEGER PRIMARY KEY, created_at TEXT);
      INSERT INTO post VALUES (1, '2026-01-29 12:00:00.123456'), (2, '2026-01-29T12:00:01,5'), (3, '2026-01-29');
      """
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      #expect(
        scene.list.prefix(3) == [" ▌  1  2026-01-29 12:00:00", "    2  2026-01-29T12:00:01", "    3  2026-01-29"])
      try await scene.press("l")
      #expect(scene.lines[2].contains("2026-01-29 12:00:00.123456"))
    }
  }
}
