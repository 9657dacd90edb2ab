import AlmanacRecords

/// What is to be known of a list besides its rows.
struct ListNote: Hashable {
  /// How many changes are kept from a list that stands still.
  var waiting = 0
  /// How many records are marked.
  var marked = 0
  /// How many records came above the screen.
  var newAbove = 0
  /// Whether there may be more of them.
  var isMoreNewAbove = false
  /// How many records came below the screen, as far as the rows at hand tell.
  var newBelow = 0
  /// Whether there may be more of them.
  var isMoreNewBelow = false
  /// How many records others have deleted since a key was pressed, as far as the rows at hand tell.
  var gone = 0

  /// How many changes wait, where the screen stands still.
  static func pausePhrase(waiting: Int) -> String {
    waiting == 0 ? "paused" : "\(waiting.groupedDigits) change\(waiting == 1 ? "" : "s") waiting"
  }

  /// The same in words, what matters most first.
  func phrases(isPaused: Bool, isFollowing: Bool) -> [String] {
    var phrases: [String] = []
    if isPaused { phrases.append(Self.pausePhrase(waiting: waiting)) }
    if isFollowing { phrases.append("following") }
    if marked > 0 { phrases.append("\(marked.groupedDigits) marked") }
    if newAbove > 0 { phrases.append("\(newAbove.groupedDigits)\(isMoreNewAbove ? "+" : "") new above") }
    if newBelow > 0 { phrases.append("\(newBelow.groupedDigits)\(isMoreNewBelow ? "+" : "") new below") }
    if gone > 0 { phrases.append("\(gone.groupedDigits) gone") }
    return phrases
  }
}
