// Earlier searches, and searches with a name.
import AlmanacRecords
import Containers
import Foundation
import Locks
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct EarlierSearchScenes {
  private let kept = Lock(KeptScreen())

  /// Keeps the screen in memory.
  private init() {
    Container.shared.screenKeeper.register { [kept] in
      ScreenKeeper(last: { kept.withLock(\.self) }, change: { change in kept.withLock { change(&$0) } })
    }
  }

  private static let band = """
    CREATE TABLE band(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO band VALUES (1, 'Trio'), (2, 'Quartet'), (3, 'Quintet');
    CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT);
    INSERT INTO song VALUES (1, 'Blue'), (2, 'Red'), (3, 'Green');
    """

  private func start(_ play: (Scene) async throws -> Void) async throws {
    try await fileScene(Self.band, size: Size(width: 80, height: 10), play)
  }

  /// The listed texts.
  private func titles(_ scene: Scene) -> [String] {
    scene.list.filter { !$0.isEmpty }.map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }
  }

  @Test("CIT-26: Up in an empty search line shows the earlier searches of the table, the last one first, in each run")
  func earlier() async throws {
    try await start { scene in
      try await scene.press("/,type:tri,Enter,/,C-u,type:quint,Enter,/,C-u,type:quart,Esc,/")
      #expect(scene.line(1).hasPrefix(" /  "), "\(scene.lines)")
      #expect(scene.keyLine.contains("↑ an earlier search"), "\(scene.lines)")
      try await scene.press("Up")
      #expect(scene.line(1).hasPrefix(" / quint "), "\(scene.lines)")
      #expect(titles(scene) == ["3  Quintet"], "\(scene.lines)")
      try await scene.press("Up,Up")
      #expect(scene.line(1).hasPrefix(" / tri "), "\(scene.lines)")
      try await scene.press("Down")
      #expect(scene.line(1).hasPrefix(" / quint "), "\(scene.lines)")
      try await scene.press("Down")
      #expect(scene.line(1).hasPrefix(" /  "), "\(scene.lines)")
      // In a typed text the arrows go through the hits.
      try await scene.press("Up,BSpace,Up")
      #expect(scene.line(1).hasPrefix(" / quin "), "\(scene.lines)")
      // An empty line begins with the last one again.
      try await scene.press("C-u,Up,Up,C-u,Up")
      #expect(scene.line(1).hasPrefix(" / quint "), "\(scene.lines)")
      // Another table has searches of its own.
      try await scene.press("Esc,2,/,Up")
      #expect(scene.line(1).hasPrefix(" /  "), "\(scene.lines)")
    }
    try await start { scene in
      try await scene.press("1,/,Up,Up,Enter")
      #expect(scene.line(1).hasPrefix(" / tri "), "\(scene.lines)")
      #expect(titles(scene) == ["1  Trio"], "\(scene.lines)")
    }
  }

  @Test("CIT-26: Up, pressed often at once, waits for no hits")
  func quickly() async throws {
    try await start { scene in
      try await scene.press("/,type:tri,Enter,/,C-u,type:quint,Enter,/,C-u")
      for event in try Key.parse(script: "Up,Up") { scene.terminal.send(event) }
      #expect(scene.line(1).hasPrefix(" / tri "), "\(scene.lines)")
      await scene.run.settle()
      #expect(titles(scene) == ["1  Trio"], "\(scene.lines)")
    }
  }

  @Test("CIT-26: a search with a name is in the palette, from any table, in each run, until it is removed")
  func named() async throws {
    try await start { scene in
      try await scene.press("/,type:qu,Enter,s,:,type:name fours,Enter")
      #expect(scene.status.hasPrefix(" The search has a name now: the palette shows fours."), "\(scene.lines)")
      try await scene.press(":,type:name FOURS,Enter")
      #expect(scene.status.hasPrefix(" fours is the name of another search: choose another name"), "\(scene.lines)")
      try await scene.press("2,:,type:name nothing,Enter")
      #expect(scene.status.hasPrefix(" Only a query and a search have a name"), "\(scene.lines)")
    }
    kept.withLock { $0.tab = nil }
    try await start { scene in
      // An open record of the table is closed.
      try await scene.press("Esc,Enter,2,:,type:search fours")
      #expect(scene.lines.contains { $0.contains("search fours") && $0.contains("band: qu") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.line(1).hasPrefix(" / qu "), "\(scene.lines)")
      #expect(titles(scene) == ["2  Quartet", "3  Quintet"], "\(scene.lines)")
      try await scene.press(":,type:remove search fours,Enter")
      #expect(scene.lines.contains { $0.contains("Remove the search fours?") }, "\(scene.lines)")
      try await scene.press("y")
      #expect(scene.status.hasPrefix(" fours is removed."), "\(scene.lines)")
      #expect(kept.withLock(\.self)["band"].earlierSearches == ["qu"])
      try await scene.press("Esc,/,Up")
      #expect(scene.line(1).hasPrefix(" / qu "), "\(scene.lines)")
    }
    #expect(kept.withLock(\.searches).isEmpty)
  }

  @Test("CIT-26: a search whose name can't be kept has it until the end, and each such name is told")
  func unkept() async throws {
    struct Full: Error, CustomStringConvertible { let description = "the disk is full." }
    Container.shared.screenKeeper.register { ScreenKeeper(change: { _ in throw Full() }) }
    try await start { scene in
      try await scene.press("/,type:qu,Enter")
      for name in ["one", "two"] {
        try await scene.press(":,type:name \(name),Enter")
        #expect(
          scene.line(7).hasPrefix(
            " The search has a name now: the palette shows \(name). It lasts until you quit: the"),
          "\(scene.lines)")
        #expect(scene.status.hasPrefix(" disk is full."), "\(scene.lines)")
      }
    }
  }

  @Test("CIT-22: the palette has the settings with their values, and opens the page at one")
  func settings() async throws {
    try await start { scene in
      try await scene.press(":,type:setting thous")
      #expect(scene.lines.contains { $0.contains("setting thousands") && $0.contains("comma") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.lines.contains { $0.contains("▌ thousands") }, "\(scene.lines)")
    }
  }
}
