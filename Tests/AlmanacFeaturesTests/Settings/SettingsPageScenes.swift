// The page that changes the settings.
import Containers
import Locks
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE Song(id INTEGER PRIMARY KEY, title TEXT, artist TEXT);
  INSERT INTO Song VALUES (1, 'Blue in Green', 'Miles Davis'), (2, 'Naima', 'John Coltrane'), (3, 'So What', 'Miles Davis');
  """

private struct Refused: Error, CustomStringConvertible {
  let description: String
}

/// A configuration file in memory; `isRefused`: nothing can be written.
private func use(_ text: Lock<String>, isRefused: Bool = false) {
  Container.shared.settingsFile.register {
    SettingsFile(
      path: "/home/ada/.config/almanac/config", shownPath: "/home/ada/music.db", home: "/home/ada",
      change: { edit in
        let new = try edit(text.withLock(\.self))
        if isRefused { throw Refused(description: "Nothing is changed: the folder can't be written.") }
        text.withLock { $0 = new }
        return new
      })
  }
}

@Suite(.recordsIssues, .container)
@MainActor
struct SettingsPageScenes {
  private let size = Size(width: 80, height: 24)

  @Test("CIT-20: the page lists each setting; a key changes one in the file and at once, and all other lines stay")
  func changed() async throws {
    let text = Lock("# mine\ntheme = plain\n\nnonsense\n[file *.other]\nmouse = off\n")
    use(text)
    try await fileScene(songs, size: size) { scene in
      try await scene.press(":,type:settings,Enter")
      #expect(scene.lines[0] == "┌ Settings · /home/ada/.config/almanac/config ─────────────────────────────────┐")
      #expect(scene.lines[1] == "│ ▌ theme         auto                                                         │")
      #expect(scene.lines[6] == "│   confirmation  100                                                          │")
      #expect(scene.lines[13].contains("colours on the screen: auto, by the terminal's background"), "\(scene.lines)")
      #expect(scene.lines[23] == " ⏎ change  j next  k previous  Esc close")
      // A setting with a few values goes to the next one.
      try await scene.press("j,Space")
      #expect(scene.lines[2] == "│ ▌ times         utc                                                          │")
      #expect(text.withLock(\.self) == "# mine\ntheme = plain\n\nnonsense\ntimes = utc\n[file *.other]\nmouse = off\n")
      // One that is typed: a value that is none is refused, and what was typed stays.
      try await scene.press("j,j,j,j,Enter,BSpace,BSpace,BSpace,type:x,Enter")
      #expect(scene.lines.contains { $0.contains("confirmation takes a number from 1 to 1000.") }, "\(scene.lines)")
      try await scene.press("BSpace,type:2,Enter,Esc")
      #expect(
        text.withLock(\.self)
          == "# mine\ntheme = plain\n\nnonsense\ntimes = utc\nconfirmation = 2\n[file *.other]\nmouse = off\n")
      try await scene.press("C-a,d")
      #expect(scene.lines.contains { $0.contains("Delete 3 records") }, "\(scene.lines)")
    }
  }

  @Test(
    "CIT-20: what the page says of numbers, dates and columns holds at once in a list that is there, and its records")
  func values() async throws {
    use(Lock(""))
    let stock = """
      CREATE TABLE stock(id INTEGER PRIMARY KEY, count INTEGER, made_at INT);
      INSERT INTO stock VALUES (1, 1204433, 1769860740), (2, 7, 1769601600);
      """
    try await fileScene(stock, size: Size(width: 150, height: 24)) { scene in
      /// The first words of the first row.
      @MainActor func words(_ count: Int) -> String {
        scene.list[0].split(separator: " ").prefix(count).joined(separator: " ")
      }
      #expect(words(6) == "▌ 1 1,204,433 1 min ago", "\(scene.list)")
      #expect(scene.lines.filter { $0.contains("│ count    1,204,433") }.count == 1, "\(scene.lines)")
      try await scene.press(":,type:settings,Enter,j,j")
      #expect(scene.lines.contains { $0.contains("A change acts at once.") }, "\(scene.lines)")
      try await scene.press("Space,j")
      #expect(scene.lines.contains { $0.contains("A change acts at once.") }, "\(scene.lines)")
      try await scene.press("Space,Esc")
      #expect(words(7) == "▌ 1 1 204 433 2026-01-31 11:59:00", "\(scene.list)")
      #expect(scene.lines.filter { $0.contains("│ count    1 204 433") }.count == 1, "\(scene.lines)")
      try await scene.press("l")
      #expect(scene.lines[2] == "   count    1 204 433")
      try await scene.press(":,type:settings,Enter,j,j,j,Space,Esc")
      #expect(scene.lines[2] == "   count    1'204'433")
      try await scene.press("Esc,:,type:settings,Enter,j,j,Space,j,j,Enter,type:made_at,Enter,Esc")
      #expect(words(6) == "▌ 1 min ago 1 1'204'433", "\(scene.list)")
    }
  }

  @Test("CIT-20: each of several keys that come at once goes on from what the one before has written")
  func burst() async throws {
    let text = Lock("")
    use(text)
    try await fileScene(songs, size: size) { scene in
      try await scene.press(":,type:settings,Enter")
      try await scene.pressAtOnce("Space,Space,j,Space")
      #expect(scene.lines[1] == "│   theme         night                                                        │")
      #expect(scene.lines[2] == "│ ▌ times         utc                                                          │")
      #expect(text.withLock(\.self) == "theme = night\ntimes = utc\n")
    }
  }

  @Test("CIT-20: a file that can't be written says so on the page, and the value stays")
  func refused() async throws {
    let text = Lock("times = local\n")
    use(text, isRefused: true)
    try await fileScene(songs, size: size) { scene in
      try await scene.press(":,type:settings,Enter,j,Enter")
      #expect(scene.lines[2] == "│ ▌ times         local                                                        │")
      #expect(
        scene.lines[13] == "│   Nothing is changed: the folder can't be written.                           │",
        "\(scene.lines)")
      #expect(Container.shared.settings().times == .local)
    }
  }

  @Test(
    "CIT-20: one line is changed or added, and every other byte stays",
    arguments: [
      ("", "times = utc\n"),
      ("# a", "# a\ntimes = utc\n"),
      ("times=local", "times = utc"),
      ("# times = local\r\n\r\nmouse = off\r\n", "# times = local\r\ntimes = utc\r\n\r\nmouse = off\r\n"),
      ("  times = local\r\nmouse = off", "  times = utc\r\nmouse = off"),
      ("times = soon\nmouse = off\n", "times = soon\nmouse = off\ntimes = utc\n"),
      ("mouse = off", "mouse = off\ntimes = utc\n"),
      ("# head\n[file *.db]\nmouse = off\n", "times = utc\n\n# head\n[file *.db]\nmouse = off\n"),
      // The line that holds for the shown file.
      (
        "times = local\n[file a.db]\ntimes = local # é\ntimes = local\n",
        "times = local\n[file a.db]\ntimes = local # é\ntimes = utc\n"
      ),
      ("times = local\n[file b.db]\ntimes = local\n", "times = utc\n[file b.db]\ntimes = local\n"),
    ])
  func lines(_ text: String, _ expected: String) {
    #expect(Configuration.text(text, setting: "times", to: "times = utc", for: "/x/a.db", home: nil) == expected)
  }
}
