// Verbs on a file system without room: a sentence each, and nothing is lost.
import Foundation
import TestSupport
import Testing

@Suite("A full disk", .serialized)
struct FullDiskTests {
  /// Whether a small file system can be had: in a name space of one's own anybody may mount one, unless the system
  /// forbids it.
  private static let isToBeHad: Bool =
    (try? ChildProcess(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).end().status) == 0

  /// Runs verbs on a book of two facts and a user, on 400 kB of which the rest is filled, and says what they say; then
  /// how the book is, and that it can be written again where there is room.
  private func ending(journal: String, isHeld: Bool = false) async throws -> String {
    let sandbox = try Sandbox()
    let script = """
      set -e; cd '\(sandbox.folder)'; mkdir disk; mount -t tmpfs -o size=400k none disk; cd disk; exec 2>&1
      almanac list facts --file book.db --create --empty
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
    almanac add: Nothing was added: the disk is full.
    1
    almanac add: Nothing was added: the disk is full.
    1
    almanac edit: Nothing was changed: the disk is full.
    1
    almanac toggle: Nothing was toggled: the disk is full.
    1
    almanac delete: Nothing was deleted: the disk is full.
    1
    2\tTwo.\tt
    1\tOne.\tt
    0
    facts\t2
     Almanac  1 Facts 2  2 Users 1  3 Statistics           live
       ID  Fact                                           Added
     ▌  2  Two.                                               t
     Not deleted: the disk is full; make room and try again.
     Nothing was changed.
     a add  e edit  d delete  / search  ⏎ open  ? help  q quit
    0

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
    #expect(text == Self.refusals + Self.book)
  }

  @Test("the same in write-ahead mode while another program has the book open", .enabled(if: isToBeHad))
  func openLog() async throws {
    let text = try await ending(journal: "wal", isHeld: true)
    #expect(text == Self.refusals + Self.book)
  }

  @Test("a book in write-ahead mode, which nobody has open, needs room to be opened: said so", .enabled(if: isToBeHad))
  func noLog() async throws {
    let verbs = ["add", "add", "edit", "toggle", "delete", "list", "stats", "script"]
    let refusals = verbs.map { "almanac \($0): book.db can't be opened: the disk is full.\n1\n" }
    let text = try await ending(journal: "wal")
    #expect(text == refusals.joined() + Self.book)
  }
}
