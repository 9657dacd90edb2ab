// A person works while another process writes at full speed.
import Foundation
import TestSupport
import Testing

@Suite("Another process at full speed", .serialized)
struct BurstTests {
  /// The number of rounds of the person's work: `ALMANAC_ROUNDS=60` for a long run. The other process writes as long as
  /// they last, so a busy machine has no more to do than a quiet one.
  private static let rounds = ProcessInfo.processInfo.environment["ALMANAC_ROUNDS"].flatMap(Int.init) ?? 4

  /// Statements one after the other, each a commit: facts and users are added, changed and deleted. It writes until the
  /// file `….writing` is removed.
  private static func script(_ file: String) -> String {
    """
    set -o pipefail
    i=0
    { while [[ -e '\(file).writing' ]]; do
      case $(( i % 6 )) in
        0) echo "INSERT INTO facts(body) VALUES ('Burst $i');" ;;
        1) echo "UPDATE facts SET body = 'Changed $i' WHERE id = $(( 200 + i % 100 ));" ;;
        2) echo "UPDATE users SET active = NOT active WHERE id = $(( 10 + i % 10 ));" ;;
        3) echo "INSERT INTO users(name, email) VALUES ('Burst $i', 'burst$i@example.org');" ;;
        4) echo "DELETE FROM facts WHERE body = 'Burst $(( i - 52 ))';" ;;
        5) echo "DELETE FROM users WHERE email = 'burst$(( i - 50 ))@example.org';" ;;
      esac
      i=$(( i + 1 ))
    done; echo "SELECT $i;"; } | sqlite3 -bail -cmd '.timeout 30000' '\(file)'
    """
  }

  @Test(
    "browsing, searching, opening, editing, adding and toggling meanwhile: each is answered, and what is shown last is true"
  )
  func person() async throws {
    let book = try await OpenBook.start()
    let pane = book.pane
    let memoryBefore = try await book.memory()
    let (mark, rounds) = (book.file + ".writing", Self.rounds)
    try Data().write(to: URL(fileURLWithPath: mark))
    let writer = try ChildProcess(
      ["bash", "-c", Self.script(book.file)], environment: book.sandbox.environment,
      patience: ChildProcess.patience * rounds)
    let writing = Task { try await offPool { try writer.end() } }
    do {
      defer { unlink(mark) }
      for number in 1...rounds { try await round(number, pane) }
    }
    let ending = try await writing.value
    try ending.check()
    let facts = try await book.sql("SELECT count(*) FROM facts")
    let users = try await book.sql("SELECT count(*) FROM users")
    try await pane.wait("the last counts") { $0.contains(" 1 Facts \(facts)  2 Users \(users) ") }
    #expect(try await book.sql("SELECT count(*) FROM facts WHERE body LIKE 'Person %'") == "\(rounds)")
    let edits = (1...rounds).map { " \($0)" }.joined()
    #expect(
      try await book.sql("SELECT body FROM facts WHERE id = 318") == "A group of cats is called a clowder." + edits)
    #expect(try await book.sql("SELECT active FROM users WHERE id = 1") == "1")
    let memoryAfter = try await book.memory()
    let commits = try #require(Int(ending.text.dropLast()))
    print("\(rounds) rounds during \(commits) commits; \(memoryBefore) kB before, \(memoryAfter) after")
    // The journal keeps the changes, up to its limit.
    #expect(memoryAfter < memoryBefore + 16 * 1024 + min(3 * commits, 80 * 1024))
    try await book.quit()
  }

  /// A person's work for a while; each step waits for its effect.
  private func round(_ number: Int, _ pane: Pane) async throws {
    try await pane.type("End")
    try await pane.wait("the oldest fact") { $0.selected?.text.contains("Light takes time") == true }
    try await pane.type("PageUp", "PageUp")
    try await pane.type("/")
    try await pane.type(text: "clowder")
    try await pane.wait("the hit") { $0.contains("/ clowder") && $0.selected?.text.contains("cats is called") == true }
    try await pane.type("Enter", "Enter")
    try await pane.wait("the record") { $0.rows[1].hasPrefix("   Fact 318") }
    try await pane.type("e")
    try await pane.wait("the form") { $0.contains("Edit fact 318") }
    try await pane.type(text: " \(number)")
    try await pane.type("C-s")
    try await pane.wait("the edited fact") { $0.contains(" Edited fact 318 ") && !$0.contains("Edit fact 318") }
    try await pane.type("Escape", "Escape")
    try await pane.wait("all facts") { $0.contains(" Fact ") && !$0.contains("/ clowder") }
    try await pane.type("a")
    try await pane.type(text: "Person \(number)")
    try await pane.type("C-s")
    try await pane.wait("the new fact") { $0.contains(" Added fact ") && !$0.contains("New fact") }
    try await pane.type("2", "/")
    try await pane.type(text: "aylin")
    try await pane.wait("the user") { $0.contains("/ aylin") && $0.selected?.text.contains("●") == true }
    try await pane.type("Enter", "Space")
    try await pane.wait("the toggle") {
      $0.contains("Toggled user 1") && $0.selected?.text.contains("○") == true
    }
    try await pane.type("Space")
    try await pane.wait("the toggle back") { $0.selected?.text.contains("●") == true }
    try await pane.type("Escape", "1")
    try await pane.wait("facts") { $0.contains(" Fact ") && !$0.contains("/ aylin") }
  }
}
