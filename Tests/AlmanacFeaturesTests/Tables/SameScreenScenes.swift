// The code for any table also shows, searches and changes a book.
import AlmanacRecords
import LiveQueries
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct SameScreenScenes {
  /// The tables of a book in a file that is no book, filled with `Content.few`.
  private static let tablesOfABook = """
    CREATE TABLE facts(id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, createdAt TEXT NOT NULL DEFAULT '');
    CREATE TABLE users(
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE,
      active INTEGER NOT NULL DEFAULT 1, createdAt TEXT NOT NULL DEFAULT '');
    """

  @Test("ANY-35: the same keys do the same to a book's records and to those of any file: one list, detail and form")
  func sameKeys() async throws {
    var states: [[String]] = []
    func play(_ scene: Scene) async throws {
      var seen: [String] = []
      for keys in [
        "2,/,type:gra,Enter,d", "u", "C-r", "u", "Esc,Esc,C-a,d", "u", "/,type:ada,Enter,Enter,d,Esc", "u",
        "Esc,1,/,type:a,Enter,x,Down,x,d", "u", "Esc,Esc,g,a,type:New.,C-s", "u", "C-r", "a,C-s", "Esc", "g,e,C-s",
        "e,type:x,Esc", "Esc", "2,g,e,End,type:!,Tab,End,type:.org,C-s", "u", "e,Tab,C-u,type:grace@example.org,C-s",
        "Esc,Esc",
      ] {
        try await scene.press(keys)
        seen += try scene.rows(
          "SELECT 'fact', id, body, '' FROM facts UNION ALL SELECT 'user', id, name, email FROM users")
        let store = scene.session.store
        let hits = store.withState { $0.ofShownList { $0.shownHits.value } }
        seen.append("\(store.lists.map(\.table.name)) \(hits ?? -1)")
        let remarks = ["required", "already taken", "Esc again discards what you typed", "Nothing was changed."]
        seen.append("\(keys): \(remarks.filter { scene.lines.joined().contains($0) }) \(scene.formLines.isEmpty)")
      }
      states.append(seen)
    }
    try await scene(Content.few, play)
    try await fileScene(Self.tablesOfABook + Content.few, play)
    #expect(states[0] == states[1])
  }
}
