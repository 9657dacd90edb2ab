// Values that seem to mean more than their plain text, such as times.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ValueMeaningScenes {
  @Test("ANY-09: times, booleans and JSON are shown as such beside the raw value; a wrong guess hides nothing")
  func meanings() async throws {
    let sql = """
      CREATE TABLE t(
        id INTEGER PRIMARY KEY, done BOOLEAN, also BOOLEAN, born TEXT, created_at INT, size INT, visit_time INT, data TEXT);
      INSERT INTO t VALUES
        (1, 1, 7, '2026-01-26 12:00:00', 1769688000, 1769688000, 13414161600000000, '{"a": [1]}'),
        (2, 0, NULL, 'soon', 7, 1, NULL, '{no');
      """
    try await fileScene(sql, size: Size(width: 100, height: 16)) { scene in
      try await scene.press("l")
      #expect(
        scene.lines[1...12] == [
          " ▌ id          1", "   done        1  yes", "   also        7  BOOLEAN",
          "   born        2026-01-26 12:00:00  5 d ago", "   created_at  1769688000  2026-01-29 12:00:00 UTC · 2 d ago",
          "   size        1,769,688,000", "   visit_time  13414161600000000  2026-01-29 12:00:00 UTC · 2 d ago",
          "   data        {", "                 \"a\": [", "                   1", "                 ]",
          "               }",
        ])
      try await scene.press("h,j,l")
      #expect(
        scene.lines[1...8] == [
          " ▌ id          2", "   done        0  no", "   also        NULL  BOOLEAN", "   born        soon",
          "   created_at  7", "   size        1", "   visit_time  NULL", "   data        {no",
        ])
      try await scene.press("h,g")
      let cells = scene.list.prefix(2).map { $0.drop { " ▌".contains($0) }.split(separator: " ").prefix(3) }
      #expect(cells == [["1", "●", "7"], ["2", "○", "NULL"]])
    }
  }

  @Test("ANY-09: of JSON that is unfolded the note below says the type, once")
  func declaredJSON() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, long JSON, short JSON, none JSON);
      INSERT INTO t VALUES (1, '{"a":1}', '[]', 'no');
      """
    try await fileScene(sql, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("l")
      #expect(
        scene.lines[1...7] == [
          " ▌ id     1", "   long   {", "            \"a\": 1", "          }", "          JSON, unfolded",
          "   short  []  JSON", "   none   no  JSON",
        ])
    }
  }
}
