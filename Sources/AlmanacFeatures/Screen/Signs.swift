/// Signs of our own that ASCII writes otherwise.
struct Signs {
  var isUnicode: Bool

  /// What was left out, or is not known yet.
  var ellipsis: String { isUnicode ? "…" : "..." }
  /// What stands between two things said in one line.
  var separator: String { isUnicode ? " · " : " - " }
}
