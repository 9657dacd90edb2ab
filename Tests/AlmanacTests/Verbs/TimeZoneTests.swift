// Times on the screen and on terminals, in the person's time zone.
import TestSupport
import Testing

@Suite("The time zone") struct TimeZoneTests {
  /// A book with a fact on each side of both clock changes in Berlin.
  private func book(_ sandbox: Sandbox) async throws -> String {
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      DELETE FROM facts; INSERT INTO facts(id, body, createdAt) VALUES
        (1, 'before spring', '2026-03-29 00:59:59.999'), (2, 'after spring', '2026-03-29 01:00:00.000'),
        (3, 'before autumn', '2026-10-25 00:59:59.999'), (4, 'after autumn', '2026-10-25 01:00:00.000'),
        (5, 'with an offset', '2026-07-01T12:00:00+02:00'), (6, 'no moment', 'last week');
      """)
    return book
  }

  private static let utc = [
    "2026-03-29 00:59:59 UTC · 11 mo ago", "2026-03-29 01:00:00 UTC · 11 mo ago", "2026-10-25 00:59:59 UTC · 4 mo ago",
    "2026-10-25 01:00:00 UTC · 4 mo ago", "2026-07-01 10:00:00 UTC · 8 mo ago", "last week",
  ]

  @Test(
    "the screen shows times in the zone that TZ names, in UTC with --utc",
    arguments: [
      (
        "Europe/Berlin", [],
        [
          "2026-03-29 01:59:59 CET · 11 mo ago", "2026-03-29 03:00:00 CEST · 11 mo ago",
          "2026-10-25 02:59:59 CEST · 4 mo ago", "2026-10-25 02:00:00 CET · 4 mo ago",
          "2026-07-01 12:00:00 CEST · 8 mo ago", "last week",
        ]
      ),
      ("Europe/Berlin", ["--utc"], utc), ("UTC", [], utc),
      (
        "<-0330>3:30", [],
        [
          "2026-03-28 21:29:59 -0330 · 11 mo ago", "2026-03-28 21:30:00 -0330 · 11 mo ago",
          "2026-10-24 21:29:59 -0330 · 4 mo ago", "2026-10-24 21:30:00 -0330 · 4 mo ago",
          "2026-07-01 06:30:00 -0330 · 8 mo ago", "last week",
        ]
      ),
    ])
  func screen(_ zone: String, _ options: [String], _ times: [String]) async throws {
    let sandbox = try Sandbox()
    let book = try await book(sandbox)
    for (index, time) in times.enumerated() {
      let keys = [":", "type:\(index + 1)", "Enter", "Enter"].joined(separator: ",")
      let screen = try await sandbox.run(
        [Sandbox.binary, "script", keys, "--now", "2027-03-01 12:00", "--size", "80x12", "--file", book] + options,
        environment: ["TZ": zone])
      #expect(screen.text.contains("\n   Added  \(time)\n"), "\(screen.text)")
    }
  }

  @Test(
    "ANY-09: a list of any file shows moments in the zone that TZ names; a text that names no zone stands as it is",
    arguments: [
      ("Europe/Berlin", [], "2026-07-01 14:00:00  2026-07-01 12:00:00  2026-07-01 12:00:00"),
      ("Europe/Berlin", ["--utc"], "2026-07-01 12:00:00  2026-07-01 10:00:00  2026-07-01 12:00:00"),
    ])
  func anyFile(_ zone: String, _ options: [String], _ row: String) async throws {
    let sandbox = try Sandbox.showingDigits()
    let file = sandbox["other.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, made_at INT, seen TEXT, heard TEXT);
      INSERT INTO t VALUES (1, 1782907200, '2026-07-01T12:00:00+02:00', '2026-07-01 12:00:00');
      """)
    let screen = try await sandbox.run(
      [Sandbox.binary, "script", "Down", "--size", "80x6", "--file", file] + options, environment: ["TZ": zone])
    #expect(screen.text.contains("▌  1  \(row)\n"), "\(screen.text)")
  }

  @Test(
    "REAL-45: where the clocks go back a list tells the hour that comes twice apart, by the zone or by the offset",
    arguments: [
      (
        "Europe/Berlin",
        [
          "1  2026-10-25 01:59:59", "2  2026-10-25 02:00:00 CEST", "3  2026-10-25 02:59:59 CEST",
          "4  2026-10-25 02:00:00 CET", "5  2026-10-25 02:59:59 CET", "6  2026-10-25 03:00:00",
        ]
      ),
      (
        "<+01>-1<+01>,M3.5.0,M10.5.0/3",
        [
          "1  2026-10-25 01:59:59", "2  2026-10-25 02:00:00 +02:00", "3  2026-10-25 02:59:59 +02:00",
          "4  2026-10-25 02:00:00 +01:00", "5  2026-10-25 02:59:59 +01:00", "6  2026-10-25 03:00:00",
        ]
      ),
    ])
  func doubleHour(_ zone: String, _ rows: [String]) async throws {
    let sandbox = try Sandbox.showingDigits()
    let file = sandbox["other.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, made_at INT);
      INSERT INTO t VALUES (1, 1792886399), (2, 1792886400), (3, 1792889999), (4, 1792890000), (5, 1792893599),
        (6, 1792893600);
      """)
    let screen = try await sandbox.run(
      [Sandbox.binary, "script", "Down", "--size", "80x12", "--file", file], environment: ["TZ": zone])
    let shown = screen.text.split(separator: "\n").compactMap { line in
      line.contains("2026-10-25") ? line.drop { " ▌".contains($0) }.split(separator: " ").joined(separator: " ") : nil
    }
    #expect(shown == rows.map { $0.replacing("  ", with: " ") }, "\(screen.text)")
  }

  @Test(
    "verbs show times in the zone of the person on a terminal, in UTC with --utc, and as the file has them in a pipe")
  func verbs() async throws {
    let sandbox = try Sandbox()
    let book = try await book(sandbox)
    let pane = try await Pane.start(sandbox)
    for (options, list, show) in [
      ("", "2   after spring    2026-03-29 03:00", "createdAt  2026-03-29 03:00:00"),
      ("--utc", "2   after spring    2026-03-29 01:00", "createdAt  2026-03-29 01:00:00"),
    ] {
      try await pane.command("clear; TZ=Europe/Berlin almanac list facts --file '\(book)' \(options)")
      try await pane.wait("the list, with \(options)") { $0.rows.contains(list) }
      try await pane.command("clear; TZ=Europe/Berlin almanac show facts 2 --file '\(book)' \(options)")
      try await pane.wait("the record, with \(options)") { $0.rows.contains(show) }
    }
    let other = sandbox["other.db"]
    try await sandbox.sqlite(
      other,
      "CREATE TABLE t(id INTEGER PRIMARY KEY, createdAt TEXT); INSERT INTO t VALUES (1, '2026-03-29 01:00:00.000')")
    try await pane.command("clear; TZ=Europe/Berlin almanac show t 1 --file '\(other)'")
    try await pane.wait("another program's column as it stands") {
      $0.rows.contains("createdAt  2026-03-29 01:00:00.000")
    }
    for options in [[], ["--utc"]] {
      let list = try await sandbox.run(
        [Sandbox.binary, "list", "facts", "--where", "id=2", "--file", book] + options,
        environment: ["TZ": "Europe/Berlin"])
      #expect(list.text == "2\tafter spring\t2026-03-29 01:00:00.000\n")
    }
  }
}
