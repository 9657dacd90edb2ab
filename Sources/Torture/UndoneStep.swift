// A change of the screen and its undo, judged by what the file held between.
import Harnesses

/// What the file held around a change and its undo, and what the screen said. Rows are lines.
struct UndoneStep {
  var before: [String]
  /// What the change alone leaves.
  var changed: [String]
  /// What the change and its undo leave.
  var after: [String]
  /// The screen behind both.
  var screen: String

  /// Why the undo is not what it says; `nil` where it is. It brings back all that was, or says that it does not and
  /// changes nothing. A change that was itself refused has changed nothing, and so does its undo, whatever it says.
  var fault: String? {
    if screen.contains("Undone: ") { return difference(before, "undone, it left") }
    if screen.contains(/Not undone: \S/) { return difference(changed, "refused, the undo left") }
    return changed == before
      ? difference(before, "nothing was changed, and the undo left") : "the undo says nothing: \(screen)"
  }

  /// How `after` differs from what is expected.
  private func difference(_ expected: [String], _ what: String) -> String? {
    // A row that the change added was added at another time, where it was made twice.
    let old = Set(before)
    func timeless(_ rows: [String]) -> [String] { rows.map { old.contains($0) ? $0 : Self.withoutTimes($0) } }
    let (expected, after) = (timeless(expected), timeless(after))
    guard expected.sorted() != after.sorted() else { return nil }
    let lost = expected.filter { !after.contains($0) }.prefix(3)
    let more = after.filter { !expected.contains($0) }.prefix(3)
    return "\(what) other rows: lost \(lost), new \(more)"
  }

  private static func withoutTimes(_ row: String) -> String {
    row.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]+/, with: "(time)")
  }
}
