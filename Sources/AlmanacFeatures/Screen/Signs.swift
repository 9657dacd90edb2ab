// The signs of the screen.
import AlmanacRecords

/// The signs of the screen. The `Legend` says what they mean.
struct Signs {
  /// Before the record, the field or the choice with the cursor.
  static let cursor = "▌"
  /// Before a marked record.
  static let marked = "*"
  /// Before a record that has just come.
  static let arrived = ChangeSign.added.rawValue
  /// Around a value that has just changed.
  static let changed = ChangeSign.changed.rawValue
  /// Before a number that is not current.
  static let notCurrent = "≈"
  /// In place of what the line above says of the same commit.
  static let sameCommit = "·"
  /// Below a mistake in a query.
  static let mistake = "^"

  /// Whether the terminal shows more than ASCII; the signs below then are others. A buffer replaces those above itself.
  var isUnicode: Bool

  /// For omitted text, or a value that is not known yet.
  var ellipsis: String { isUnicode ? "…" : "..." }
  /// For a column sorted in ascending order, and in descending order.
  var ascending: String { isUnicode ? "▲" : "^" }
  var descending: String { isUnicode ? "▼" : "v" }
  /// Before the summary of a commit whose lines are hidden, and of one whose lines follow.
  var folded: String { isUnicode ? "▸" : ">" }
  var unfolded: String { isUnicode ? "▾" : "v" }
  /// Before the number of changes in a tab since the person looked there.
  var news: String { isUnicode ? "•" : "*" }
  /// For more at the left, and more at the right.
  var moreBefore: String { isUnicode ? "‹" : "<" }
  var moreBehind: String { isUnicode ? "›" : ">" }
  /// Between two statements in one line.
  var separator: String { isUnicode ? " · " : " - " }
}
