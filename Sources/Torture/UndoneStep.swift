// A change on the screen and its undo, checked against the contents of the file.
import Harnesses

/// The contents of the file around a change and its undo, and the screen's text. Rows are lines.
struct UndoneStep {
  var before: [String]
  /// The contents after the change alone.
  var changed: [String]
  /// The contents after the change and its undo.
  var after: [String]
  /// The screen after both.
  var screen: String

  /// The difference between the undo and its message; nil if there is none. An undo must restore everything, or say
  /// that it does not and change nothing. A refused change has changed nothing, and neither must its undo, whatever it
  /// says.
  var fault: String? {
    if screen.contains("Undone: ") { return difference(before, "undone, it left") }
    if screen.contains(/Not undone: \S/) { return difference(changed, "refused, the undo left") }
    return changed == before
      ? difference(before, "nothing was changed, and the undo left") : "the undo says nothing: \(screen)"
  }

  /// The difference between `after` and the expected rows.
  private func difference(_ expected: [String], _ what: String) -> String? {
    // A row that the change added has another time in the copy, where it was added separately.
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
