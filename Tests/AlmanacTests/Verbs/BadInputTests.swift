// Files that can't be opened, and places without a screen: one message each, nothing lost and nothing made.
import Foundation
import TestSupport
import Testing

@Suite("Bad input", .serialized)
struct BadInputTests {
  /// Everything in a folder: the names, and the content of the files.
  private func contents(_ folder: String) throws -> [String: Data?] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).reduce(into: [:]) { contents, name in
      contents[name] = .some(
        name.contains("fifo") ? nil : try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
    }
  }

  @Test("a file that can't be used is one sentence and status 1, and stays as it is", arguments: [true, false])
  func unusableFiles(_ creates: Bool) async throws {
    let sandbox = try Sandbox()
    let folder = sandbox["files"]
    let make = """
      set -e; mkdir files; cd files; mkdir folder; mkfifo fifo; ln -s loop loop; ln -s nowhere link
      almanac add facts One. --file whole.db --create >whole.txt
      sqlite3 whole.db "INSERT INTO facts(body) SELECT hex(zeroblob(400)) FROM generate_series(1, 300)"
      head -c 50000 whole.db >half.db; head -c 90 whole.db >header.db
      yes 'This is no database.' | head -c 9000 >text.db; head -c 9000 /dev/urandom >random.db; : >empty.db
      cp whole.db later.db; sqlite3 later.db "INSERT INTO almanac_migrations(name) VALUES('Fly')"
      cp whole.db older.db; sqlite3 older.db "DELETE FROM almanac_migrations WHERE position > 1"
      rm whole.txt
      """
    try await sandbox.shell("cd '\(sandbox.folder)'; \(make)").check()
    let before = try contents(folder)
    let damaged = "is damaged: parts of it are missing, or not what they should be."
    let later = "was made by a later version: it has the unknown migrations Fly."
    let nowhere = creates ? "can't be made:" : "does not exist:"
    let remedy = creates ? " Make that folder first, for example with mkdir -p." : ""
    var sentences = [
      ("folder", "is a directory, not a database."), ("fifo", "is a pipe, not a database."),
      ("/dev/null", "is a device, not a database."), ("/dev/zero", "is a device, not a database."),
      ("loop", "is a link that leads back to itself, not a database."), ("half.db", damaged), ("header.db", damaged),
      ("text.db", "is not a database."),
      (
        "random.db", "is not a database, or it is encrypted: then only a program that has its key can open it."
      ),
      ("later.db", later), ("no/such/new.db", "\(nowhere) there is no folder \(folder)/no/such.\(remedy)"),
      ("text.db/new.db", "does not exist: there is no folder \(folder)/text.db."),
    ]
    if !creates {
      sentences += [
        ("new.db", "does not exist; --create makes it."), ("link", "does not exist; --create makes it."),
        // A path is data: its control characters are not sent to the terminal.
        ("a b\u{1B}[31m\u{7}\n.db", "does not exist; --create makes it."),
      ]
    }
    for (name, sentence) in sentences {
      let path = name.hasPrefix("/") ? name : folder + "/" + name
      let shown = path.replacing("\u{1B}", with: "␛").replacing("\u{7}", with: "␇").replacing("\n", with: "↵")
      for verb in [["list", "facts"], ["add", "facts", "x"], ["script", "Down", "--write"]] {
        let ending = try await sandbox.run(
          [Sandbox.binary] + verb + ["--file", path] + (creates ? ["--create"] : []))
        // --create is offered only to a verb that can fill the book.
        let told = verb[0] == "list" ? sentence.replacing("; --create makes it", with: "") : sentence
        #expect(ending.errors == "almanac \(verb[0]): \(shown) \(told)\n")
        #expect(ending.status == 1 && ending.text == "")
      }
    }
    try await sandbox.refuses(
      1,
      "almanac list: \(folder)/older.db was made by an earlier version; open it once for writing to bring it up to date.",
      "list", "facts", "--read-only", "--file", folder + "/older.db")
    #expect(try contents(folder) == before)
  }

  @Test("a verb that only reads, or changes what is there, does not offer to make the file")
  func advice() async throws {
    let sandbox = try Sandbox()
    let missing = sandbox["missing.db"]
    let making = "; --create makes it"
    for (verb, advice) in [
      (["list", "facts"], ""), (["add", "facts", "x"], making), (["script", ""], making),
      (["script", "", "--read-only"], ""), (["show", "facts", "1"], ""), (["edit", "facts", "1", "body=x"], ""),
      (["toggle", "users", "1"], ""), (["delete", "facts", "1"], ""), (["watch", "facts"], ""), (["stats"], ""),
    ] {
      let none = try await sandbox.run([Sandbox.binary] + verb + ["--file", missing])
      #expect(none.errors == "almanac \(verb[0]): \(missing) does not exist\(advice).\n")
      #expect(none.status == 1)
    }
  }

  @Test("a path that is too long, or is no text")
  func strangePaths() async throws {
    let sandbox = try Sandbox()
    for path in [String(repeating: "a", count: 300), String(repeating: "aaaaaaaaa/", count: 500) + "b.db"] {
      let shown = path.prefix(38) + "…" + path.suffix(38)
      try await sandbox.refuses(
        1, "almanac list: \(shown) can't be opened: its path is too long.", "list", "facts", "--create", "--file", path)
    }
    // A path longer than SQLite's limit, but within the system's.
    let deep = sandbox.folder + "/" + (1...3).map { _ in String(repeating: "d", count: 200) }.joined(separator: "/")
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    let ending = try await sandbox.almanac("list", "facts", "--create", "--file", deep + "/b.db")
    #expect(ending.errors.hasSuffix("dddd/b.db can't be opened: its path is too long.\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: deep) == [])
    // Bytes that are not UTF-8 would become another name.
    let bytes = try await sandbox.shell(
      #"cd "$HOME"; almanac list facts --create --file "$(printf 'x\377.db')"; echo $?; ls"#)
    #expect(bytes.text == "2\n")
    #expect(
      bytes.errors
        == "almanac: The argument 'x�.db' is not UTF-8: almanac would misread it. "
        + #"As the key of a record, write 'x'\''78ff2e6462'\'''."# + "\n")
    let variable = try await sandbox.shell(
      #"cd "$HOME"; ALMANAC_FILE="$(printf 'x\377.db')" almanac list facts --create; echo $?; ls"#)
    #expect(variable.text == "1\n")
    #expect(variable.errors == "almanac list: ALMANAC_FILE is not UTF-8, so it names no file that Almanac can open.\n")
    // Names that SQLite would interpret, and one with all sorts of characters, are plain names.
    for name in [":memory:", "file:x?mode=memory", "-a 'b\" %41 é 猫.db"] {
      let path = sandbox["home"] + "/" + name
      #expect(try await sandbox.almanac("add", "facts", "x", "--create", "--file=\(path)").text == "1\n")
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("another program's SQLite file stays as it is, byte for byte", arguments: ["delete", "wal", "left log"])
  func foreignFiles(_ kind: String) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["foreign.db"]
    try await sandbox.sqlite(
      file,
      "PRAGMA journal_mode=\(kind == "delete" ? "delete" : "wal"); CREATE TABLE cats(name); INSERT INTO cats VALUES(1)")
    if kind == "left log" {
      // The last writer was killed.
      _ = try await sandbox.run(
        ["sqlite3", file], input: "INSERT INTO cats VALUES(2);\n.shell kill -9 $PPID\n")
      #expect(try FileManager.default.attributesOfItem(atPath: file + "-wal")[.size] as? Int ?? 0 > 0)
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let log = try? Data(contentsOf: URL(fileURLWithPath: file + "-wal"))
    let listed = try await sandbox.almanac("list", "cats", "--file", file)
    #expect(listed.text == (kind == "left log" ? "1\n2\n" : "1\n"), "\(listed)")
    for verb in [["list", "facts"], ["add", "facts", "x"]] {
      let ending = try await sandbox.run([Sandbox.binary] + verb + ["--create", "--sample", "--file", file])
      #expect(
        ending.errors == "almanac \(verb[0]): \(file) is not an Almanac book: it has no facts and users.\n")
      #expect(ending.status == 1)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    #expect((try? Data(contentsOf: URL(fileURLWithPath: file + "-wal"))) == log)
    #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM cats") == (kind == "left log" ? "2" : "1"))
  }

  @Test("without a terminal, or without a name for it, there is no screen: a sentence, status 2")
  func noTerminal() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["book.db"]
    try await sandbox.refuses(
      2, "almanac: The screen needs a terminal, and standard input or output is not one.", "--file", file,
      "--create")
    let pane = try await Pane.start(sandbox, columns: 100)
    let sentences = [
      ("unset TERM", "almanac: The screen needs a terminal, and TERM does not say which one this is."),
      ("export TERM=dumb", "almanac: The terminal 'dumb' that TERM names cannot show a screen."),
      ("export TERM=", "almanac: The screen needs a terminal, and TERM does not say which one this is."),
    ]
    for (setting, sentence) in sentences {
      try await pane.command("(\(setting); almanac --file \(file) --create; echo $?)")
      let screen = try await pane.wait("‘\(sentence)’") { $0.contains(sentence) && $0.rows.contains("2") }
      #expect(screen.rows.prefix { $0 != "2" }.last == sentence)
      try await pane.type("C-l")
    }
    // One of the two alone is not enough.
    let almanac = "almanac --file \(file) --create"
    try await pane.command("clear; \(almanac) </dev/null; echo $?; \(almanac) | cat; echo \"status ${PIPESTATUS[0]}\"")
    #expect(try await pane.status() == 2)
    let sentence = "almanac: The screen needs a terminal, and standard input or output is not one."
    #expect(try await pane.screen().rows.prefix(4) == [sentence, "2", sentence, "status 2"])
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("a poor terminal and a plain locale are enough", arguments: ["vt100", "xterm-mono", "linux", "xterm-256color"])
  func poorTerminals(_ name: String) async throws {
    let sandbox = try Sandbox()
    let pane = try await Pane.start(sandbox)
    try await pane.command("export TERM=\(name) LANG=C; almanac; echo \"status $?\"")
    try await pane.wait(for: "> s  samples  494 true facts")
    try await pane.type("s")
    let screen = try await pane.wait("the facts") { $0.contains("1 Facts 494") && $0.contains(" > 494 ") }
    #expect(screen.rows.allSatisfy { $0.allSatisfy(\.isASCII) })
    #expect(screen.rows[0].hasSuffix("book.db - live"))
    #expect(screen.rows[3].hasPrefix(" > 494 "))
    try await pane.type("q")
    // Without an alternate screen, the shell's first line is above the program's last line.
    try await pane.wait("the status") { $0.rows.contains { $0.hasPrefix("status 0") } }
  }

  // MARK: Permissions

  /// Files that may not be read or written, as a person without privileges: root may do everything.
  @Test("what may not be read or written")
  func permissions() async throws {
    let sandbox = try Sandbox()
    let make = """
      set -e; cd '\(sandbox.folder)'; chmod 755 .; chmod 777 tmp; mkdir closed shut; cd closed
      almanac add facts One. --file wal.db --create
      sqlite3 wal.db "UPDATE facts SET createdAt = '2026-01-26 12:00'"; cp wal.db none.db; cp wal.db ../shut/x.db
      cp wal.db delete.db; sqlite3 delete.db 'PRAGMA journal_mode=delete'; cp delete.db free.db
      cp wal.db left.db; printf '%s\n' "INSERT INTO facts(body) VALUES('Two.');" '.shell kill -9 $PPID' | sqlite3 left.db || true
      rm -f left.db-shm; mkdir ../open; cp wal.db delete.db ../open; chmod 444 *.db* ../open/*; chmod 666 free.db; chmod 0 none.db
      chmod 777 ../open; chmod 555 .; chmod 0 ../shut
      """
    let made = try await sandbox.shell(make)
    #expect(made.status == 0, "\(made.errors)")
    let closed = try FileManager.default.contentsOfDirectory(atPath: sandbox["closed"])
    let person = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    func almanac(_ arguments: String...) async throws -> Ending {
      try await sandbox.run(person + [Sandbox.binary] + arguments)
    }
    for (name, state, sentence) in [
      ("closed/wal.db", "frozen", "wal.db is frozen, since its folder is read-only: you can't change it."),
      ("closed/delete.db", "read-only", "delete.db is read-only: you can't change it."),
      ("closed/free.db", "read-only", "free.db is read-only, since its folder is: you can't change it."),
      ("open/wal.db", "read-only", "wal.db is read-only: you can't change it."),
      ("open/delete.db", "read-only", "delete.db is read-only: you can't change it."),
    ] {
      let screen = try await almanac("script", "d", "--write", "--size", "80x8", "--file", sandbox[name])
      let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
      try #require(rows.count == 9, "\(screen.errors)")
      #expect(rows[0].hasSuffix(" · \(state)") && rows[3].hasPrefix(" ▌  1  One."))
      #expect(rows[6] == " " + sentence)
      #expect(rows[7] == " / search  ⏎ open  ? help  q quit")
      #expect(try await almanac("list", "facts", "--file", sandbox[name]).text.hasPrefix("1\tOne.\t"))
      let added = try await almanac("add", "facts", "x", "--file", sandbox[name])
      #expect(added.errors == "almanac add: Nothing was added: the file may not be written.\n")
      #expect(added.status == 1)
    }
    let frozen = try await almanac(
      "script", "2,1,d", "--write", "--now", "2026-01-31 12:00", "--file", sandbox["closed/wal.db"])
    #expect(
      frozen.text == """
         Almanac  1 Facts 1  2 Users 0  3 Statistics                    wal.db · frozen
         / search                                                                   1/1
         ID ▼  Fact                                                               Added
         ▌  1  One.                                                             5 d ago


















         wal.db is frozen, since its folder is read-only: you can't change it.
         / search  ⏎ open  ? help  q quit

        """)
    for (name, sentence) in [
      ("closed/none.db", "can't be opened: its permissions don't allow it."),
      ("shut/x.db", "can't be opened: its permissions don't allow it."),
      ("closed/new.db", "can't be made: the folder \(sandbox["closed"]) is read-only."),
      (
        "closed/left.db",
        "can't be opened: its last changes are in \(sandbox["closed/left.db"])-wal, and SQLite can read them only if the folder is writable. Open a copy: D=$(mktemp -d); cp \(sandbox["closed/left.db"])* $D; almanac $D/left.db"
      ),
    ] {
      let ending = try await almanac("list", "facts", "--create", "--file", sandbox[name])
      #expect(ending.errors == "almanac list: \(sandbox[name]) \(sentence)\n")
      #expect(ending.status == 1)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox["closed"]) == closed)
    // The person's own book, at a place where it can't be made.
    let own = try await sandbox.run(
      person + [Sandbox.binary, "add", "facts", "x"], environment: ["XDG_DATA_HOME": sandbox["closed/data"]])
    #expect(
      own.errors == "almanac add: Almanac can't make your book at \(sandbox["closed/data"])/almanac/book.db: "
        + "it can't make the folder \(sandbox["closed/data"]).\n")
    for name in ["closed", "shut"] { chmod(sandbox[name], 0o755) }
  }
}
