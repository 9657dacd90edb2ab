// What the settings change on the screen.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE Song(id INTEGER PRIMARY KEY, title TEXT, artist TEXT, year INTEGER);
  INSERT INTO Song VALUES
    (1, 'Blue in Green', 'Miles Davis', 1959), (2, 'Naima', 'John Coltrane', 1960),
    (3, 'Round Midnight', 'Thelonious Monk', 1944);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct SettingsScenes {
  private let size = Size(width: 80, height: 9)

  /// Sets what a configuration says.
  private func set(_ text: String) {
    Configuration(text).settings(for: nil, home: nil).use()
  }

  /// The titles of the columns, from left to right.
  private func titles(_ scene: Scene) -> String { scene.line(2).split(separator: " ").joined(separator: " ") }

  @Test("CIT-20: the columns of the settings come first, until the person moves one; = brings them back")
  func columns() async throws {
    set("columns = nothing, ARTIST, id")
    try await fileScene(songs, size: size) { scene in
      #expect(titles(scene) == "artist id ▲ title year")
      try await scene.press("L,L,>")
      #expect(titles(scene) == "artist id ▲ year title")
      try await scene.press("<")
      #expect(titles(scene) == "artist id ▲ title year")
      try await scene.press("H,H,>,=")
      #expect(titles(scene) == "artist id ▲ title year")
      #expect(scene.status == " All columns are as they were.")
    }
  }

  @Test("CIT-20: more marked records than the setting says ask for their number")
  func confirmation() async throws {
    set("confirmation = 2")
    try await fileScene(songs, size: size) { scene in
      try await scene.press("x,j,x,d")
      #expect(try scene.rows("SELECT count(*) FROM Song") == ["1"])
      try await scene.press("u,C-a,d")
      #expect(scene.lines.contains { $0.contains("Delete 3 records") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM Song") == ["3"])
      try await scene.press("type:3,Enter")
      #expect(try scene.rows("SELECT count(*) FROM Song") == ["0"])
    }
  }
}
