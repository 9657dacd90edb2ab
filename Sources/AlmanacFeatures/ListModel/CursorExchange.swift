// Another record that other programs have put under the cursor.

/// Whether the record under the cursor is another one without the person's doing: the former one left the list, or
/// another table or file has taken the place of the shown one. A key was meant for the former record until the person
/// can have read the new one.
struct CursorExchange {
  private enum Phase {
    case none, undrawn
    /// Since this time.
    case drawn(Double)
  }

  private var phase = Phase.none

  /// Another record has come under the cursor.
  mutating func happen() { phase = .undrawn }

  /// The list is drawn.
  mutating func draw(at time: Double) { if case .undrawn = phase { phase = .drawn(time) } }

  /// The person has put the cursor somewhere.
  mutating func end() { phase = .none }

  /// When the person can have read which record it is; `nil` if none was exchanged or it is not drawn yet.
  var readableAt: Double? { if case .drawn(let time) = phase { time + Notice.readingTime } else { nil } }

  /// Whether a key pressed at `time` can't have meant the record.
  func isUnread(at time: Double) -> Bool {
    if case .undrawn = phase { return true }
    return readableAt.map { time < $0 } ?? false
  }
}
