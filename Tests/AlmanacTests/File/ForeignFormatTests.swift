// Files that SQLite can't read, and terminals that the system does not know: the message says the likely kind and the
// remedy.
import Foundation
import TestSupport
import Testing

@Suite("Files and terminals that are not known", .serialized)
struct ForeignFormatTests {
  @Test("REAL-44: a sentence says what a file probably is, and what to do")
  func files() async throws {
    let sandbox = try Sandbox()
    try await sandbox.shell(
      """
      set -e; cd '\(sandbox.folder)'
      sqlite3 a.db "CREATE TABLE t(a); INSERT INTO t VALUES (1)"
      gzip -c a.db >gzip.db; xz -c a.db >xz.db 2>/dev/null || printf '\\3757zXZ\\000rest' >xz.db
      printf 'PK\\003\\004rest' >zip.db; sqlite3 a.db .dump >dump.db
      cp a.db newer.db; printf '\\003\\003' | dd of=newer.db bs=1 seek=18 conv=notrunc 2>/dev/null
      cp a.db schema.db; printf '\\000\\000\\000\\011' | dd of=schema.db bs=1 seek=44 conv=notrunc 2>/dev/null
      head -c 8192 /dev/urandom | tr '\\000-\\010' '\\200-\\210' >encrypted.db; printf 'hello\\n' >text.db
      """
    ).check()
    for (name, sentence) in [
      ("gzip.db", "is not a database but a gzip file: unpack it with gunzip and open the unpacked file."),
      ("xz.db", "is not a database but an xz file: unpack it with unxz and open the unpacked file."),
      ("zip.db", "is not a database but a ZIP archive: unpack it with unzip and open the unpacked file."),
      ("dump.db", "is not a database but SQL: sqlite3 new.db < FILE makes a database of it."),
      (
        "newer.db",
        "is a database in a newer format (3) than this SQLite reads (2): open it with the program that wrote it."
      ),
      ("schema.db", "is a database in a newer format than this SQLite reads: open it with the program that wrote it."),
      ("encrypted.db", "is not a database, or it is encrypted: then only a program that has its key can open it."),
      ("text.db", "is not a database."),
    ] {
      let ending = try await sandbox.almanac("list", "t", "--file", sandbox[name])
      #expect(ending.errors == "almanac list: \(sandbox[name]) \(sentence)\n" && ending.status == 1)
    }
  }

  @Test("REAL-44: a terminal that the system does not know is taken for one that it knows, and a sentence says so")
  func terminal() async throws {
    let sandbox = try Sandbox()
    let pane = try await Pane.start(sandbox, columns: 100)
    try await pane.command("export TERM=none-such; almanac; echo \"status $?\"")
    try await pane.wait(for: "s  samples  494 true facts")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    let sentence =
      "The system does not know the terminal 'none-such' that TERM names; Almanac takes it for xterm-256color."
    #expect(try await pane.screen().rows.prefix(5).joined().contains(sentence))
  }

  @Test("REAL-43: on a terminal JSON has escapes for what is not seen, and the statements of a watch have signs")
  func invisible() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["signs.db"]
    let text = "z\u{200B}\u{AD}\u{FEFF}\u{E0041}\u{2066}\u{9B}é👩\u{200D}🚀"
    let escaped = #"z\u200b\u00ad\ufeff\udb40\udc41\u2066\u009bé"#
    try await sandbox.sqlite(
      file, "PRAGMA journal_mode=wal; CREATE TABLE t(a, 'z\u{200B}'); INSERT INTO t VALUES ('\(text)', 1)")
    let pane = try await Pane.start(sandbox, columns: 200)
    try await pane.command("clear; almanac show t 1 --json --file signs.db")
    try await pane.wait("the record") { $0.contains(#"{"a":"\#(escaped)"#) && $0.contains(#""z\u200b":1}"#) }
    try await pane.command("clear; almanac watch --sql --file signs.db")
    try await pane.wait(for: "Watching the file; Ctrl-C ends.")
    try await sandbox.sqlite(file, "UPDATE t SET a = 'y\(text)'; CREATE TABLE 'n\u{200B}'(a)")
    try await sandbox.sqlite(file, "ALTER TABLE 'n\u{200B}' ADD COLUMN b")
    try await pane.wait("the statements") {
      $0.contains(#"UPDATE "t" SET "a" = ('yz␦␦␦␦' || char(8294, 155) || 'é"#) && $0.contains("CREATE TABLE 'n␦'(a);")
        && $0.contains(#"changed the schema: table n\u200b was changed"#)
    }
    try await pane.type("C-c")
    let sent = String(decoding: pane.bytes, as: UTF8.self).unicodeScalars
    #expect(!sent.contains { "\u{200B}\u{AD}\u{FEFF}\u{E0041}\u{2066}\u{9B}".unicodeScalars.contains($0) })
    // In a pipe all values are as in the file, except for control characters of terminals.
    let piped = try await sandbox.almanac("show", "t", "1", "--json", "--file", file)
    #expect(piped.text.contains("z\u{200B}\u{AD}\u{FEFF}\u{E0041}\\u2066\\u009bé👩\u{200D}🚀"))
  }

  @Test("REAL-43: in a pipe list and show give texts as the file holds them, to the byte")
  func bytes() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["signs.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a);
      INSERT INTO t VALUES (1, CAST(x'1b5b324a0d0a09e2808df09fab86ff00c285e280ae41' AS TEXT));
      """)
    let ending = try await sandbox.shell(
      "almanac '\(file)' list t | od -An -tx1 | tr -d ' \\n'; echo; almanac '\(file)' show t 1 | od -An -tx1 | tr -d ' \\n'"
    )
    let text = "1b5b324a0d0a09e2808df09fab86ff00c285e280ae41"
    #expect(ending.text == "3109\(text)0a\n69640931" + "0a6109\(text)0a")
  }
}
