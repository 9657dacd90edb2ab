// Files whose definitions call functions with side effects, or are no definitions.
import Foundation
import TestSupport
import Testing

@Suite("hostile schemas", .serialized)
struct HostileSchemaTests {
  private static let rows = "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2); CREATE INDEX i ON t(a); "
  private static let harmful = "writefile('evil', 'x')"

  /// Replaces a stored definition by another text.
  private static func replaced(_ name: String, _ sql: String) -> String {
    "PRAGMA writable_schema=on; UPDATE sqlite_schema SET sql = \"\(sql)\" WHERE name = '\(name)'; "
  }

  /// Runs each reading verb; none may change the file, or make another one next to it. Returns the output of `list` for
  /// `t` and `v`.
  private func look(_ schema: String) async throws -> (t: String, v: String) {
    let sandbox = try Sandbox()
    let file = sandbox["home/a.db"]
    try await sandbox.sqlite(file, schema)
    let before = try Data(contentsOf: URL(filePath: file))
    var said: [String] = []
    for words in [
      ["list", "t"], ["list", "v", "--limit", "2"], ["show", "t", "--where", "a=1"], ["schema"], ["doctor"],
      ["export", "t"], ["add", "t", "a=5", "--dry-run"],
    ] {
      let ending = try await sandbox.shell(
        "cd \"$HOME\"; almanac a.db \(words.map { "'\($0)'" }.joined(separator: " "))")
      #expect([0, 1, 2].contains(ending.status), "\(words): \(ending)")
      #expect((ending.status == 0) || ending.errors.hasSuffix(".\n"), "\(words): \(ending)")
      said.append(ending.text + ending.errors.replacing("almanac list: ", with: ""))
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["home"]) == ["a.db"])
    return (said[0], said[1])
  }

  @Test("ANY-30: a trigger, default, check, generated column or index that would write a file runs in no look")
  func functions() async throws {
    for part in [
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT \(Self.harmful); END",
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT load_extension('evil'); END",
      Self.replaced("t", "CREATE TABLE t(a, b DEFAULT (\(Self.harmful)))"),
      Self.replaced("t", "CREATE TABLE t(a CHECK (\(Self.harmful)), b)"),
      Self.replaced("t", "CREATE TABLE t(a CHECK (load_extension('evil')), b)"),
      Self.replaced("i", "CREATE INDEX i ON t(\(Self.harmful))"),
      Self.replaced("i", "CREATE INDEX i ON t(a) WHERE \(Self.harmful)"),
    ] {
      #expect(try await look(Self.rows + part).t == "1\t2\n", "\(part)")
    }
    // Generated columns are left out.
    let generated = "CREATE TABLE t(a, b AS (upper(a))); INSERT INTO t VALUES (1); "
    #expect(
      try await look(generated + Self.replaced("t", "CREATE TABLE t(a, b AS (\(Self.harmful)))")).t == "1\n")
  }

  @Test("ANY-30: a view that calls such a function, names itself or has no end is a sentence, or begins")
  func views() async throws {
    for (body, sentence) in [
      (Self.harmful, "v can't be read: the file needs the function writefile, which Almanac does not have.\n"),
      ("readfile('a.db')", "v can't be read: the file needs the function readfile, which Almanac does not have.\n"),
      ("load_extension('evil')", "v can't be read: unsafe use of load_extension().\n"),
      ("fts3_tokenizer('simple', x'00')", "v can't be read: unsafe use of fts3_tokenizer().\n"),
    ] {
      #expect(try await look(Self.rows + "CREATE VIEW v AS SELECT \(body) AS w").v == sentence)
    }
    let said = try await look(Self.rows + "CREATE VIEW v AS SELECT * FROM w; CREATE VIEW w AS SELECT * FROM v")
    #expect(said == ("1\t2\n", "v can't be read: view v is circularly defined.\n"))
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    #expect(try await look(Self.rows + "CREATE VIEW v AS \(endless)").v == "1\n2\n")
  }

  @Test("ANY-30: a schema that is damaged, or holds another statement in the place of a definition, is a sentence")
  func damage() async throws {
    for part in [
      Self.replaced("t", "DELETE FROM t"), Self.replaced("t", "CREATE TABLE t AS SELECT 1"),
      Self.replaced("t", "CREATE TABLE t(a"), Self.replaced("t", "CREATE TABLE t(a, b AS (load_extension(a)))"),
      "PRAGMA writable_schema=on; UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 't'",
      "PRAGMA writable_schema=on; UPDATE sqlite_schema SET type = x'00', name = NULL WHERE name = 't'",
    ] {
      let said = try await look(Self.rows + part)
      #expect(said.t == "a.db is damaged: parts of it are missing, or not what they should be.\n", "\(part)")
    }
  }
}
