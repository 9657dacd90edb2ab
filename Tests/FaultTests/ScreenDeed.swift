// A session of keys, and the changes that the screen reports as done.
import Terminals
import TestSupport

extension Deed {
  /// Opens, searches, adds with the form, toggles, deletes, undoes that, and quits.
  static let screen = Deed(name: "the screen") { path in try await ScreenDeed.run(path) }
}

/// One session on a virtual terminal. It trusts the status lines.
@MainActor
private final class ScreenDeed {
  private let screen: FaultScreen
  /// The possible contents of the file after the reported changes, and the contents before them.
  private var shown: [BookContent]
  private var earlier: [BookContent] = []
  /// The possible contents when the present step began.
  private var atStep: [BookContent]
  private var messages: [String] = []

  static func run(_ path: String) async throws -> Outcome {
    let before = try FaultPlan.spare { try BookContent(path: path) }
    let screen: FaultScreen
    do {
      screen = try await FaultScreen(path)
    } catch {
      return Outcome(status: 1, output: "\(error)", errors: "", shown: [before])
    }
    let deed = ScreenDeed(screen, before)
    try await deed.play()
    await screen.close()
    return Outcome(
      status: 0, output: deed.messages.joined(separator: "\n"),
      errors: screen.hasEnded ? "" : "q does not end it: \(deed.messages), \(screen.rows.filter { !$0.isEmpty })",
      shown: deed.shown)
  }

  private init(_ screen: FaultScreen, _ content: BookContent) {
    self.screen = screen
    shown = [content]
    atStep = [content]
  }

  private func play() async throws {
    note(.none)
    // After a failure a form may still be open: Esc twice closes it.
    let steps: [(Step, String)] = [
      (.none, "/,type:honey,Enter,Esc"), (.add, "a,type:New fact,C-s"), (.toggle, "Esc,Esc,2,Space"),
      (.delete, "Esc,Esc,1,d"), (.undo, "Esc,Esc,u"), (.none, "Esc,Esc,q"),
    ]
    for (step, keys) in steps {
      atStep = shown
      for event in try Key.parse(script: keys) where !screen.hasEnded {
        await screen.press(event)
        note(step)
      }
    }
    await screen.settle()
  }

  /// Reads the status line.
  private func note(_ step: Step) {
    let rows = screen.rows
    // A form itself shows why it is not saved.
    if let refusal = rows.first(where: { $0.contains("Not saved") })?.trimmed, refusal != messages.last {
      messages.append(refusal)
    }
    var message = rows[rows.count - 2].trimmed
    // A long message takes two lines.
    if message.first?.isLowercase == true { message = rows[rows.count - 3].trimmed + " " + message }
    guard message != messages.last, !message.isEmpty else { return }
    messages.append(message)
    let isDone = step.word.map(message.hasPrefix) ?? false
    // If a read fails after a change, this message takes the place of the change's: the change may be done.
    let isUntold = ["not read", "t be read", "could not be looked up"].contains(
      where: message.contains)
    guard isDone || isUntold else { return }
    let after = atStep.flatMap { step.outcomes($0, before: earlier) }
    earlier += shown
    shown = isDone ? after : atStep + after
  }
}

/// The changes that the keys of a step make.
private enum Step {
  case none, add, toggle, delete, undo

  /// The beginning of the message that it is done.
  var word: String? {
    switch self {
    case .none: nil
    case .add: "Added "
    case .toggle: "Toggled "
    case .delete: "Deleted "
    case .undo: "Undone: "
    }
  }

  /// The possible contents of a book afterwards.
  func outcomes(_ content: BookContent, before: [BookContent]) -> [BookContent] {
    let lines = content.lines
    func places(_ prefix: String) -> [Int] { lines.indices.filter { lines[$0].hasPrefix(prefix) } }
    func changed(_ change: (inout [String]) -> Void) -> BookContent {
      var lines = lines
      change(&lines)
      return BookContent(lines: lines)
    }
    switch self {
    case .none: return [content]
    case .add: return [changed { $0.insert("fact|4|New fact|now", at: places("fact").count) }]
    case .toggle:
      return places("user").map { index in
        changed { $0[index] = $0[index].replacing(/\|([01])\|20/) { $0.1 == "1" ? "|0|20" : "|1|20" } }
      }
    case .delete: return places("fact").map { index in changed { $0.remove(at: index) } }
    case .undo: return before
    }
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
