// kill -9 during writes.
import Glibc
import Harnesses

extension Trial {
  /// Kills a verb that writes, or a screen that deletes records, at any moment.
  static func kills(journal: String) -> Trial {
    Trial(name: "kills-\(journal)", count: 200) { rig, generator in
      let book = try rig.book(journal: journal)
      if Bool.random(using: &generator) {
        try killVerbs(rig, book, &generator)
      } else {
        try killScreen(rig, book, &generator)
      }
      try rig.checkBook(book)
    }
  }

  /// Kills four writers, one after the other. What one has printed must be done.
  private static func killVerbs(_ rig: Rig, _ book: String, _ generator: inout SeededGenerator) throws {
    let file = ["--file", book]
    for round in 1...4 {
      let writes: [([String], String)] = [
        (["add", "facts", "Killed \(round)"], "SELECT count(*) FROM facts WHERE body = 'Killed \(round)'"),
        (["edit", "users", "\(round)", "name=Killed"], "SELECT name = 'Killed' FROM users WHERE id = \(round)"),
        (["delete", "facts", "\(round)"], "SELECT NOT EXISTS (SELECT 1 FROM facts WHERE id = \(round))"),
      ]
      let (words, question) = writes.randomElement(using: &generator)!
      let program = try ChildProcess([rig.almanac] + words + file, environment: rig.environment, patience: Rig.patience)
      usleep(UInt32.random(in: 0...30_000, using: &generator))
      kill(program.id, SIGKILL)
      let ending = try program.end()
      let isDone = try RawConnection.rows(question, on: book)
      if !ending.output.isEmpty, isDone != ["1"] { throw Trouble("\(words) was acknowledged and is not there.") }
    }
  }

  /// Deletes from the top. What the screen shows as deleted must be gone, and no other record.
  private static func killScreen(_ rig: Rig, _ book: String, _ generator: inout SeededGenerator) throws {
    let before = try RawConnection.rows("SELECT id FROM facts ORDER BY id DESC", on: book)
    let program = try DrivenProgram([rig.almanac, "--file", book], environment: rig.environment)
    try program.wait(for: "1 Facts \(before.count)")
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      program.type("d")
      program.settle(milliseconds: Int.random(in: 0...4, using: &generator))
    }
    program.kill()
    program.settle(milliseconds: 1)
    let after = try RawConnection.rows("SELECT id FROM facts ORDER BY id DESC", on: book)
    guard Array(before.suffix(after.count)) == after else { throw Trouble("Other records went than those at the top.") }
    let gone = Set(before).subtracting(after)
    for id in before.prefix(9) where program.screen.shows("Deleted fact \(id)") && !gone.contains(id) {
      throw Trouble("Fact \(id) was shown as deleted and is there.")
    }
  }
}
