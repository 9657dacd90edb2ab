// What a key asks of the cursor, kept until the rows that it needs are at hand.

/// A motion of cursor and view. Motions of one kind and one sign add up, and can be done in parts.
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

  /// The one motion that does what this and then `next` do, if there is one.
  func followed(by next: Self) -> Self? {
    switch (self, next) {
    case (.move(let a), .move(let b)) where (a < 0) == (b < 0): .move(a + b)
    case (.page(let a), .page(let b)) where (a < 0) == (b < 0): .page(a + b)
    case (.scroll(let a), .scroll(let b)) where (a < 0) == (b < 0): .scroll(a + b)
    default: nil
    }
  }
}
