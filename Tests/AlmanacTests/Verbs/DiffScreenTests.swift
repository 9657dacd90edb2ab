// --diff: what another file has that the shown one has not, on the screen.
import Foundation
import TestSupport
import Testing

@Suite struct DiffScreenTests {
  private static let schema = """
    CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT, active INT);
    CREATE TABLE tags(name TEXT COLLATE NOCASE PRIMARY KEY, colour TEXT) WITHOUT ROWID;
    CREATE TABLE visits(page, times);
    """

  /// Two files that differ in each table.
  private func pair(_ sandbox: Sandbox) async throws -> (old: String, new: String) {
    let (old, new) = (sandbox["old.db"], sandbox["new.db"])
    try await sandbox.sqlite(
      old,
      Self.schema
        + """
        INSERT INTO users VALUES (1, 'Ann', 1), (2, 'Bob', 1), (3, 'Cy', 0);
        INSERT INTO tags VALUES ('red', 'f00'), ('blue', '00f');
        INSERT INTO visits VALUES ('home', 1), ('home', 1), ('about', 2);
        """)
    try await sandbox.sqlite(
      new,
      Self.schema
        + """
        INSERT INTO users VALUES (1, 'Ann', 1), (2, 'Bob', 0), (4, 'Di', NULL);
        INSERT INTO tags VALUES ('Red', 'f00'), ('green', '0f0');
        DELETE FROM visits; INSERT INTO visits VALUES ('about', 2), ('users', 1), ('users', 1), ('users', 1), ('home', 1);
        CREATE INDEX by_name ON users(name);
        """)
    return (old, new)
  }

  @Test("HIS-12: --diff shows the same lines on the screen; a file that is not there is a sentence")
  func onTheScreen() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    let keys = "Space,},Space,},Space"
    let ending = try await sandbox.almanac("script", keys, "--file", old, "--diff", new, "--size", "60x20")
    #expect(
      ending.text == """
         old.db › Changes 11 from here to new.db               live
         / search                                             10/14
           Table   Record     Change
           ▾ 1 added, 1 updated, 1 deleted in tags
         + tags    green   +  0f0
         + tags    Red     ~  name red → Red
         + tags    blue    -  00f
           ▾ 1 added, 1 updated, 1 deleted in users; structure cha…
         + users   4       +  Di
         + users   2       ~  active 1 → 0
         + users   3       -  Cy · active 0
         + users           +  index by_name was made
         ▌ ▾ 3 added, 1 deleted in visits
         + visits  4       +  users · times 1
         + visits  3       +  users · times 1
         + visits  2       +  users · times 1
         + visits  1       -  home · times 1


         ⏎ open  l record  Space fold  P pause  Esc back  ? help

        """)
    let before = try Data(contentsOf: URL(filePath: old))
    try await sandbox.refuses(
      1, "almanac script: \(sandbox["none.db"]) does not exist.", "script", "q", "--file", old, "--diff",
      sandbox["none.db"])
    #expect(try Data(contentsOf: URL(filePath: old)) == before)
  }

  @Test(
    "HIS-12: a locked OTHER is waited for before the screen begins, which says so; then it is a sentence and status 1")
  func locked() async throws {
    let sandbox = try Sandbox()
    let (old, new) = try await pair(sandbox)
    let holder = try SQLiteShell(new)
    try await holder.run("BEGIN EXCLUSIVE; DELETE FROM tags")
    let pane = try await Pane.start(sandbox, columns: 250)
    try await pane.command("almanac \(old) --diff \(new); echo \"status $?\"")
    let screen = try await pane.wait(for: "Almanac waits five seconds at most.")
    #expect(screen.contains("Another program has locked \(new). Almanac waits five seconds at most."), "\(screen)")
    #expect(try await pane.status() == 1)
    #expect(
      try await pane.screen().contains("almanac: \(new) can't be opened: another program has locked the file."))
    try await holder.run("ROLLBACK")
    try await holder.end()
  }
}
