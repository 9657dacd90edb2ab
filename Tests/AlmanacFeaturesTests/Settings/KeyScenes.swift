// Keys that the person has given to actions.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE Song(id INTEGER PRIMARY KEY, title TEXT, artist TEXT);
  INSERT INTO Song VALUES (1, 'Blue in Green', 'Miles Davis'), (2, 'Naima', 'John Coltrane'), (3, 'So What', 'Miles Davis');
  """

@Suite(.recordsIssues, .container)
@MainActor
struct KeyScenes {
  private let size = Size(width: 80, height: 24)

  /// Sets what a configuration says.
  private func set(_ text: String) {
    let configuration = Configuration(text)
    #expect(configuration.complaints == [])
    configuration.settings(for: nil, home: nil).use()
  }

  @Test("CIT-20: a key does what its action does; the usual key of that is free, and a key of two swaps")
  func given() async throws {
    set("key x = delete\nkey d = mark\nkey F5 = undo")
    try await fileScene(songs, size: size) { scene in
      #expect(scene.lines[23].contains(" x delete"), "\(scene.lines[23])")
      try await scene.press("d")
      #expect(try scene.rows("SELECT count(*) FROM Song") == ["3"])
      try await scene.press("j,d,x")
      #expect(try scene.rows("SELECT group_concat(id) FROM Song") == ["3"])
      #expect(scene.status.hasSuffix("F5 undo"), "\(scene.status)")
      try await scene.press("u")
      #expect(try scene.rows("SELECT group_concat(id) FROM Song") == ["3"])
      try await scene.press("F5,G,Del")
      #expect(try scene.rows("SELECT group_concat(id) FROM Song") == ["1,2"])
    }
  }

  @Test("CIT-20: the help and the palette show the person's keys; the palette performs what has no key")
  func shown() async throws {
    set("key x = delete\nkey M-h = help\nkey D = doctor: check the file")
    try await fileScene(songs, size: size) { scene in
      try await scene.press("?")
      #expect(!scene.lines.contains { $0.contains("Help") }, "\(scene.lines)")
      try await scene.press("M-h")
      #expect(scene.lines.contains { $0.contains("x Del") && $0.contains("delete") }, "\(scene.lines)")
      try await scene.press("PgDn")
      #expect(scene.lines.contains { $0.contains("Alt-h") && $0.contains("help") }, "\(scene.lines)")
      #expect(!scene.lines.contains { $0.contains("duplicate") && $0.contains("D ") }, "\(scene.lines)")
      try await scene.press("Esc,:,type:delete")
      #expect(scene.lines.contains { $0.contains("delete") && $0.contains(" x ") }, "\(scene.lines)")
      // x is of another action now, and mark has no key.
      try await scene.press("Esc,:,type:mark up,BSpace,BSpace,BSpace,Enter")
      #expect(scene.lines[22].contains("1 marked") || scene.lines[0].contains("1 marked"), "\(scene.lines)")
      try await scene.press("Esc,D")
      #expect(scene.lines[0].contains("Doctor"), "\(scene.lines)")
    }
  }

  @Test("CIT-20: text, forms and questions keep their keys")
  func text() async throws {
    set("key y = delete\nkey n = add\nkey Tab = quit\nkey a = undo\nkey Space = quit\nkey BSpace = quit")
    try await fileScene(songs, size: size, isWriteAllowed: false) { scene in
      // A search, with the letters and with keys of the line.
      try await scene.press("/,type:nayy,BSpace,BSpace")
      #expect(scene.line(1).contains("na"), "\(scene.lines)")
      try await scene.press("Enter,y")
      #expect(scene.lines.contains { $0.contains("Write to") }, "\(scene.lines)")
      #expect(scene.lines[23] == " ⏎ write  Esc leave it as it is")
      try await scene.press("n")
      #expect(try scene.rows("SELECT count(*) FROM Song") == ["3"])
      try await scene.press("y,y")
      #expect(try scene.rows("SELECT group_concat(id) FROM Song") == ["1,3"])
      // A form: Tab goes on, and letters are text.
      try await scene.press("Esc,n,Tab,type:any a,Enter")
      #expect(try scene.rows("SELECT artist FROM Song ORDER BY id DESC LIMIT 1") == ["any a"], "\(scene.lines)")
    }
  }

  @Test("CIT-20: every action that the palette shows with a key can be named, and has that key")
  func named() async throws {
    let screens = ["", "Enter", "C", "C,Enter", "!,type:SELECT 1 AS a,Enter", "!,type:SELECT 1 AS a,Enter,v", "i"]
    for keys in screens {
      try await fileScene(songs, size: size) { scene in
        if !keys.isEmpty { try await scene.press(keys) }
        for hint in scene.session.screen.allHints where hint.title != "go to that tab" {
          #expect(KeyReference.hasAction(hint.title), "\(hint.title), on \(keys)")
          // Inside a record, Ctrl-N and Ctrl-P are named as j and k are in a list.
          if hint.title.hasSuffix(" record"), hint.keys[0] == .control("n") || hint.keys[0] == .control("p") {
            continue
          }
          if let usual = KeyReference.usualKey(of: hint.title) {
            #expect(hint.keys.contains(usual), "\(hint.title), on \(keys)")
          }
        }
      }
    }
  }

  @Test("CIT-20: every action that only a screen has is on one, with the key that it usually has")
  func ofScreens() async throws {
    let screens = [
      "", "Enter", "C", "C,Enter", "!,type:SELECT 1 AS a,Enter", "!,type:SELECT title,Comma,type: id FROM Song,Enter,v",
      "[", "i",
      ":,type:board,Enter", "C,v,j,v",
    ]
    var left = Dictionary(KeyReference.actionsOfScreens.map { ($0.key, $0.value) }) { first, _ in first }
    func note(_ hints: [KeyHint]) {
      for hint in hints where left[hint.title].map(hint.keys.contains) == true { left[hint.title] = nil }
    }
    for keys in screens {
      try await fileScene(songs + OtherDatabase.musicLibrary.schema, size: size) { scene in
        try await scene.outside("UPDATE Song SET title = upper(title)")
        try await scene.outside("UPDATE Song SET title = lower(title)")
        if !keys.isEmpty { try await scene.press(keys) }
        note(scene.session.screen.allHints)
        // A table with foreign keys.
        try await scene.press("Esc,Esc,Esc,1")
        note(scene.session.screen.allHints)
        try await scene.press("Enter")
        note(scene.session.screen.allHints)
      }
    }
    try await scene { scene in
      try await scene.press("3")
      note(scene.session.screen.allHints)
    }
    #expect(left == [:])
  }

  @Test("CIT-20: a key can be written as the bottom line and the help show it", arguments: [true, false])
  func captions(isUnicode: Bool) {
    let plain: [Key] = [
      .character("x"), .character("="), .character(" "), .control("d"), .tab, .backTab, .backspace, .delete, .up, .down,
      .left, .right, .home, .end, .pageUp, .pageDown, .controlLeft, .controlRight, .function(5),
    ]
    for key in plain + [.alt(.character("=")), .alt(.up), .alt(.character("s"))] {
      let configuration = Configuration("key \(key.caption(isUnicode: isUnicode)) = delete")
      #expect(configuration.complaints == [])
      #expect(configuration.settings(for: nil, home: nil).keys.lines == [KeyMap.Line(key: key, action: "delete")])
    }
    #expect(
      Configuration("key ⏎ = delete").complaints.map(\.sentence) == [
        "Line 1 of the configuration: Enter can't be given to an action: Esc, Enter and Ctrl-C keep what they do."
      ])
  }

  @Test("CIT-20: lines with keys that can't be followed are named, and the rest holds")
  func complaints() {
    let configuration = Configuration(
      """
      key x = delete
      key F13 = delete
      key Esc = delete
      key C-c = delete
      key d = remove
      key = quit
      key Enter = quit
      key x = mark
      key = = mark
      key Ctrl-D = quit
      key C-d = undo
      keys = 1
      [file *.db]
      key x = mark
      key d = delete
      """)
    #expect(
      configuration.complaints.map(\.sentence) == [
        "Line 2 of the configuration: there is no key 'F13': write it as the bottom line does, for example Ctrl-D.",
        "Line 3 of the configuration: Esc can't be given to an action: Esc, Enter and Ctrl-C keep what they do.",
        "Line 4 of the configuration: Ctrl-C can't be given to an action: Esc, Enter and Ctrl-C keep what they do.",
        "Line 5 of the configuration: there is no action 'remove'; almanac config prints all actions.",
        "Line 6 of the configuration: 'key = quit' is no key and its action: write key X = ACTION.",
        "Line 7 of the configuration: Enter can't be given to an action: Esc, Enter and Ctrl-C keep what they do.",
        "Line 8 of the configuration: line 1 gives x to 'delete' already.",
        "Line 11 of the configuration: line 10 gives Ctrl-D to 'quit' already.",
        "Line 12 of the configuration: there is no setting 'keys'; almanac config prints all settings.",
      ])
    let all = configuration.settings(for: "/a", home: nil).keys
    #expect(all.meaning(of: .character("x")) == .usual(.character("d")))
    #expect(all.meaning(of: .character("d")) == .nothing)
    #expect(all.meaning(of: .character("=")) == .usual(.character("x")))
    #expect(all.meaning(of: .character("q")) == .nothing)
    #expect(all.meaning(of: .control("c")) == .usual(.control("c")))
    // A section gives other keys to its actions.
    let some = configuration.settings(for: "/a.db", home: nil).keys
    #expect(some.meaning(of: .character("x")) == .usual(.character("x")))
    #expect(some.meaning(of: .character("d")) == .usual(.character("d")))
    #expect(some.meaning(of: .character("=")) == .usual(.character("=")))
    let printed = Configuration(configuration.text(path: "/config"))
    #expect(printed.complaints == [] && printed.settings(for: "/a.db", home: nil).keys == some)
    #expect(configuration.text(path: "/config").contains("\nkey x = delete\n"))
    #expect(Configuration().text(path: "/config").contains("\n# key d = delete\n"))
  }
}
