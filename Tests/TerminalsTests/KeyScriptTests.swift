// Keys by name.
import Testing

@testable import Terminals

@Suite("Key scripts")
struct KeyScriptTests {
  @Test("names, Ctrl, text and single characters")
  func names() throws {
    #expect(
      try Key.parse(script: "Down,type:clow,Enter,C-d,Esc") == [
        .key(.down), .key(.character("c")), .key(.character("l")), .key(.character("o")), .key(.character("w")),
        .key(.enter), .key(.control("d")), .key(.escape),
      ])
    #expect(
      try Key.parse(script: "Space,BSpace,Tab,BTab,PgUp,PgDn,Home,End,Comma,F1,F12,Del,Up,Left,Right") == [
        .key(.character(" ")), .key(.backspace), .key(.tab), .key(.backTab), .key(.pageUp), .key(.pageDown),
        .key(.home), .key(.end), .key(.character(",")), .key(.function(1)), .key(.function(12)), .key(.delete),
        .key(.up), .key(.left), .key(.right),
      ])
    #expect(
      try Key.parse(script: "j,?,é,C-C,C-i,C-m,C-h,C-],M-x,M-BSpace,M-C-c,C-Left,C-Right") == [
        .key(.character("j")), .key(.character("?")), .key(.character("é")), .key(.control("c")), .key(.tab),
        .key(.enter), .key(.backspace), .key(.control("]")), .key(.alt(.character("x"))),
        .key(.alt(.backspace)), .key(.alt(.control("c"))), .key(.controlLeft), .key(.controlRight),
      ])
    #expect(
      try Key.parse(script: "paste:a:b c,resize:120x40,click:3x4,drag:3x5,wheelleft:1x1,wheelright:2x2,wheeldown:0x0")
        == [
          .paste("a:b c"), .resize(Size(width: 120, height: 40)),
          .mouse(MouseEvent(.press, at: Point(column: 3, row: 4))),
          .mouse(MouseEvent(.drag, at: Point(column: 3, row: 5))),
          .mouse(MouseEvent(.wheelLeft, at: Point(column: 1, row: 1))),
          .mouse(MouseEvent(.wheelRight, at: Point(column: 2, row: 2))),
          .mouse(MouseEvent(.wheelDown, at: Point(column: 0, row: 0))),
        ])
    #expect(try Key.parse(script: "") == [])
  }

  @Test(
    "what is not a key is told in a sentence",
    arguments: [
      ("Dwon", "There is no key 'Dwon': write a key as Enter, PgDn or C-d, and text as type:TEXT."),
      ("a,,b", "There is nothing between two commas: write Comma for a comma."),
      ("resize:80", "'resize:80' needs two numbers, as in 80x24."),
      ("resize:0x24", "'resize:0x24' is no screen: it has 1 to 1000 columns and 1 to 1000 rows."),
      ("C-5", "There is no key Ctrl-5: use a letter."),
      ("F13", "There is no key 'F13': write a key as Enter, PgDn or C-d, and text as type:TEXT."),
    ])
  func errors(script: String, sentence: String) {
    #expect(throws: KeyScriptError(description: sentence)) { try Key.parse(script: script) }
  }
}
