/// Signs that have a replacement in ASCII.
struct Signs {
  var isUnicode: Bool

  /// For omitted text, or a value that is not known yet.
  var ellipsis: String { isUnicode ? "…" : "..." }
  /// For a column sorted in ascending order, and in descending order.
  var ascending: String { isUnicode ? "▲" : "^" }
  var descending: String { isUnicode ? "▼" : "v" }
  /// Before the summary of a commit whose lines are hidden, and of one whose lines follow.
  var folded: String { isUnicode ? "▸" : ">" }
  var unfolded: String { isUnicode ? "▾" : "v" }
  /// For more at the left, and more at the right.
  var moreBefore: String { isUnicode ? "‹" : "<" }
  var moreBehind: String { isUnicode ? "›" : ">" }
  /// Between two statements in one line.
  var separator: String { isUnicode ? " · " : " - " }
}
