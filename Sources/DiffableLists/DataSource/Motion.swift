// What a key asks of the cursor, kept until the rows that it needs are at hand.

/// A motion of cursor and view, which can be done in parts.
enum Motion<ID: Hashable>: Equatable {
  /// The cursor moves by rows; the view follows as little as it must.
  case move(Int)
  /// Cursor and view move together, by lines.
  case page(Int)
  /// The view moves by lines; the cursor follows as little as it must.
  case scroll(Int)
  case toStart
  case toEnd
  /// The cursor goes to a record; where `line` is given, the record is shown on that line of the screen.
  case select(ID, line: Int?)

  /// Whether the outcome does not depend on where the cursor was.
  var isAbsolute: Bool {
    switch self {
    case .toStart, .toEnd, .select: true
    case .move, .page, .scroll: false
    }
  }
}
