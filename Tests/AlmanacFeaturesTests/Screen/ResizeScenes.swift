// Screens of any size.
import AlmanacFeatures
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ResizeScenes {
  @Test func smaller() async throws {
    try await scene { scene in
      try await scene.press("2,Down,resize:48x9")
      scene.shows(
        """
         1 Facts 3  2 Users 5  3 Statistics        live
         / search                                   2/5
           Name ▲         E-mail         Active   Added
           Ada Byron      ada@example.…    ●        2 d
         ▌ alan mathison  alan@example…    ●        3 d
           Annie Easley   annie@exampl…    ○        3 d
           Donald Knuth   don@example.…    ○        9 d

         a add  e edit  Space toggle  d delete  ? help
        """)
    }
  }

  @Test func theLeast() async throws {
    try await scene { scene in
      try await scene.press("2,Down,Down,resize:20x5")
      scene.shows(
        """
        ‹ 2 Users 5  › live
           Name ▲
         ▌ Annie Easley

         a add  ? help
        """)
      try await scene.press("1,/,type:octopus")
      scene.shows(
        """
         1 Facts 3   › live
         / octopus   1 of 3
         ▌  3  An octopus …

         ⏎ keep the search
        """)
      try await scene.press("Enter,Enter")
      #expect(scene.line(1) == "   Fact 3")
      try await scene.press("?,Esc,Esc,a,type:x,Esc,Esc,2,a")
    }
  }

  @Test func tooSmall() async throws {
    try await scene { scene in
      let notices = [
        "19x5": ["Almanac needs a", "larger terminal.", "", "", ""],
        "20x4": ["Almanac needs a", "larger terminal.", "", ""],
        "12x3": ["Almanac", "needs more", "room."],
        "12x2": ["Too small.", ""],
        "3x5": ["Too", "sma", "ll.", "", ""],
        "1x1": ["T"],
      ]
      let before = scene.lines
      for (size, notice) in notices {
        try await scene.press("resize:\(size)")
        #expect(scene.lines == notice)
        #expect(scene.terminal.cursor == nil)
        // The person can't see any effect of the keys, so they do nothing.
        try await scene.press("Down,Enter,a,x,/,x,d,?,q,paste:text,click:0x2")
      }
      try await scene.press("resize:80x24")
      #expect(scene.lines == before)
      #expect(scene.lines.count == 24)
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 3"))
    }
  }

  @Test("where there is no room for a form, quitting asks all the same")
  func tooSmallToAsk() async throws {
    try await scene { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("a,type:x")
      let notices = [
        "19x5": ["What you typed is", "not saved. Ctrl-C", "again quits all the", "same.", ""],
        "16x2": ["Unsaved. Ctrl-C", "again quits."],
        "5x1": ["Quit?"],
      ]
      for (size, notice) in notices {
        try await scene.press("resize:\(size),C-c")
        #expect(scene.lines == notice)
        try await scene.press("resize:80x24,Left")
        #expect(scene.status == "", "another key takes the question back")
      }
      try await scene.press("resize:5x1,C-c")
      #expect(!hasEnded)
      try await scene.press("C-c")
      #expect(hasEnded)
    }
  }

  @Test("where a change is not written, it says so, and what Ctrl-C does")
  func tooSmallToAskAboutAChange() async throws {
    try await lockedScene { scene, _ in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.pressWhileWaiting("d")
      await scene.status { $0.waiting == .write }
      try await scene.pressWhileWaiting("q")
      let notices = [
        "19x5": ["The last change is", "not written. Ctrl-C", "gives it up.", "", ""],
        "16x2": ["Unwritten.", "Ctrl-C gives up."],
        "5x1": ["Wait?"],
      ]
      for (size, notice) in notices {
        try await scene.pressWhileWaiting("resize:\(size)")
        #expect(scene.lines == notice)
      }
      try await scene.press("C-c,resize:80x24")
      #expect(!hasEnded)
      #expect(scene.status == " Not deleted: another program has locked the file. Nothing was changed.")
    }
  }

  @Test func largerFillsTheScreenAndKeepsTheCursor() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("/,type:1500,Enter,Esc,resize:200x60")
      #expect(scene.cursorRow?.hasPrefix("1500 ") == true)
      #expect(!scene.list.contains(""))
      #expect(scene.line(0).count == 199)
      try await scene.press("resize:80x6")
      #expect(scene.cursorRow?.hasPrefix("1500 ") == true)
      try await scene.press("resize:300x200,PgDn,PgDn")
      #expect(!scene.list.contains(""))
      #expect(scene.cursorRow?.hasPrefix("1110 ") == true, "\(scene.cursorRow ?? "")")
    }
  }

  @Test func aFormAndADetailFollow() async throws {
    try await scene { scene in
      try await scene.press("2,Enter,resize:30x8")
      #expect(scene.line(4) == "   Name    Ada Byron")
      try await scene.press("Esc,resize:80x24,a,resize:100x30")
      #expect(scene.lines.contains { $0.contains("┌ New user ─") })
      let top = scene.lines.firstIndex { $0.contains("┌") } ?? 0
      let bottom = scene.lines.firstIndex { $0.contains("└") } ?? 0
      #expect(bottom - top == 9)
      #expect((top + bottom) / 2 == 13)
    }
  }
}
