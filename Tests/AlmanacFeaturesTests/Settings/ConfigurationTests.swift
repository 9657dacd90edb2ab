// What the lines of a configuration mean, and which can't be followed.
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.container)
@MainActor
struct ConfigurationTests {
  @Test("CIT-20: each line that can't be followed is named with its number, and the rest holds")
  func complaints() {
    let configuration = Configuration(
      """
      # mine
       times=utc\r
      tims = utc
      mouse = maybe
      times = local
      no sign
      confirmation = 1001
      editor = "vim -c
      columns = Title, name , title

      [file *.db
      mouse = off
      [files *.db]
      [file *.db]
      writing = always
      writing = never
      """ + "\ntheme = \u{1b}[31m\ntheme = plain\n" + String(repeating: "x", count: 60) + " = 1")
    #expect(
      configuration.complaints.map(\.sentence) == [
        "Line 3 of the configuration: there is no setting 'tims'; almanac config prints all settings.",
        "Line 4 of the configuration: mouse takes on or off, not 'maybe'.",
        "Line 5 of the configuration: line 2 sets times already.",
        "Line 6 of the configuration: 'no sign' is no setting: write NAME = VALUE.",
        "Line 7 of the configuration: confirmation takes a number from 1 to 1000, not '1001'.",
        "Line 8 of the configuration: editor takes a program and its options, not '\"vim -c'.",
        "Line 11 of the configuration: a section is [file GLOB], for example [file *.db]; the lines below it do not count.",
        "Line 13 of the configuration: a section is [file GLOB], for example [file *.db]; the lines below it do not count.",
        "Line 16 of the configuration: line 15 sets writing already.",
        "Line 17 of the configuration: it has a control character.",
        "Line 19 of the configuration: there is no setting '\(String(repeating: "x", count: 39))…'; almanac config prints "
          + "all settings.",
      ])
    #expect(
      configuration.message
        == "Line 3 of the configuration: there is no setting 'tims'; almanac config prints all settings. 10 more: almanac "
        + "config tells all.")
    var settings = Settings()
    (settings.times, settings.columns) = (.utc, ["Title", "name"])
    #expect(configuration.settings(for: nil, home: nil) == settings)
    (settings.writing, settings.theme) = (.always, .plain)
    #expect(configuration.settings(for: "/tmp/a.db", home: nil) == settings)
  }

  @Test("CIT-20: each setting is read as it is printed, with what it does as a comment")
  func printing() {
    let text = """
      mouse = off
      editor = "/opt/my editor" -w
      columns = Title, Name
      confirmation = 7
      theme = plain
      times = utc
      writing = always
      [file ~/secret/*]
      writing = never
      """
    let printed = Configuration(text).text(path: "/home/me/.config/almanac/config")
    let again = Configuration(printed)
    #expect(again.complaints == [])
    for path in ["/home/me/secret/a/b.db", "/home/me/c.db", nil] {
      let settings = Configuration(text).settings(for: path, home: "/home/me")
      #expect(again.settings(for: path, home: "/home/me") == settings)
      #expect(settings.writing == (path == "/home/me/secret/a/b.db" ? .never : .always))
      #expect(settings.editor == ["/opt/my editor", "-w"])
    }
    // Without a file, all settings are comments; without the signs they are what holds by itself.
    let usual = Configuration().text(path: "/config")
    #expect(Configuration(usual).isEmpty && Configuration(usual).complaints == [])
    let settings = usual.split(separator: "\n").filter { $0.contains(" =") && $0.hasPrefix("# ") }.map {
      $0.dropFirst(2)
    }
    #expect(
      settings.dropFirst().prefix(11) == [
        "theme = auto", "times = local", "dates = ages", "thousands = comma", "columns =", "confirmation = 100",
        "remember = off", "writing = ask",
        "editor =",
        "mouse = on", "linear = off",
      ])
    #expect(
      settings.dropFirst(13).prefix(3) == ["key j = next record", "key k = previous record", "key g = first record"])
    let set = Configuration(settings.dropFirst().prefix(11).joined(separator: "\n"))
    #expect(set.complaints == [] && set.settings(for: nil, home: nil) == Settings())
  }

  @Test(
    "CIT-20: a GLOB with a slash is of the path, one without of the name",
    arguments: [
      ("*.db", "/a/b.db", true), ("*.db", "/a.db/b", false), ("b.??", "/a/b.db", true), ("b.?", "/a/b.db", false),
      ("/a/*", "/a/b/c.db", true), ("~/*.db", "/home/me/a.db", true), ("~/*.db", "/home/you/a.db", false),
      ("*a*a*a*b", "/aaaaaaaaaaaaaaaa", false), ("*a*b*", "/xxaxxbxx", true), ("[x]", "/x", false), ("é*", "/éa", true),
    ])
  func globs(_ pattern: String, _ path: String, isMatch: Bool) {
    #expect(Glob(pattern, home: "/home/me").matches(path) == isMatch)
  }

  @Test("CIT-20: random bytes: no line outside is named, each sentence is one line, and a good line holds")
  func randomBytes() {
    var random = SeededGenerator(seed: 20)
    let pieces: [[UInt8]] = [
      "[file ", "]", "=", "\n", "#", "times", "writing", " ", "never", "\"", "editor", "*", "\u{1b}", "é", "\0",
      "columns", ",",
    ].map { Array($0.utf8) }
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        bytes +=
          Bool.random(using: &random) ? pieces.randomElement(using: &random)! : [.random(in: 0...255, using: &random)]
      }
      let text = "mouse = off\n" + String(decoding: bytes, as: UTF8.self)
      let configuration = Configuration(text)
      let settings = configuration.settings(for: "/tmp/a.db", home: "/home/me")
      #expect(configuration.settings(for: nil, home: nil).mouse == .off)
      let count = text.unicodeScalars.count { $0 == "\n" } + 1
      for complaint in configuration.complaints {
        #expect((1...count).contains(complaint.line ?? 0))
        #expect(!complaint.sentence.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" })
      }
      let printed = Configuration(configuration.text(path: "/config"))
      #expect(printed.complaints == [] && printed.settings(for: "/tmp/a.db", home: "/home/me") == settings, "\(text)")
    }
  }
}
