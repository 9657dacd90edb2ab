// REAL-16: a save directly after a commit of another program, or of another Almanac, to the same field.
import Glibc
import Harnesses

extension Trial {
  /// The number of commits by another program, each followed by a save.
  private static let saveCount = 10
  /// The time in nanoseconds that a value must be on the screen to count as read.
  private static let readingTime = 400_000_000

  /// A save overwrites another program's value only if that was shown long enough to be read.
  static let saves = Trial(name: "saves", count: 50) { rig, generator in
    let journal = Bool.random(using: &generator) ? "wal" : "delete"
    // The other program is Almanac itself, every other time.
    let isOtherAlmanac = Bool.random(using: &generator)
    let book = try rig.book(journal: journal)
    let program = try TypedProgram(rig, book, &generator)
    program.screen = ScreenText(width: 80, height: 24)
    program.resize(width: 80, height: 24)
    func read(milliseconds: Int, until text: String? = nil) {
      let end = nanoseconds() + milliseconds * 1_000_000
      while nanoseconds() < end, text.map({ program.screen?.shows($0) == true }) != true {
        _ = program.read(until: end)
      }
    }
    func wait(for text: String) throws {
      let limit = nanoseconds() + 20_000_000_000
      while program.screen?.shows(text) != true {
        guard nanoseconds() < limit else {
          throw Trouble("\(text) does not come (\(journal)). The screen:\n\(program.screen?.text ?? "")")
        }
        read(milliseconds: 10)
      }
    }
    func type(_ keys: String) { program.type(Array(keys.utf8)) }
    try wait(for: "/ search ")
    for number in 1...saveCount {
      let body = "theirs \(number)"
      let opened = nanoseconds() + 20_000_000_000
      while program.screen?.shows("Edit fact") != true {
        guard nanoseconds() < opened else { throw Trouble("e opens no form.") }
        // On a slow machine it may be read together with the Esc before it, and mean something else.
        type("e")
        read(milliseconds: 2000, until: "Edit fact")
      }
      try wait(for: "Ctrl-S")
      type("\u{15}mine \(number)")
      try wait(for: "mine \(number)")
      let id = try shownID(program)
      // A verb ends some time after its commit, so the time counts from its start.
      let started = nanoseconds()
      if isOtherAlmanac {
        try expectHarmless(rig.run("edit", "facts", "\(id)", "body=\(body)", "--file", book), ["edit"])
      } else {
        try RawConnection.run("UPDATE facts SET body = '\(body)' WHERE id = \(id)", on: book)
      }
      let committed = isOtherAlmanac ? started : nanoseconds()
      read(milliseconds: Int.random(in: 0...100, using: &generator))
      type("\u{13}")
      let saved = nanoseconds()
      read(milliseconds: 300)
      let now = try RawConnection.rows("SELECT body FROM facts WHERE id = \(id)", on: book)
      guard now == [body] || saved - committed >= readingTime else {
        throw Trouble("\((saved - committed) / 1_000_000) ms behind its commit (\(journal)) it is \(now).")
      }
      let limit = nanoseconds() + 20_000_000_000
      while program.screen?.shows("Edit fact") == true {
        guard nanoseconds() < limit else { throw Trouble("Esc does not leave the form.") }
        // A key that comes again sooner may be held, and answers no question.
        type("\u{1B}")
        read(milliseconds: 750)
      }
    }
    let limit = nanoseconds() + 20_000_000_000
    while try !program.hasEnded() {
      guard nanoseconds() < limit else { throw Trouble("q does not end the program.") }
      type("q")
      read(milliseconds: 750)
    }
  }

  /// The number of the fact in the form's title.
  private static func shownID(_ program: TypedProgram) throws -> Int {
    guard let match = program.screen?.text.firstMatch(of: /Edit fact ([0-9]+)/), let id = Int(match.1) else {
      throw Trouble("The form has no title.")
    }
    return id
  }
}
