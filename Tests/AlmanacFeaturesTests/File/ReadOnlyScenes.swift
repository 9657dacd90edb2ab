// A book that may only be read.
import Databases
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ReadOnlyScenes {
  @Test func aList() async throws {
    try await scene(isReadOnly: true) { scene in
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                book.db · read-only
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

















         / search  ⏎ open  ? help  q quit
        """)
      let refusal = " book.db is open with --read-only: you can't change it."
      for keys in ["a", "e", "Space", "d", "Del", "u", "C-r", "Enter,e", "d", "Space", "Esc,2,a", "Space", "d"] {
        try await scene.press(keys)
        #expect(scene.status == refusal, "\(keys)")
        #expect(!scene.lines.contains { $0.contains("┌") })
        // Keys pressed right after a and e would be meant for their forms.
        await scene.wait(1)
      }
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                book.db · read-only
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         book.db is open with --read-only: you can't change it.
         / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("j")
      #expect(scene.status == "", "an error stays until a key is pressed")
      #expect(try scene.rows("SELECT count(*), (SELECT count(*) FROM users) FROM facts") == ["3|5"])
    }
  }

  @Test func aRecord() async throws {
    try await scene(isReadOnly: true) { scene in
      try await scene.press("2,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                book.db · read-only
           User 1

           ID      1
           Name    Ada Byron
           E-mail  ada@example.org
           Active  yes
           Added   2026-01-29 12:00:00 UTC · 2 d ago















         Esc back  ? help  q quit
        """)
    }
  }

  @Test func anEmptyList() async throws {
    try await scene(Content.noRows, isReadOnly: true) { scene in
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 0  3 Statistics                book.db · read-only
         / search
         ID ▼  Fact                                                               Added

           There are no facts yet.


















         / search  ? help  q quit
        """)
    }
  }

  @Test("a file that has come to the path says anew whether it may be written")
  func anotherFile() async throws {
    try await scene { scene in
      var status = scene.connection.status
      for (isReadOnly, state, answer) in [
        (true, "read-only", " book.db is read-only: you can't change it."), (false, "live", " Deleted fact 3 · u undo"),
      ] {
        status.isReadOnly = isReadOnly
        scene.session.store.send(.file(.statusChanged(status)))
        try await scene.press("d")
        #expect(scene.status == answer)
        #expect(scene.line(0).hasSuffix("  book.db · \(state)"))
      }
    }
  }

  @Test("where a file may only be read, the one that comes in its place may be written")
  func anotherFileThanAReadOnlyOne() async throws {
    try await scene(isReadOnly: true) { scene in
      let file = OpenFile(path: "/home/ada/book.db").noting(try await OpenedFile(scene.connection))
      var state = FileHealth.State(file)
      state.status = scene.connection.status
      #expect(state.word.rawValue == "read-only")
      #expect(state.editRefusal == .because("book.db is read-only: you can't change it."))
      state.status.isReadOnly = false
      #expect(state.word.rawValue == "live")
      #expect(state.editRefusal == nil)
    }
  }
}
