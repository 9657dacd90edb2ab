// The output of list and show on a terminal, made for a person.
import Foundation
import TestSupport
import Testing

@Suite("list and show on a terminal", .serialized)
struct TerminalTableTests {
  /// The output of a command on a terminal of so many columns, without the line of its status.
  private func rows(_ command: String, columns: Int) async throws -> String {
    // A sandbox can have only one pane.
    let pane = try await Pane.start(Sandbox(), columns: columns, rows: 12)
    try await pane.command("clear; \(command); echo \"status $?\"")
    #expect(try await pane.status() == 0)
    let rows = try await pane.screen().rows
    let first = try #require(rows.firstIndex { $0.hasPrefix("id") })
    return rows[first...].prefix { !$0.hasPrefix("status ") }.joined(separator: "\n")
  }

  @Test("flags are yes and no, times in minutes; long texts are cut, times and short texts are whole")
  func users() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      INSERT INTO users(name, email, active, createdAt) VALUES
        ('Maximiliane Zuckmantel-Oberhofen von der Weide', 'maximiliane.zuckmantel@example.net', 1, '2026-01-31T23:59:59.999+02:00'),
        ('Zoe', 'zoe@example.com', 'perhaps', 'some day');
      """)
    #expect(
      try await rows("almanac list users --file \(book)", columns: 80) == """
        id  name                     email                     active   createdAt
        2   Ada Byron                ada@example.org           no       2026-01-01 00:00
        1   Grace Hopper             grace@example.org         yes      2026-01-01 00:00
        3   Maximiliane Zuckmantel…  maximiliane.zuckmantel@…  yes      2026-01-31 21:59
        4   Zoe                      zoe@example.com           perhaps  some day
        """)
  }

  @Test("a table fits a narrow terminal, and its times are whole")
  func narrow() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    #expect(
      try await rows("almanac list facts --file \(book)", columns: 50) == """
        id  body                          createdAt
        2   Honey keeps, "they say",↵fo…  2026-01-02 00:00
        1   A group of cats is called a…  2026-01-01 00:00
        """)
    #expect(
      try await rows("almanac list users --file \(book)", columns: 58) == """
        id  name         email            active  createdAt
        2   Ada Byron    ada@example.org  no      2026-01-01 00:00
        1   Grace Hopp…  grace@example.…  yes     2026-01-01 00:00
        """)
  }

  @Test("ANY-24: columns that would be too narrow to be read are left out at the right, and counted")
  func manyColumns() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["wide.db"]
    let names = (1...16).map { "column\($0)" }
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, \(names.joined(separator: ", ")));
      INSERT INTO t VALUES (1, \(names.map { "'a text in \($0)'" }.joined(separator: ", ")));
      """)
    #expect(
      try await rows("almanac list t --file \(file)", columns: 80) == """
        id  column1     column2     column3     column4     column5     column6
        1   a text in…  a text in…  a text in…  a text in…  a text in…  a text in…
        10 columns more: --csv and --json print all.
        """)
  }

  @Test("one record: yes or no, and the time in seconds; JSON and CSV are the same as in a pipe")
  func show() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    #expect(
      try await rows("almanac show users 1 --file \(book)", columns: 50) == """
        id         1
        name       Grace Hopper
        email      grace@example.org
        active     yes
        createdAt  2026-01-01 00:00:00
        """)
    #expect(
      try await rows("almanac list users --csv --file \(book)", columns: 80) == """
        id,name,email,active,createdAt
        2,Ada Byron,ada@example.org,0,2026-01-01 00:00:00.000
        1,Grace Hopper,grace@example.org,1,2026-01-01 00:00:00.000
        """)
  }

  @Test("REAL-23: on a terminal list and show read values of any file as the screen does")
  func meanings() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["chrome.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE cookies(id INTEGER PRIMARY KEY, creation_utc INT, is_secure INT, last_ok INT, data TEXT, at TEXT);
      INSERT INTO cookies VALUES
        (13414161600000009, 13414161600000000, 1, 13414161660000000, '{ "a": [1, 2] }', '2026-01-29 12:00:00.5'),
        (13414161600000010, 0, 0, 0, NULL, NULL);
      """)
    #expect(
      try await rows("almanac list cookies --utc --file \(file)", columns: 110) == """
        id                 creation_utc      is_secure  last_ok           data         at
        13414161600000009  2026-01-29 12:00  yes        2026-01-29 12:01  {"a":[1,2]}  2026-01-29 12:00:00
        13414161600000010  0                 no         0
        """)
    #expect(
      try await rows("almanac show cookies 13414161600000009 --utc --file \(file)", columns: 80) == """
        id            13414161600000009  2026-01-29 12:00:00
        creation_utc  13414161600000000  2026-01-29 12:00:00
        is_secure     1
        last_ok       13414161660000000  2026-01-29 12:01:00
        data          { "a": [1, 2] }
        at            2026-01-29 12:00:00.5
        """)
    #expect(try await sandbox.almanac("list", "cookies", "--file", file).text.contains("\t13414161660000000\t"))
  }

  @Test("a terminal without UTF-8 gets ASCII in every form: in Latin-1 a byte of Û is a command; a pipe gets it all")
  func noUnicode() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      "DELETE FROM facts WHERE id = 2; UPDATE facts SET body = 'Û \u{1D11E} \u{9B}2J', createdAt = 't'")
    let pane = try await Pane.start(sandbox, columns: 80, rows: 24)
    try await pane.command(
      """
      clear; export LANG=C ALMANAC_FILE=book.db; for form in csv tsv json; do almanac list facts --$form; done; \
      almanac show facts 1 --json; echo "status $?"
      """)
    try await pane.endOfBytes("status 0", from: 0)
    #expect(pane.bytes.allSatisfy { $0 < 0x80 })
    #expect(
      try await pane.screen().rows.prefix { !$0.hasPrefix("status ") }.joined(separator: "\n") == #"""
        id,body,createdAt
        1,? ? ?2J,t
        id      body    createdAt
        1       ? ? ?2J t
        [
        {"id":1,"body":"\u00db \ud834\udd1e \u009b2J","createdAt":"t"}
        ]
        {"id":1,"body":"\u00db \ud834\udd1e \u009b2J","createdAt":"t"}
        """#)
    for form in ["csv", "tsv", "json"] {
      let ending = try await sandbox.almanac("list", "facts", "--\(form)", "--file", book, environment: ["LANG": "C"])
      #expect(ending.text.contains("Û \u{1D11E} \(form == "json" ? "\\u009b" : "\u{9B}")2J"), "\(form)")
    }
  }
}
