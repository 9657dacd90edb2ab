// A while before the screen, and what it shows as done.
import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Observing
import Terminals
import TestSupport

extension Deed {
  /// Opens, searches, adds by the form, toggles, deletes, takes that back, and quits.
  static let screen = Deed(name: "the screen", isSampled: false) { path in try await ScreenRun.run(path) }
}

/// One session on a virtual terminal, whose status lines are believed.
@MainActor
private final class ScreenRun {
  private let session: Session
  private let terminal: VirtualTerminal
  private var content: BookContent
  /// What the file held before each thing that was shown as done.
  private var history: [BookContent] = []
  private var messages: [String] = []
  private var hasEnded = false

  static func run(_ path: String) async throws -> Outcome {
    let before = try BookContent(path: path)
    let connection: SQLiteConnection
    do {
      connection = try await Book.open(path: path, Book.Options())
    } catch {
      return Outcome(status: 1, output: "\(error)", errors: "", shown: before)
    }
    Container.shared.defaultDatabase.register { connection }
    let run = ScreenRun(connection, before)
    try await run.play()
    await connection.close()
    return Outcome(
      status: 0, output: run.messages.joined(separator: "\n"), errors: run.hasEnded ? "" : "q does not end it",
      shown: run.content)
  }

  private init(_ connection: SQLiteConnection, _ content: BookContent) {
    self.content = content
    terminal = VirtualTerminal(size: Size(width: 80, height: 24))
    session = Session(
      connection: connection, terminal: terminal, file: OpenFile(path: "book.db"), clock: .fixed(1_769_860_800),
      frameClock: FrameClock(now: { .zero }, schedule: { _, action in Task { @MainActor in action() } }))
    session.onEnd = { [weak self] in self?.hasEnded = true }
  }

  private func play() async throws {
    await session.settle()
    note()
    // After a failure a form may still be open: Esc leaves it, and leaves the search.
    for keys in ["/,type:honey,Enter,Esc", "a,type:New fact,C-s", "Esc,2,Space", "Esc,1,d", "Esc,u", "Esc,q"] {
      for event in try Key.parse(script: keys) where !hasEnded {
        terminal.send(event)
        await session.settle()
        note()
      }
    }
    await session.settle()
  }

  /// Believes the status line.
  private func note() {
    let message = terminal.screen[terminal.size.height - 2].trimmed
    guard message != messages.last, !message.isEmpty else { return }
    messages.append(message)
    let words = message.split(separator: " ").map(String.init)
    guard let verb = words.first, words.count >= 3 else { return }
    let line = content.lines.firstIndex { $0.hasPrefix("\(words[1])|\(words[2])|") }
    switch (verb, line) {
    case ("Undone:", _):
      if let last = history.popLast() { content = last }
      return
    case ("Added", nil):
      history.append(content)
      let end = content.lines.firstIndex { $0.hasPrefix("user") } ?? content.lines.endIndex
      content.lines.insert("fact|\(words[2])|New fact|now", at: end)
    case ("Deleted", let line?):
      history.append(content)
      content.lines.remove(at: line)
    case ("Toggled", let line?):
      history.append(content)
      var fields = content.lines[line].split(separator: "|").map(String.init)
      fields[4] = fields[4] == "1" ? "0" : "1"
      content.lines[line] = fields.joined(separator: "|")
    default: break
    }
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
