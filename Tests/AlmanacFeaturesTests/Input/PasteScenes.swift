// Pasting text.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct PasteScenes {
  @Test func whatWasCopiedFromATerminalIsPastedWithoutItsColours() async throws {
    try await scene { scene in
      try await scene.press("a,paste:\u{1B}[1;31mBees\u{1B}[0m\r\ndance.\tOften.")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ New fact ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  Bees dance. Often.                                                     │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘









         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("C-s,/,paste:\u{1B}[32mbees\u{1B}[m\n")
      #expect(scene.line(1).hasPrefix(" / bees "))
      #expect(scene.line(1).hasSuffix("1 of 4"))
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 4") == ["Bees dance. Often."])
    }
  }

  @Test func aPasteThatWasCutSaysSo() async throws {
    try await scene { scene in
      try await scene.press("a")
      scene.terminal.send(.paste(String(repeating: "x", count: 1 << 20), omittedByteCount: 5))
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ New fact ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx  │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘








         The paste was too long: only its first 1,048,576 bytes are here.
         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("Left")
      #expect(scene.status == "")
    }
  }

  @Test("REAL-12: a paste that does not end is told, on a list and in a form", arguments: ["", "a", "/"])
  func haltedPaste(keys: String) async throws {
    try await scene(size: Size(width: 80, height: 16)) { scene in
      if !keys.isEmpty { try await scene.press(keys) }
      scene.terminal.send(.pasteHalted)
      await scene.run.settle()
      #expect(
        scene.lines.contains { $0.contains("A paste has not ended: what you type is its text. Ctrl-C ends it.") },
        "\(scene.lines)")
    }
  }

  @Test("REAL-14: a palette and a number question take no more than they need of a megabyte, and say so")
  func boundedPlaces() async throws {
    let text = String(repeating: "é ", count: 350_000)
    try await scene(Content.facts(101)) { scene in
      for (keys, count) in [(":", "4,095"), ("C-a,d", "63")] {
        try await scene.press(keys)
        scene.terminal.send(.paste(text))
        await scene.run.settle()
        let note = " The paste was too long: only its first \(count) bytes are here."
        #expect(scene.status.hasPrefix(note), "after \(keys)")
        // There is no room for more, pasted or typed.
        scene.terminal.send(.paste(text))
        try await scene.press("type:x,Esc")
      }
      try await scene.press("C-a,d,paste:101,Enter")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["0"])
    }
  }

  @Test("REAL-14: a key in a search of a megabyte reads the megabyte no more than the search itself does")
  func keysBehindSearch() async throws {
    try await scene { scene in
      try await scene.press("/,type:\"")
      scene.terminal.send(.paste(String(repeating: "é ", count: 300_000)))
      await scene.run.settle()
      let line = (scene.session.screen.current as? RecordScreen)?.list.searchLine
      let count = line?.understoodByteCount
      try await scene.press("Left,Left,Home,End,x,BSpace,C-a,Right,C-e")
      #expect(line != nil && line?.understoodByteCount == count)
      try await scene.press("Esc")
    }
  }

  @Test func whereNothingIsTypedNothingIsPasted() async throws {
    try await scene { scene in
      try await scene.press("paste:dq\n")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Paste text into a search or a form, not here.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      for keys in ["g", "Enter", "3"] {
        try await scene.press("\(keys),paste:dq\n")
        #expect(scene.status == " Paste text into a search or a form, not here.", "after \(keys)")
      }
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
    }
  }
}
