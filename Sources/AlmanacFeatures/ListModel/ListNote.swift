import AlmanacRecords

/// Facts about a list other than its rows.
struct ListNote: Hashable {
  /// How many changes a paused list holds back.
  var waiting = 0
  /// How many records are marked.
  var marked = 0
  /// How many records came above the screen.
  var newAbove = 0
  /// Whether there may be more new records above.
  var isMoreNewAbove = false
  /// How many records came below the screen, counted among the loaded rows.
  var newBelow = 0
  /// Whether there may be more new records below.
  var isMoreNewBelow = false

  /// How many columns the person has hidden.
  var hiddenColumns = 0

  /// How many changes wait, while the screen is paused.
  static func pausePhrase(waiting: Int) -> String {
    waiting == 0 ? "paused" : "\(waiting.groupedDigits) change\(waiting == 1 ? "" : "s") waiting"
  }

  /// The facts in words, the most important first. `gone`: how many records others have deleted.
  func phrases(isPaused: Bool, isFollowing: Bool, gone: Int) -> [String] {
    var phrases: [String] = []
    if isPaused { phrases.append(Self.pausePhrase(waiting: waiting)) }
    if isFollowing { phrases.append("following") }
    if marked > 0 { phrases.append("\(marked.groupedDigits) marked") }
    if newAbove > 0 { phrases.append("\(newAbove.groupedDigits)\(isMoreNewAbove ? "+" : "") new above") }
    if newBelow > 0 { phrases.append("\(newBelow.groupedDigits)\(isMoreNewBelow ? "+" : "") new below") }
    if gone > 0 { phrases.append("\(gone.groupedDigits) gone") }
    if hiddenColumns > 0 { phrases.append(hiddenColumns.counted("hidden column")) }
    return phrases
  }
}
