// A task that a person does with the appended lines alone.
import Terminals
import TestSupport
import Testing

/// Keys in steps, and the lines that they append.
struct LinearTask: CustomTestStringConvertible, Sendable {
  let name: String
  /// The file: a book, or the tables of `LinearFile`.
  var isBook = false
  /// Keys as for `almanac script`. `sql:TEXT` is another program's write; what comes after `>` only leads to the task,
  /// and its lines do not count.
  let steps: [String]
  let lines: String

  var testDescription: String { name }

  /// A task in the small file of other tables.
  init(_ name: String, _ steps: String..., lines: String) {
    (self.name, self.steps, self.lines) = (name, steps, lines)
  }

  /// The same task in a book.
  var inBook: LinearTask {
    var task = self
    task.isBook = true
    return task
  }

  /// A small file of another program.
  static let schema = """
    CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL);
    CREATE TABLE Track(
      TrackId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Composer TEXT, Seconds INTEGER,
      ArtistId INTEGER REFERENCES Artist(ArtistId));
    INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
    INSERT INTO Track VALUES
      (1, 'For Those About To Rock', 'Angus Young', 343, 1), (2, 'Balls to the Wall', NULL, 342, 2),
      (3, 'Fast As a Shark', 'F. Baltes', 230, 2), (4, 'Put The Finger On You', 'Angus Young', 205, 1);
    """

  /// Does the task on a new file, and compares the lines that come after the first ones.
  @MainActor
  func play() async throws {
    if isBook {
      try await scene(size: Size(width: 120, height: 40), isLinear: true, play)
    } else {
      try await fileScene(Self.schema, size: Size(width: 120, height: 40), isLinear: true, play)
    }
  }

  @MainActor
  private func play(_ scene: Scene) async throws {
    var said: [String] = []
    _ = scene.terminal.takeLines()
    for step in steps {
      if step.hasPrefix("sql:") {
        try await scene.outside(String(step.dropFirst(4)))
      } else {
        try await scene.press(step.hasPrefix(">") ? String(step.dropFirst()) : step)
      }
      let lines = scene.terminal.takeLines()
      if !step.hasPrefix(">") { said += lines }
    }
    #expect(said.joined(separator: "\n") == lines)
  }
}
