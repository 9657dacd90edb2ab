// Matches of a search are visible: in a cell that is too narrow for its text, and in the record.
import Foundation
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct MatchScenes {
  private static let content = """
    INSERT INTO facts(id, body, createdAt) VALUES
      (1, 'It is said of the cats that live in the old town by the harbour that one of them is a clowder of its own.',
        '2026-01-31 11:00'), (2, 'A clowder.', '2026-01-31 11:00')
    """

  @Test("a cell is scrolled to its first match, and emphasises it")
  func scrolled() async throws {
    try await scene(Self.content, size: Size(width: 60, height: 9)) { scene in
      #expect(scene.line(4) == "    1  It is said of the cats that live in the…     1 h ago")
      try await scene.press("/,type:clow,Enter")
      #expect(scene.line(3) == " ▌  2  A clowder.                                   1 h ago")
      #expect(scene.line(4) == "    1  …at one of them is a clowder of its own.     1 h ago")
      let match = (0..<60).filter {
        scene.terminal.style(at: Point(column: $0, row: 4)).attributes.contains(.underline)
      }
      #expect(match == Array(28..<32))
    }
  }

  @Test("the record emphasises the matches")
  func record() async throws {
    try await scene(Self.content, size: Size(width: 60, height: 9)) { scene in
      try await scene.press("/,type:clow,Enter,Enter")
      let line = try #require(scene.lines.firstIndex { $0.contains("A clowder.") })
      let match = (0..<60).filter {
        scene.terminal.style(at: Point(column: $0, row: line)).attributes.contains(.underline)
      }
      let start = try #require(scene.lines[line].range(of: "clow")).lowerBound.utf16Offset(in: scene.lines[line])
      #expect(match == Array(start..<start + 4))
    }
  }
}
