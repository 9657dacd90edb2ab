// One record.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct DetailScenes {
  @Test func everyFieldOfAUser() async throws {
    try await scene { scene in
      try await scene.press("2,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           User 1

           ID      1
           Name    Ada Byron
           E-mail  ada@example.org
           Active  yes
           Added   2026-01-29 12:00:00 UTC · 2 d ago















         Esc back  e edit  Space toggle  d delete  ? help  q quit
        """)
      try await scene.press("Space")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           User 1

           ID      1
           Name    Ada Byron
           E-mail  ada@example.org
           Active ~no~
           Added   2026-01-29 12:00:00 UTC · 2 d ago

           Changes seen
           now  ~ active 1 → 0  this program











         Toggled user 1 · u undo
         Esc back  e edit  Space toggle  d delete  u undo  ? help  q quit
        """)
    }
  }

  @Test func keysThatOpenAndLeave() async throws {
    for open in ["Enter", "l", "Right"] {
      for leave in ["Esc", "h", "Left"] {
        try await scene { scene in
          try await scene.press("Down,\(open)")
          #expect(scene.line(1) == "   Fact 2")
          try await scene.press(leave)
          #expect(scene.cursorRow?.hasPrefix("2 ") == true)
        }
      }
    }
  }

  @Test func aRecordThatSomeoneElseDeletes() async throws {
    try await scene { scene in
      try await scene.press("Enter")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      scene.shows(
        """
         Almanac  1 Facts 2  2 Users 5  3 Statistics                     book.db · live
           Fact 3

           This record is gone



















         Esc back  ? help  q quit
        """)
      for key in ["d", "Space", "e"] {
        try await scene.press(key)
        #expect(scene.status == " This record is gone.", "nothing is there to act on, after \(key)")
      }
      // An Esc pressed at once would be meant for the form that e did not open.
      await scene.wait(1)
      try await scene.press("Esc")
      #expect(scene.status == "")
      #expect(scene.cursorRow?.hasPrefix("2 ") == true)
    }
  }

  @Test func aRecordThatWeDelete() async throws {
    try await scene { scene in
      try await scene.press("Enter,d")
      #expect(scene.line(3) == "   This record is gone")
      #expect(scene.status == " Deleted fact 3 · u undo")
      try await scene.press("u")
      #expect(scene.line(4) == "   Fact   An octopus has three hearts.")
    }
  }

  @Test func aLongRecordIsScrolled() async throws {
    let lines = (1...100).map { "line \($0)" }.joined(separator: "\n")
    try await scene("INSERT INTO facts(id, body, createdAt) VALUES (1, '\(lines)', '2026-01-31')") { scene in
      try await scene.press("Enter")
      #expect(scene.line(4) == "   Fact   line 1")
      try await scene.press("j,j,Down,k")
      #expect(scene.line(3) == "          line 2")
      try await scene.press("PgDn")
      #expect(scene.line(3) == "          line 21", "\(scene.line(3))")
      try await scene.press("End")
      scene.shows(
        """
         Almanac  1 Facts 1  2 Users 0  3 Statistics                     book.db · live
           Fact 1

                  line 83
                  line 84
                  line 85
                  line 86
                  line 87
                  line 88
                  line 89
                  line 90
                  line 91
                  line 92
                  line 93
                  line 94
                  line 95
                  line 96
                  line 97
                  line 98
                  line 99
                  line 100
           Added  2026-01-31 00:00:00 UTC · 12 h ago

         Esc back  e edit  d delete  k scroll up  ? help  q quit
        """)
      try await scene.press("Home")
      #expect(scene.line(3) == "   ID     1")
      try await scene.press("wheeldown:10x5,wheeldown:10x5,wheelup:10x5")
      #expect(scene.line(3) == "          line 3", "\(scene.line(3))")
    }
  }

  @Test func aRecordThatWeDeletedBeforeSomethingElse() async throws {
    try await scene { scene in
      try await scene.press("Enter,d,Esc,d")
      #expect(scene.status == " Deleted fact 2 · u undo")
      // Undo the deletion of fact 2, then that of fact 3, one at a time.
      try await scene.press("Enter")
      try await scene.outside("DELETE FROM facts WHERE id = 1")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 5  3 Statistics                     book.db · live
           Fact 1

           This record is gone
           There is nothing to undo here

















         Deleted fact 2
         Esc back  ? help  q quit
        """)
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["0"], "u takes nothing else back")
      try await scene.press("Esc,u,u")
      #expect(try scene.rows("SELECT id FROM facts ORDER BY id") == ["2", "3"])
    }
  }

  @Test func aRecordThatWeDeleteSaysThatItCanComeBack() async throws {
    try await scene { scene in
      try await scene.press("Enter,d")
      scene.shows(
        """
         Almanac  1 Facts 2  2 Users 5  3 Statistics                     book.db · live
           Fact 3

           This record is gone
           u brings it back

















         Deleted fact 3 · u undo
         Esc back  u undo  ? help  q quit
        """)
    }
  }

  @Test func valuesThatAreNoText() async throws {
    try await scene(
      """
      INSERT INTO users(id, name, email, active, createdAt) VALUES
        (1, CAST(x'61ff62' AS TEXT), x'00ff10', 7, 'long ago'),
        (2, '', 'escape' || char(27) || '[31m', 1, x'00')
      """
    ) { scene in
      try await scene.press("2,G,Enter")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 2  3 Statistics                     book.db · live
           User 1

           ID      1
           Name    a�b
                   not valid UTF-8: x'61ff62'
           E-mail  x'00ff10'
                   blob, 3 bytes
           Active  7
           Added   long ago













         Esc back  e edit  Space toggle  d delete  ? help  q quit
        """)
      try await scene.press("Esc,g,Enter")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 2  3 Statistics                     book.db · live
           User 2

           ID      2
           Name
           E-mail  escape␛[31m
           Active  yes
           Added   x'00'
                   blob, 1 byte














         Esc back  e edit  Space toggle  d delete  ? help  q quit
        """)
    }
  }

  @Test func whatIsNotValidTextIsNoJSON() async throws {
    try await scene("INSERT INTO facts(id, body) VALUES (1, CAST(x'5b22ff222c315d' AS TEXT))") { scene in
      try await scene.press("Enter")
      #expect(scene.line(4) == "   Fact   [\"�\",1]")
      #expect(scene.line(5) == "          not valid UTF-8: x'5b22ff222c315d'")
    }
  }

  @Test func jsonIsUnfolded() async throws {
    let json = #"{"name":"Ada","born":1815,"tags":["a","b",[]],"none":null,"deep":{"x":-1.5e3}}"#
    try await scene("INSERT INTO facts(id, body, createdAt) VALUES (1, '\(json)', '2026-02-05 12:00')") { scene in
      try await scene.press("Enter")
      scene.shows(
        """
         Almanac  1 Facts 1  2 Users 0  3 Statistics                     book.db · live
           Fact 1

           ID     1
           Fact   {
                    "name": "Ada",
                    "born": 1815,
                    "tags": [
                      "a",
                      "b",
                      []
                    ],
                    "none": null,
                    "deep": {
                      "x": -1.5e3
                    }
                  }
                  JSON, unfolded
           Added  2026-02-05 12:00:00 UTC · in 5 d




         Esc back  e edit  d delete  ? help  q quit
        """)
    }
  }

  @Test func aLongValueIsWrappedAndScrolledWithItsKeysInSight() async throws {
    let words = (1...400).map { "word\($0)" }.joined(separator: " ")
    try await scene("INSERT INTO facts(id, body, createdAt) VALUES (1, '\(words)', '2026-01-31')") { scene in
      try await scene.press("Enter,j")
      scene.shows(
        """
         Almanac  1 Facts 1  2 Users 0  3 Statistics                     book.db · live
           Fact 1

           Fact   word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11
                  word12 word13 word14 word15 word16 word17 word18 word19 word20 word21
                  word22 word23 word24 word25 word26 word27 word28 word29 word30 word31
                  word32 word33 word34 word35 word36 word37 word38 word39 word40 word41
                  word42 word43 word44 word45 word46 word47 word48 word49 word50 word51
                  word52 word53 word54 word55 word56 word57 word58 word59 word60 word61
                  word62 word63 word64 word65 word66 word67 word68 word69 word70 word71
                  word72 word73 word74 word75 word76 word77 word78 word79 word80 word81
                  word82 word83 word84 word85 word86 word87 word88 word89 word90 word91
                  word92 word93 word94 word95 word96 word97 word98 word99 word100
                  word101 word102 word103 word104 word105 word106 word107 word108
                  word109 word110 word111 word112 word113 word114 word115 word116
                  word117 word118 word119 word120 word121 word122 word123 word124
                  word125 word126 word127 word128 word129 word130 word131 word132
                  word133 word134 word135 word136 word137 word138 word139 word140
                  word141 word142 word143 word144 word145 word146 word147 word148
                  word149 word150 word151 word152 word153 word154 word155 word156
                  word157 word158 word159 word160 word161 word162 word163 word164
                  word165 word166 word167 word168 word169 word170 word171 word172

         Esc back  e edit  d delete  j scroll down  k scroll up  ? help  q quit
        """)
    }
  }
}
