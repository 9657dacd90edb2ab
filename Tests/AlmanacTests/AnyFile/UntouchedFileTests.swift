// Reading another program's file changes neither it nor the files next to it.
import Foundation
import TestSupport
import Testing

@Suite("A file that is only looked at", .serialized) struct UntouchedFileTests {
  private static let schema = """
    CREATE TABLE track(id INTEGER PRIMARY KEY, name TEXT, composer TEXT);
    CREATE INDEX byName ON track(name);
    WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO track(name, composer) SELECT 'Track ' || i, 'Composer ' || (i % 7) FROM n;
    """

  /// The kinds of files by name, and how each is made.
  private static let states: [(name: String, making: String)] = [
    ("a log that is gone", "PRAGMA journal_mode=wal; \(schema)"),
    (
      "an empty log that was left",
      "PRAGMA journal_mode=wal; \(schema) PRAGMA wal_checkpoint(TRUNCATE);\n.shell kill -9 $PPID"
    ),
    ("a log that was left", "PRAGMA journal_mode=wal; PRAGMA wal_autocheckpoint=0; \(schema)\n.shell kill -9 $PPID"),
    ("DELETE", "PRAGMA journal_mode=delete; \(schema)"), ("TRUNCATE", "PRAGMA journal_mode=truncate; \(schema)"),
    ("PERSIST", "PRAGMA journal_mode=persist; \(schema)"),
  ]

  /// Each name in a folder, with the digest of its content; but no digest of the index of a log, which only serves
  /// readers.
  private func contents(_ sandbox: Sandbox) async throws -> [String] {
    let script = "cd files; ls | sed 's/^/name /'; sha256sum $(ls | grep -v -e -shm)"
    return try await sandbox.shell("cd '\(sandbox.folder)'; \(script)").text.split(separator: "\n").map(String.init)
  }

  private func make(_ making: String, _ sandbox: Sandbox) async throws -> String {
    try await sandbox.shell("mkdir '\(sandbox["files"])'").check()
    let file = sandbox["files/music.db"]
    _ = try await offPool {
      try ChildProcess(["sqlite3", "-batch", file], environment: sandbox.environment).end(input: making + "\n")
    }
    return file
  }

  @Test(
    "ANY-26: opened, browsed, searched, sorted, filtered, left: the same bytes, no new file, none removed",
    arguments: states.map(\.name), [false, true])
  func looking(_ state: String, isBesideAnother: Bool) async throws {
    let sandbox = try Sandbox()
    let file = try await make(try #require(Self.states.first { $0.name == state }).making, sandbox)
    var other: SQLiteShell?
    if isBesideAnother {
      other = try SQLiteShell(file)
      try await other?.run("SELECT count(*) FROM track")
    }
    let before = try await contents(sandbox)
    let pane = try await Pane.start(sandbox)
    try await pane.command("almanac '\(file)'; echo \"status $?\"")
    try await pane.wait(for: "track 500")
    try await pane.type("G", "g", "/")
    try await pane.type(text: "\"composer 3\"")
    try await pane.wait(for: "72 of 500")
    try await pane.type("Enter", "L", "s", "S", "G", "f")
    try await pane.wait("the filter") { $0.contains("name = ") || $0.contains("composer = ") }
    try await pane.type("Enter", "Escape", "Escape", "q")
    #expect(try await pane.status() == 0)
    #expect(try await contents(sandbox) == before)
    let keys = "G,g,/,type:composer 3,Enter,s,S,L,f,Esc"
    for options in [[], ["--write"], ["--read-only"]] {
      let screen = try await sandbox.run([Sandbox.binary, "script", keys, "--file", file] + options)
      #expect(screen.status == 0 && screen.text.contains("track 500"), "\(screen.errors)")
      #expect(try await contents(sandbox) == before, "\(options)")
    }
    for verb in [["list", "track"], ["show", "track", "7"], ["export", "track"], ["schema"], ["doctor"]] {
      #expect(try await sandbox.run([Sandbox.binary] + verb + ["--file", file]).status == 0)
      #expect(try await contents(sandbox) == before, "\(verb)")
    }
    try await other?.end()
  }

  @Test("ANY-26: a log that another program goes on writing is worked into the file by the last that closes it")
  func logOfAnother() async throws {
    let sandbox = try Sandbox()
    let file = try await make("PRAGMA journal_mode=wal; \(Self.schema)", sandbox)
    let other = try SQLiteShell(file)
    try await other.run("UPDATE track SET name = 'first' WHERE id = 1")
    let pane = try await Pane.start(sandbox)
    try await pane.command("almanac '\(file)'; echo \"status $?\"")
    try await pane.wait(for: "first")
    try await other.run("UPDATE track SET name = 'second' WHERE id = 1")
    try await pane.wait(for: "second")
    try await other.end()
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["files"]) == ["music.db"])
    #expect(try await sandbox.sqlite(file, "SELECT name FROM track WHERE id = 1") == "second")
  }

  // MARK: Permissions

  /// By name: --read-only, a file of mode 0444, a folder of mode 0555.
  private static let permissions: [(name: String, shell: String, options: [String])] = [
    ("--read-only", "true", ["--read-only"]), ("0444", "chmod 444 files/*", []),
    ("a closed folder", "chmod 555 files", []), ("both", "chmod 444 files/*; chmod 555 files", []),
  ]

  @Test(
    "ANY-29: what may not be written is not, and the screen and the verbs say why",
    arguments: permissions.map(\.name), states.map(\.name))
  func permission(_ name: String, _ state: String) async throws {
    let sandbox = try Sandbox()
    let file = try await make(try #require(Self.states.first { $0.name == state }).making, sandbox)
    let permission = try #require(Self.permissions.first { $0.name == name })
    let person = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    if getuid() == 0 {
      try await sandbox.shell(
        "chmod 755 '\(sandbox.folder)'; chown -R 65534:65534 '\(sandbox["files"])' '\(sandbox["tmp"])'"
      ).check()
    }
    try await sandbox.shell("cd '\(sandbox.folder)'; \(permission.shell)").check()
    // The log exists and may be written, so the file may be written too.
    let isWritable = name == "a closed folder" && state.hasSuffix("was left")
    let before = try await contents(sandbox)
    let keys = isWritable ? ["G"] : ["G,d"] + (permission.options.isEmpty ? ["--write"] : permission.options)
    let screen = try await sandbox.run(
      person + [Sandbox.binary, "script", "--size", "100x8", "--file", file] + keys)
    let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(screen.status == 0 && rows.count == 9, "\(screen.errors)")
    let isLog = state.contains("log")
    let (badge, reason) =
      switch name {
      case "--read-only": ("read-only", "is open with --read-only: you can't change it.")
      case "0444": ("read-only", "is read-only: you can't change it.")
      case "a closed folder" where !isLog: ("read-only", "is read-only, since its folder is: you can't change it.")
      case "both" where !isLog: ("read-only", "is read-only: you can't change it.")
      case _ where state == "a log that is gone":
        ("frozen", "is frozen, since its folder is read-only: you can't change it.")
      default: ("", "")
      }
    if !badge.isEmpty {
      #expect(rows[0].hasSuffix(" \(badge)"), "\(screen.text)")
      #expect(rows[6] == " music.db \(reason)", "\(screen.text)")
      #expect(screen.text.contains("Track 500"))
      if name != "--read-only" {
        let edit = try await sandbox.run(person + [Sandbox.binary, "edit", "track", "1", "name=x", "--file", file])
        #expect(edit.errors == "almanac edit: Nothing was changed: the file may not be written.\n")
        #expect(edit.status == 1)
      }
    }
    // SQLite removes the empty log that reading has made only for a program that may write the file.
    let isLogLeft = name == "0444" && state == "a log that is gone"
    let now = try await contents(sandbox)
    #expect(now.filter { !isLogLeft || before.contains($0) } == before, "\(now)")
    let list = try await sandbox.run(person + [Sandbox.binary, "list", "track", "--limit", "1", "--file", file])
    #expect(list.text == "1\tTrack 1\tComposer 1\n", "\(list.errors)")
  }
}
