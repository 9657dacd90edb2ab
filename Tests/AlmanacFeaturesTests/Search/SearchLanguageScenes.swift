// Conditions in the search line.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct SearchLanguageScenes {
  private static let music = """
    CREATE TABLE Genre(GenreId INTEGER PRIMARY KEY, Name TEXT);
    CREATE TABLE Track(Id INTEGER PRIMARY KEY, Name TEXT, GenreId INTEGER REFERENCES Genre, Ms INTEGER);
    INSERT INTO Genre VALUES (1, 'Rock'), (2, 'Jazz');
    INSERT INTO Track VALUES
      (1, 'In the Rain', 2, 300001), (2, 'Jazz for Two', 1, 200000), (3, 'Live at Home', 2, 400000), (4, 'Etude', NULL, NULL);
    """

  @Test("CIT-01: the search line says how it understood conditions; labels of foreign keys are found; rows follow")
  func conditions() async throws {
    try await fileScene(Self.music, size: Size(width: 80, height: 8)) { scene in
      try await scene.press("2,/,type:jazz")
      scene.shows(
        """
         music.db  Genre 2  Track 4                                                live
         / jazz                                                                  3 of 4
         Id ▲  Name                                                  GenreId         Ms
         ▌  1  In the Rain                                           2 Jazz     300,001
            2  Jazz for Two                                          1 Rock     200,000
            3  Live at Home                                          2 Jazz     400,000

         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      try await scene.press("C-u,type:genre:jazz -live ms>1000")
      scene.shows(
        """
         music.db  Genre 2  Track 4                                                live
         / genre:jazz -live ms>1000   = GenreId has jazz, not live, Ms > 1000    1 of 4
         Id ▲  Name                                                  GenreId         Ms
         ▌  1  In the Rain                                           2 Jazz     300,001



         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      // A change of a label in another table concerns the list.
      try await scene.outside("UPDATE Genre SET Name = 'Smooth Jazz' WHERE GenreId = 1")
      #expect(scene.line(1) == " / genre:jazz -live ms>1000   = GenreId has jazz, not live, Ms > 1000    2 of 4")
      try await scene.outside("UPDATE Track SET Ms = 1 WHERE Id = 1")
      #expect(scene.line(1) == " / genre:jazz -live ms>1000   = GenreId has jazz, not live, Ms > 1000    1 of 4")
      try await scene.press("C-u,type:ms:null")
      #expect(scene.line(1) == " / ms:null   = Ms = NULL                                                 1 of 4")
      // What is not finished has no effect, and a word that names no column is text.
      try await scene.press("C-u,type:ms>")
      #expect(scene.line(1) == " / ms>                                                                   4 of 4")
      try await scene.press("C-u,type:x:y")
      #expect(scene.line(1) == " / x:y   = text \"x:y\"                                                    0 of 4")
    }
  }

  @Test("CIT-01: Tab completes the name of a column, or names those that begin so")
  func completion() async throws {
    try await fileScene(Self.music) { scene in
      try await scene.press("2,/,type:-g,Tab,type:rock")
      #expect(scene.line(1) == " / -genreId:rock   = not GenreId has rock                                3 of 4")
      try await scene.press("C-u,type:zz,Tab")
      #expect(scene.status == " No column of Track begins so: Id, Name, GenreId and Ms.")
    }
  }

  @Test("LSQ-23: `:sql` begins with the comparisons of the search, and leaves its words out")
  func query() async throws {
    try await fileScene(Self.music) { scene in
      try await scene.press("2,/,type:ms>250000 genre:jazz,Enter,:,type:sql,Enter")
      #expect(scene.lines.contains { $0.contains("WHERE (Ms > 250000 AND Ms < '')") })
    }
  }
}
