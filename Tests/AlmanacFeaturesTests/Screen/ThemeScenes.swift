// Which theme the screen has, and when it changes.
import Containers
import Locks
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let notes = """
  CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT);
  INSERT INTO notes VALUES (1, 'one'), (2, 'two'), (3, 'three');
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ThemeScenes {
  private let size = Size(width: 60, height: 10)
  private let white = InputEvent.background(.rgb(255, 255, 255))
  private let black = InputEvent.background(.rgb(0x1E, 0x1E, 0x2E))

  /// The style of the chosen tab, of the first row, which is the chosen one, and of a key in the bottom line.
  private func looks(_ scene: Scene) -> [Style] {
    [Point(column: 12, row: 0), Point(column: 30, row: 3), Point(column: 1, row: 9)].map(scene.terminal.style(at:))
  }

  private func looks(_ theme: Theme) -> [Style] { [theme.activeTab, theme.selectedRow, theme.keyCaption] }

  private func of(_ inks: Theme.Inks) -> [Style] { looks(Theme(inks, .indexed256)) }

  @Test("CIT-11: the terminal is asked once, after the first frame; its answer chooses, and nothing waits for it")
  func answered() async throws {
    try await fileScene(notes, size: size) { scene in
      #expect(scene.terminal.backgroundQuestionCount == 1)
      #expect(looks(scene) == looks(Theme()), "\(scene.lines)")
      try await scene.press("/,type:t")
      let lines = scene.lines
      scene.terminal.send(white)
      #expect(looks(scene) == of(Theme.dawn), "in the same turn")
      #expect(scene.lines == lines)
      scene.terminal.send(black)
      #expect(looks(scene) == of(Theme.dusk))
      try await scene.press("type:h")
      #expect(scene.lines[1].hasPrefix(" / th "), "\(scene.lines)")
      #expect(scene.terminal.backgroundQuestionCount == 1)
    }
  }

  @Test("CIT-11: the question comes after the first frame, not before")
  func asked() throws {
    let terminal = VirtualTerminal(size: size)
    let choice = ThemeChoice()
    choice.choose(for: terminal)
    #expect(terminal.backgroundQuestionCount == 0)
    choice.presented(on: terminal)
    choice.presented(on: terminal)
    #expect(terminal.backgroundQuestionCount == 1)
  }

  @Test("CIT-11: without an answer COLORFGBG counts; NO_COLOR asks nothing, unless the settings name a theme")
  func environment() {
    func theme(_ choice: ThemeChoice, _ setting: Settings.Theme = .auto, _ depth: ColorDepth = .indexed256) -> Theme {
      let terminal = VirtualTerminal(size: size, colorDepth: depth)
      choice.choose(for: terminal)
      choice.choose(setting)
      choice.presented(on: terminal)
      let isAsked = setting == .auto && choice.theme != Theme(Theme.dusk, .none) && depth != .none
      #expect(terminal.backgroundQuestionCount == (isAsked ? 1 : 0), "\(setting) \(depth)")
      return choice.theme
    }
    for text in ["15;0", "0", "12;8", "0;default;6"] {
      #expect(theme(ThemeChoice(background: text)) == Theme(Theme.dusk, .indexed256), "\(text)")
    }
    for text in ["0;15", "0;7", "0;default;15", "1;9"] {
      #expect(theme(ThemeChoice(background: text)) == Theme(Theme.dawn, .indexed256), "\(text)")
    }
    for text in ["", ";", "15;default", "15;16", "15;-1"] {
      #expect(theme(ThemeChoice(background: text)) == Theme(), "\(text)")
    }
    let plain = Theme(Theme.dusk, .none)
    #expect(theme(ThemeChoice(wantsNoColor: true, background: "0;15")) == plain)
    #expect(theme(ThemeChoice(wantsNoColor: true), .colours) == Theme())
    #expect(theme(ThemeChoice(wantsNoColor: true), .night, .eight) == Theme(Theme.night, .eight))
    #expect(theme(ThemeChoice(), .plain) == plain)
    #expect(theme(ThemeChoice(), .day, .none) == plain)
    #expect(theme(ThemeChoice(), .auto, .none) == Theme())
  }

  @Test("CIT-11: the page of the settings changes the theme of the whole screen at once")
  func changed() async throws {
    let text = Lock("")
    Container.shared.settingsFile.register {
      SettingsFile(
        path: "/home/ada/.config/almanac/config", shownPath: nil, home: "/home/ada",
        change: { edit in
          try text.withLock { text in
            text = try edit(text)
            return text
          }
        })
    }
    try await fileScene(notes, size: size) { scene in
      scene.terminal.send(white)
      try await scene.press(":,type:settings,Enter")
      for (name, expected) in [
        ("dusk", of(Theme.dusk)), ("night", of(Theme.night)), ("dawn", of(Theme.dawn)), ("day", of(Theme.day)),
        ("colours", looks(Theme())), ("plain", looks(Theme(Theme.dusk, .none))), ("auto", of(Theme.dawn)),
      ] {
        try await scene.press("Enter")
        #expect(text.withLock(\.self) == "theme = \(name)\n")
        #expect(scene.lines[1].hasPrefix("│ ▌ theme         \(name) "), "\(scene.lines)")
        #expect(scene.terminal.style(at: Point(column: 4, row: 1)) == expected[1], "\(name)")
        #expect(scene.terminal.style(at: Point(column: 1, row: 9)) == expected[2], "\(name)")
        try await scene.press("Esc")
        #expect(looks(scene) == expected, "\(name)")
        try await scene.press(":,type:settings,Enter")
      }
      #expect(scene.terminal.backgroundQuestionCount == 1)
    }
  }

  @Test("CIT-12: JSON in a record has its colours, from a blob too, and a text that is none has not")
  func json() async throws {
    let file = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB, c TEXT);
      INSERT INTO t VALUES (1, '{"né": [1, true], "s": "x"}', CAST('["y", null]' AS BLOB), '{"no": 1');
      """
    try await fileScene(file, size: Size(width: 60, height: 24)) { scene in
      scene.terminal.send(black)
      try await scene.press("Enter")
      let theme = Theme(Theme.dusk, .indexed256)
      let (lines, terminal) = (scene.lines, scene.terminal)
      @MainActor func style(_ text: String, _ offset: Int = 0) throws -> Style {
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(lines)")
        let start = try #require(lines[row].firstRange(of: text)).lowerBound
        let column = lines[row].distance(from: lines[row].startIndex, to: start)
        return terminal.style(at: Point(column: column + offset, row: row))
      }
      #expect(try style("\"né\": [") == theme.memberName)
      #expect(try style("\"né\": [", 4) == .plain)
      #expect(try style("1,") == theme.number)
      #expect(try style("true") == theme.word)
      #expect(try style("\"x\"") == theme.text)
      #expect(try style("\"y\"") == theme.text)
      #expect(try style("null") == theme.word)
      #expect(try style("{\"no\"", 1) == .plain)
    }
  }

  @Test("CIT-11: a theme without colours has none anywhere on the screen")
  func plain() async throws {
    var settings = Settings()
    settings.theme = .plain
    settings.use()
    try await fileScene(notes, size: size) { scene in
      try await scene.press("/,type:t,Enter,I")
      for row in 0..<size.height {
        for column in 0..<size.width {
          let style = scene.terminal.style(at: Point(column: column, row: row))
          #expect(style.foreground == .standard && style.background == .standard)
        }
      }
      #expect(scene.terminal.backgroundQuestionCount == 0)
    }
  }
}
