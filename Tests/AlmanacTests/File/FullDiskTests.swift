// Verbs on a full file system: one message each, and nothing is lost.
import Foundation
import TestSupport
import Testing

@Suite("A full disk", .serialized)
struct FullDiskTests {
  /// Whether a small file system can be mounted: any user may mount one in a namespace of their own, unless the system
  /// forbids it.
  private static let isToBeHad: Bool =
    (try? ChildProcess(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).end().status) == 0

  /// Runs verbs on a book of two facts and a user, in a full file system of 400 kB. Returns their messages, the book
  /// after that, and the result of an addition after room was made.
  private func ending(journal: String, isHeld: Bool = false) async throws -> String {
    let sandbox = try Sandbox()
    let script = """
      set -e; cd '\(sandbox.folder)'; mkdir disk; mount -t tmpfs -o size=400k none disk; cd disk; exec 2>&1
      almanac list facts --file book.db --create --empty 2>/dev/null
      sqlite3 book.db "INSERT INTO facts(body, createdAt) VALUES('One.', 't'), ('Two.', 't');
        INSERT INTO users(name, email, createdAt) VALUES('Ada Byron', 'ada@example.org', 't')"
      sqlite3 book.db 'PRAGMA journal_mode=\(journal)' >../journal
      if \(isHeld); then
        coproc sqlite3 book.db; echo 'SELECT count(*) FROM facts;' >&"${COPROC[1]}"; read -r count <&"${COPROC[0]}"
      fi
      head -c 400k /dev/zero >fill 2>/dev/null || true
      set +e
      try() { almanac "$@" --file book.db; echo $?; }
      try add facts Three.; try add users --name Kay --email kay@example.org; try edit facts 1 body=Other.
      try toggle users 1; try delete facts 2; try list facts; try stats | head -n 1
      try script d --write --size 60x6
      rm fill; try add facts Three. | head -n 1
      sqlite3 book.db 'PRAGMA integrity_check; SELECT id, body FROM facts; SELECT id, name, active FROM users'
      """
    return try await sandbox.run(["unshare", "-rm", "bash", "-c", script]).text
  }

  private static let refusals = """
    almanac add: Nothing was added: the disk is full; make room and try again.
    1
    almanac add: Nothing was added: the disk is full; make room and try again.
    1
    almanac edit: Nothing was changed: the disk is full; make room and try again.
    1
    almanac toggle: Nothing was toggled: the disk is full; make room and try again.
    1
    almanac delete: Nothing was deleted: the disk is full; make room and try again.
    1
    2\tTwo.\tt
    1\tOne.\tt
    0
    facts\t2

    """

  private static let screen = """
     Almanac  1 Facts 2  2 Users 1  3 Statistics           live
     ID ▼  Fact                                           Added
     ▌  2  Two.                                               t
     Not deleted: the disk is full; make room and try again.
     Nothing was changed.
     a add  e edit  d delete  / search  ⏎ open  ? help  q quit
    almanac script: Not all keys were done: book.db could not be read or written, since the disk is full; make room and try \
    again. The screen shows all that could be read; what was saved is kept. Look at the file before you play the keys again.
    1

    """

  private static let book = """
    3
    ok
    1|One.
    2|Two.
    3|Three.
    1|Ada Byron|1

    """

  @Test(
    "what can't be written is said by each verb, status 1; what is there can be read, and is whole",
    .enabled(if: isToBeHad))
  func rollbackJournal() async throws {
    let text = try await ending(journal: "delete")
    #expect(text == Self.refusals + Self.screen + Self.book)
  }

  @Test("the same in write-ahead mode while another program has the book open", .enabled(if: isToBeHad))
  func openLog() async throws {
    let text = try await ending(journal: "wal", isHeld: true)
    #expect(text == Self.refusals + Self.screen + Self.book)
  }

  @Test(
    "a book in write-ahead mode, which no program has open and whose log needs room, is shown as it stands",
    .enabled(if: isToBeHad))
  func noLog() async throws {
    let text = try await ending(journal: "wal")
    let screen = """
       Almanac  1 Facts 2  2 Users 1  3 Statistics         frozen
       ID ▼  Fact                                           Added
       ▌  2  Two.                                               t
       book.db is frozen, since the disk was full: make room and
       open it again to change it.
       / search  ⏎ open  ? help  q quit
      0

      """
    #expect(text == Self.refusals + screen + Self.book)
  }

  /// Adds a fact to a book that does not exist yet, on a disk with room for the book and `room` kB more, and runs
  /// `verbs`. Returns the messages, the files, and the book after room was made and another fact was added.
  private func making(_ room: Int, _ verbs: String) async throws -> String {
    let sandbox = try Sandbox()
    let script = """
      cd '\(sandbox.folder)'; almanac list facts --create --empty --file model.db; exec 2>&1
      size=$(($(stat -c %s model.db) / 1024 + \(room)))
      mkdir disk; mount -t tmpfs -o size=${size}k none disk; cd disk
      try() { almanac "$@" --file book.db; echo $?; ls; }
      try add facts One. --create; try list facts; \(verbs)
      mount -o remount,size=2M none .; try add facts Two. --create
      sqlite3 book.db 'SELECT id, body FROM facts; PRAGMA journal_mode; PRAGMA integrity_check'
      """
    return try await sandbox.run(["unshare", "-rm", "bash", "-c", script]).text
  }

  @Test(
    "a book without room is not made: an empty file is left, and --create makes it a book where there is room",
    .enabled(if: isToBeHad), arguments: [-100, -50, 0])
  func noBook(_ room: Int) async throws {
    #expect(
      try await making(room, "try stats") == """
        almanac add: book.db can't be opened: the disk is full.
        1
        book.db
        almanac list: There is no table 'facts'; the file has no tables.
        2
        book.db
        almanac stats: book.db is an empty file.
        1
        book.db
        Made book.db, a new book.
        1
        0
        book.db
        1|Two.
        wal
        ok

        """)
  }

  @Test("one without room for the step into write-ahead mode keeps its rollback journal", .enabled(if: isToBeHad))
  func noStep() async throws {
    #expect(
      try await making(4, "rm book.db; almanac script d --create --write --size 60x6 --file book.db | head -n 1") == """
        Made book.db, a new book.
        almanac add: Nothing was added: the disk is full; make room and try again.
        1
        book.db
        0
        book.db
         Almanac  1 Facts 0  2 Users 0  3 Statistics           live
        1
        0
        book.db
        1|Two.
        delete
        ok

        """)
  }

  @Test(
    "one without room for its log is shown as it stands; only the empty log that SQLite began stays, with its index",
    .enabled(if: isToBeHad), arguments: [8, 20, 28])
  func noIndex(_ room: Int) async throws {
    #expect(
      try await making(room, "try watch facts") == """
        Made book.db, a new book.
        almanac add: Nothing was added: the disk is full; make room and try again.
        1
        book.db
        book.db-shm
        book.db-wal
        0
        book.db
        book.db-shm
        book.db-wal
        almanac watch: book.db can't be followed: it is frozen, since the disk is full.
        1
        book.db
        book.db-shm
        book.db-wal
        1
        0
        book.db
        1|Two.
        wal
        ok

        """)
  }

  @Test("one without room for a record is shown", .enabled(if: isToBeHad))
  func noRecord() async throws {
    #expect(
      try await making(40, "almanac script d --write --size 60x6 --file book.db | head -n 1") == """
        Made book.db, a new book.
        almanac add: Nothing was added: the disk is full; make room and try again.
        1
        book.db
        0
        book.db
         Almanac  1 Facts 0  2 Users 0  3 Statistics           live
        1
        0
        book.db
        1|Two.
        wal
        ok

        """)
  }

  @Test(
    "another book that comes onto a full disk is shown as it stands, as at the start, and nothing is written",
    .enabled(if: isToBeHad))
  func otherBook() async throws {
    let sandbox = try Sandbox()
    let script = """
      cd '\(sandbox.folder)'; mkfifo go; mkdir disk; mount -t tmpfs -o size=600k none disk; cd disk
      almanac add facts Old. --create --file book.db; sqlite3 book.db 'PRAGMA journal_mode=delete'; ln book.db old.db
      almanac add facts New. --create --file other.db
      head -c 600k /dev/zero >fill
      (until read -r go <../go; do :; done; mv other.db book.db) &
      almanac --file book.db; echo "status $?"
      """
    try script.write(toFile: sandbox["script"], atomically: true, encoding: .utf8)
    let pane = try await Pane.start(sandbox, rows: 6)
    try await pane.command("unshare -rm bash script")
    try await pane.wait(for: "▌  1  Old.")
    try await sandbox.run(["sh", "-c", "echo >'\(sandbox["go"])'"]).check()
    try await pane.wait("the new book") { $0.contains("New.") && $0.rows[0].hasSuffix(" · frozen") }
    try await pane.type("d")
    try await pane.wait(for: "is frozen, since the disk was full")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }
}
