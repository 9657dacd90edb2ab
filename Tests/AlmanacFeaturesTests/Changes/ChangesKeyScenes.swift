// The keys of the screen of changes: to a record and back, to pause, and their help.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

/// A small music library.
private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
  CREATE TABLE Charts(Week INTEGER, Place INTEGER, AlbumId INTEGER, PRIMARY KEY (Week, Place)) WITHOUT ROWID;
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
  INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2);
  INSERT INTO Charts VALUES (1, 1, 2);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ChangesKeyScenes {
  @Test("CHG-16: Esc comes back from the record of a change to the same line, or to the change that was open")
  func jumpAndBack() async throws {
    try await fileScene(music) { scene in
      try await scene.press("2,/,type:accept,Enter")
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1; UPDATE Artist SET Name = 'ACDC'")
      try await scene.outside("UPDATE Artist SET Name = 'Accept' WHERE ArtistId = 2; DELETE FROM Charts")
      try await scene.press("C,/,type:artist,Enter,G")
      let (row, line) = (scene.cursorRow, scene.cursorLine)
      #expect(row?.filter { $0 != " " }.contains("Artist1~NameAC/DC→ACDC") == true, "\(scene.lines)")
      try await scene.press("l")
      #expect(scene.line(0).hasPrefix(" music.db  Album 3 •1  Artist 2  ") && scene.cursorRow?.contains("ACDC") == true)
      #expect(scene.keyLine.contains("Esc back"), "the search that hid the record is gone: \(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Artist 1 "))
      try await scene.press("Esc,Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 5 ") && scene.cursorRow == row && scene.cursorLine == line)
      try await scene.press("Enter,l")
      #expect(scene.line(0).hasPrefix(" music.db › Artist 1 "), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Change "), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.cursorRow == row && scene.cursorLine == line)
      try await scene.press("Esc,Esc")
      #expect(scene.line(0).hasPrefix(" music.db  Album 3 •1  Artist 2  "), "C was pressed there: \(scene.line(0))")
    }
  }

  @Test("CHG-16: the cursor is on the newest change until the person moves it, opens a change, or comes back to one")
  func following() async throws {
    try await fileScene(music) { scene in
      @MainActor func rename(_ name: String) async throws {
        try await scene.outside("UPDATE Artist SET Name = '\(name)' WHERE ArtistId = 1")
      }
      @MainActor func isOn(_ name: String) -> Bool { scene.cursorRow?.contains("→ \(name) ") == true }
      try await scene.press("C")
      for name in ["One", "Two"] {
        try await rename(name)
        #expect(isOn(name) && scene.cursorLine == 3 && scene.status.hasSuffix(" following"), "\(scene.lines)")
      }
      for (leave, back, name) in [("Down", "Up", "Three"), ("Enter", "Esc", "Four"), ("l", "Esc", "Five")] {
        try await scene.press("g,F,\(leave)")
        try await rename(name)
        try await scene.press(back)
        #expect(!isOn(name) && !scene.status.hasSuffix(" following"), "\(leave): \(scene.lines)")
      }
    }
  }

  @Test("CHG-16: a change of a record that has gone since leads nowhere, and says so")
  func jumpToGone() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.outside("DELETE FROM Album WHERE AlbumId = 1")
      try await scene.press("C,l")
      #expect(scene.status.hasPrefix(" Album 1 was deleted by this change. "))
      try await scene.press("Down,l")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 2 ") && scene.status == " Album 1 has gone.")
    }
  }

  @Test("CHG-16: P says paused in the top line, as in every list; s says by what the list is sorted")
  func pauseAndOrder() async throws {
    try await fileScene(music) { scene in
      try await scene.press("C,P")
      #expect(scene.line(0).hasSuffix(" paused") && scene.keyLine.contains("P catch up"), "\(scene.lines)")
      try await scene.press("P")
      #expect(scene.line(0).hasSuffix(" live") && scene.keyLine.contains("P pause"), "\(scene.lines)")
      try await scene.press("s")
      #expect(scene.status.hasPrefix(" There is only one order, by time; S turns it round. "))
    }
  }

  @Test("CHG-16: the help of the changes lists what does something there, and nothing else")
  func help() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.press("C,?")
      scene.shows(
        """
        ┌ Help ────────────────────────────────────────────────────────────────────────┐
        │ New here? ↑ ↓ move, ⏎ opens, Esc goes back, / searches, u undoes, q quits.   │
        │ : finds all that can be done by its name.                                    │
        │                                                                              │
        │ This screen                           Mark and copy                          │
        │ l →        go to record               x          mark                        │
        │ R          revert commit/marked       Ctrl-A     mark all found              │
        │ Space      fold, unfold commit                                               │
        │ } {        next, previous commit      Columns                                │
        │ v          compare two moments        H L i      another column, profile     │
        │ y Y        copy as SQL, choose        _ =        hide the column, show all   │
        │ X          clear the list             + - < > ^  size, move, freeze column   │
        │                                                                              │
        │ Move                                  Changes                                │
        │ j ↓ k ↑    next, previous record      F          follow the newest           │
        │ g Home     first record               P          pause, catch up             │
        │ G End      last record                n N        next, previous change       │
        │ PgDn PgUp  a page down, up                                                   │
        │ Ctrl-D     half a page down           Go to                                  │
        │ Ctrl-U     half a page up             1 2 3      go to that tab              │
        │ Esc        back                       Tab        next screen                 │
        │ /home/ada/music.db                                             46 more below │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  / search  j scroll down
        """)
      try await scene.press("Esc,Enter,?")
      scene.shows(
        """
        ┌ Help ────────────────────────────────────────────────────────────────────────┐
        │ New here? ↑ ↓ move, Esc goes back, u undoes, q quits. : finds all that can   │
        │ be done by its name.                                                         │
        │                                                                              │
        │ This screen                           Records                                │
        │ l →          go to record             w            save the value to a       │
        │ R            revert commit/marked                  file                      │
        │ Space        fold, unfold commit      b            bytes, text               │
        │ } {          next, previous commit    u Ctrl-R     undo, redo                │
        │ v            compare two moments                                             │
        │ y Y          copy as SQL, choose      Changes                                │
        │ X            clear the list           P            pause, catch up           │
        │                                                                              │
        │ Move                                  Go to                                  │
        │ Esc h ←      back                     1 2 3        go to that tab            │
        │ Ctrl-N       next record              Tab          next screen               │
        │ Ctrl-P       previous record          Shift-Tab    previous screen           │
        │ j ↓          next field               :            jump                      │
        │ k ↑          previous field           !            query                     │
        │ PgDn Ctrl-D  a page down                                                     │
        │ PgUp Ctrl-U  a page up                Almanac                                │
        │ /home/ada/music.db                                             40 more below │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  / search  j scroll down
        """)
    }
  }
}
