// What a person has to read before a key may act on it, and since when it is on the screen.
import AlmanacRecords
import Databases

/// Something on the screen that a key acts on only once the person can have read it.
enum Notice: Hashable {
  /// A question that one key answers, in its words.
  case question(String)
  /// A record, in a list or opened.
  case record(ListedRow)
  /// A value of a record, in a field of a form or next to it.
  case value(ExactValue, column: String)

  /// So many seconds on the screen are time to read it.
  static let readingTime = 0.4

  /// How a notice came to the screen.
  struct Showing {
    /// When the first frame with it was presented; `nil` before that.
    var since: Double?
    /// Whether nothing that was typed before waited when it was presented.
    var isSeen = false

    /// When it has been on the screen long enough to be read; `nil` where it is not on the screen yet.
    var readableAt: Double? { since.map { $0 + Notice.readingTime } }
  }
}

/// A question that one key answers.
@MainActor
struct Question {
  let notice: Notice
  /// Where it is asked.
  let pane: Pane

  init(_ words: String, in pane: Pane) { (notice, self.pane) = (.question(words), pane) }
}
