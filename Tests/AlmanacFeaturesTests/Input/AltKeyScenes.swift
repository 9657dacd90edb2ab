// Keys with Alt.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct AltKeyScenes {
  @Test(arguments: [
    "M-d", "M-x", "M-u", "M-a", "M-e", "M-q", "M-/", "M-?", "M-2", "M-j", "M-Space", "M-Enter", "M-Tab", "M-C-d",
    "C-Left", "C-Right",
  ])
  func aKeyWithAltIsNoneOfTheKeysWithoutIt(key: String) async throws {
    try await scene { scene in
      let before = scene.lines
      try await scene.press(key)
      #expect(scene.lines == before)
    }
    try await scene { scene in
      try await scene.press("Enter")
      let before = scene.lines
      try await scene.press(key)
      #expect(scene.lines == before)
    }
  }

  @Test func inAFormItMovesAndDeletesByTheWordAndTypesNothing() async throws {
    try await scene { scene in
      try await scene.press("a,type:one two  three four,M-b,M-b,type:X,M-x,M-Enter,M-q")
      #expect(scene.line(10).contains("│ Fact  one two  Xthree four  "))
      try await scene.press("C-Left,C-Left,M-f,type:Y")
      #expect(scene.line(10).contains("│ Fact  one twoY  Xthree four  "))
      try await scene.press("C-Left,C-Right,type:Z,M-d")
      #expect(scene.line(10).contains("│ Fact  one twoYZ four  "))
      try await scene.press("M-BSpace,type:2,C-k")
      #expect(scene.line(10).contains("│ Fact  one 2  "))
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 4") == ["one 2"])
    }
  }

  @Test func inASearchToo() async throws {
    try await scene { scene in
      try await scene.press("/,type:three hearts,M-BSpace,M-x")
      #expect(scene.line(1).hasPrefix(" / three  "), "\(scene.lines)")
      try await scene.press("M-b,C-k,type:honey")
      #expect(scene.line(1).hasPrefix(" / honey  "))
    }
  }
}
