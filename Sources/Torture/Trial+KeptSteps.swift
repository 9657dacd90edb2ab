// kill -9 during changes whose steps are kept, and during undo and redo.
import Glibc
import Harnesses

extension Trial {
  /// Kills changes, steps and reverts at any moment. Undo must take back what was committed, and nothing else.
  static let keptSteps = Trial(name: "kept-steps", count: 125) { rig, generator in
    let book = try rig.book(journal: Bool.random(using: &generator) ? "wal" : "delete")
    var steps = KilledSteps(book, rig, try KilledSteps.rows(of: book))
    for round in 1...8 { try steps.kill(round, &generator) }
    try steps.takeAllBack()
    try rig.checkBook(book)
  }
}

/// The states of a book after each step that was committed, whatever was killed.
private struct KilledSteps {
  private let book: String
  private let rig: Rig
  /// The states, from the one before the first step.
  private var states: [[String]]
  /// The present one.
  private var place = 0

  init(_ book: String, _ rig: Rig, _ rows: [String]) { (self.book, self.rig, states) = (book, rig, [rows]) }

  static func rows(of book: String) throws -> [String] {
    try RawConnection.rows(
      "SELECT 'fact', id, body FROM facts UNION ALL SELECT 'user', id, name FROM users ORDER BY 1, 2 DESC", on: book)
  }

  /// Starts a change or a step, and kills it.
  mutating func kill(_ round: Int, _ generator: inout SeededGenerator) throws {
    let start = nanoseconds()
    try expectSteps()
    let usual = UInt32(clamping: (nanoseconds() - start) / 1000)
    let fact = Int.random(in: 10...300, using: &generator)
    let words = [
      ["add", "facts", "Killed \(round)"], ["edit", "users", "\(round)", "name=Killed \(round)"],
      ["delete", "facts", "\(fact)", "\(fact + 1)"], ["undo"], ["redo"], ["undo"], ["script", "x,Down,x,d,C,g,R"],
    ].randomElement(using: &generator)!
    let isScript = words[0] == "script"
    let program = try ChildProcess(
      [rig.almanac] + words + ["--file", book], environment: rig.environment, patience: Rig.patience)
    usleep(UInt32.random(in: 0...usual * (isScript ? 4 : 2), using: &generator))
    Glibc.kill(program.id, SIGKILL)
    let ending = try program.end()
    let rows = try Self.rows(of: book)
    if isScript { return try followRevert(rows) }
    let (before, isTold) = (states[place], !ending.output.isEmpty || ending.errors.contains(": "))
    switch words[0] {
    case "undo" where place > 0 && rows == states[place - 1]: place -= 1
    case "redo" where place + 1 < states.count && rows == states[place + 1]: place += 1
    case "undo", "redo":
      if rows != before { throw Trouble("\(words) left neither the rows before nor those after.") }
      let canBeTaken = words[0] == "undo" ? place > 0 : place + 1 < states.count
      if isTold, canBeTaken { throw Trouble("\(words) was acknowledged and is not there: \(ending.errors)") }
    default:
      if rows == before {
        if !ending.output.isEmpty { throw Trouble("\(words) was acknowledged and is not there.") }
      } else {
        let change = rows.difference(from: before)
        guard change.count == (words[0] == "add" ? 1 : 2) else { throw Trouble("\(words) was done in part.") }
        add(rows)
      }
    }
  }

  /// Two facts were deleted as one step, and the commit was reverted as another one: none, one or both are there.
  private mutating func followRevert(_ rows: [String]) throws {
    let before = states[place]
    let deleted = Array(before.dropFirst(2))
    let count = try log().done - place
    guard [before, deleted, before].indices.contains(count), rows == [before, deleted, before][count] else {
      throw Trouble("After \(count) steps of a deletion and its revert the rows are others.")
    }
    for state in [deleted, before].prefix(count) { add(state) }
  }

  private mutating func add(_ state: [String]) {
    states = states[...place] + [state]
    place += 1
  }

  private func log() throws -> (done: Int, undone: Int) {
    let lines = try rig.run("log", "--file", book).text.split(separator: "\n")
    let undone = lines.count { $0.hasSuffix(" (undone)") }
    return (lines.count - undone, undone)
  }

  private func expectSteps() throws {
    let log = try log()
    guard log == (place, states.count - 1 - place) else {
      throw Trouble("\(place) steps were committed and \(states.count - 1 - place) taken back; the log has \(log).")
    }
  }

  /// Undoes all steps.
  mutating func takeAllBack() throws {
    try expectSteps()
    while place > 0 {
      let ending = try rig.run("undo", "--file", book)
      place -= 1
      guard ending.status == 0, try Self.rows(of: book) == states[place] else {
        throw Trouble("Undo left other rows than before step \(place + 1): \(ending.errors)")
      }
    }
    let ending = try rig.run("undo", "--file", book)
    guard ending.status == 1, try Self.rows(of: book) == states[0] else {
      throw Trouble("Undo has taken back a step that did not happen: \(ending.errors)")
    }
  }
}
