// A text that a person must read before a key may act on it, and since when it is on the screen.
import AlmanacRecords
import Databases

/// Something on the screen that a key acts on only when the person can have read it.
enum Notice: Hashable {
  /// A question that one key answers, by its words.
  case question(String)
  /// A record in a list or on its own screen.
  case record(ListedRow)
  /// The record that has come under the cursor without the person's doing.
  case cursor(RecordID)
  /// A value of a record, in or below a field of a form.
  case value(ExactValue, column: String)

  /// The seconds on the screen after which it counts as read.
  static let readingTime = 0.4

  /// The state of a notice on the screen.
  struct Showing {
    /// The time of the first frame with it; `nil` before that.
    var since: Double?
    /// Whether that frame was presented with no earlier input still waiting.
    var isSeen = false

    /// The time from which it counts as read; `nil` if it is not on the screen yet.
    var readableAt: Double? { since.map { $0 + Notice.readingTime } }
  }
}

/// A question that one key answers.
@MainActor
struct Question {
  let notice: Notice
  /// The pane that asks it.
  let pane: Pane

  init(_ words: String, in pane: Pane) { (notice, self.pane) = (.question(words), pane) }
}
