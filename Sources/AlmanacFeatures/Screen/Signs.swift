/// Signs of our own that ASCII writes otherwise.
struct Signs {
  var isUnicode: Bool

  /// What was left out, or is not known yet.
  var ellipsis: String { isUnicode ? "…" : "..." }
  /// A column that is sorted from its least value on, and from its greatest.
  var ascending: String { isUnicode ? "▲" : "^" }
  var descending: String { isUnicode ? "▼" : "v" }
  /// That there is more at the left, and at the right.
  var moreBefore: String { isUnicode ? "‹" : "<" }
  var moreBehind: String { isUnicode ? "›" : ">" }
  /// What stands between two things said in one line.
  var separator: String { isUnicode ? " · " : " - " }
}
