// Motions of the cursor, kept until the rows that they need are loaded.

/// A motion of cursor and view, which can be performed in parts.
enum Motion<ID: Hashable>: Equatable {
  /// The cursor moves by rows; the view follows no more than necessary.
  case move(Int)
  /// Cursor and view move together, by lines.
  case page(Int)
  /// The view moves by lines; the cursor follows no more than necessary.
  case scroll(Int)
  case toStart
  case toEnd
  /// The cursor moves to a record; if `line` is given, the record is shown on that line of the screen.
  case select(ID, line: Int?)

  /// Whether the result does not depend on the cursor's former position.
  var isAbsolute: Bool {
    switch self {
    case .toStart, .toEnd, .select: true
    case .move, .page, .scroll: false
    }
  }
}
