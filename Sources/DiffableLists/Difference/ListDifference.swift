// What an apply did to a list, in operations.

/// The operations that lead from one state of a list to the next, and what became of the cursor's place.
///
/// To replay: take the deletes and the moves' rows out of the old list by their old positions, then put the inserts and
/// the moves' rows in, in the order of their new positions. Their number is the least possible.
public struct ListDifference<ID: Hashable> {
  /// A row and where it stands: its index among the items, and its line when every section's heading takes one.
  public struct Row: Hashable {
    /// The identity of its item.
    public var id: ID
    /// Which of the items it is, counted from 0.
    public var index: Int
    /// Which of the lines it is, with the headings, counted from 0.
    public var line: Int

    /// Makes a row at a place.
    public init(id: ID, index: Int, line: Int) {
      self.id = id
      self.index = index
      self.line = line
    }
  }

  /// A row that changed its order among the others.
  public struct Move: Hashable {
    /// Where the row was.
    public var from: Row
    /// Where the row is.
    public var to: Row

    /// The identity of its item.
    public var id: ID { to.id }

    /// Makes a move of one row.
    public init(from: Row, to: Row) {
      self.from = from
      self.to = to
    }
  }

  /// A section's heading: the section's index among the sections, and its line when every heading takes one.
  public struct Heading: Hashable {
    /// Which of the sections it heads, counted from 0.
    public var section: Int
    /// Which of the lines it is, counted from 0.
    public var line: Int
  }

  /// A heading that changed its order among the rows.
  public struct HeadingMove: Hashable {
    /// Where the heading was.
    public var from: Heading
    /// Where the heading is.
    public var to: Heading
  }

  /// The rows that went, by their old positions, ascending.
  public var deletes: [Row] = []
  /// The rows that came, by their new positions, ascending. In a window these are also rows that slid into it: see
  /// `arrivals`.
  public var inserts: [Row] = []
  /// The rows that moved, by their new positions ascending.
  public var moves: [Move] = []
  /// The rows whose content changed, by their new positions, ascending. A row may move and change.
  public var updates: [Row] = []
  /// The headings that went, came and moved.
  public var headingDeletes: [Heading] = []
  /// The headings that are new, in their order.
  public var headingInserts: [Heading] = []
  /// The headings that changed their place among those that stay.
  public var headingMoves: [HeadingMove] = []

  /// The rows that are new in the list, not only in its window: the inserted ones in their order, then those above the
  /// window that were named, in none.
  public var arrivals: [ID] = []
  /// The records that are no longer in the list, as far as the rows at hand tell: not those that slid out of the window.
  public var gone: [ID] = []
  /// The record that had the cursor and isn't among the rows any more; a neighbour has the cursor now. In a window it
  /// may only have moved away: if it still exists, `select(_:)` it and it gets its line back.
  public var lostSelection: ID?
  /// Marked records that aren't among the rows any more and lost their marks, for the same reason.
  public var lostMarks: [ID] = []
  /// Whether cursor, scroll, marks or the counts around the window changed.
  public var placeChanged = false
  /// Whether to show the change for a moment, as the caller of `apply` asked.
  public var animation = ListAnimation.default
  /// Whether the snapshot was a window that is no longer wanted, and was left aside whole.
  public var isStale = false

  /// Makes a difference without operations.
  public init() {}

  /// Whether nothing changed that a screen could show.
  public var isEmpty: Bool { operationCount == 0 && !placeChanged }

  /// The number of operations.
  public var operationCount: Int {
    deletes.count + inserts.count + moves.count + updates.count
      + headingDeletes.count + headingInserts.count + headingMoves.count
  }
}

extension ListDifference: Equatable {}
extension ListDifference: Sendable where ID: Sendable {}
extension ListDifference.Row: Sendable where ID: Sendable {}
extension ListDifference.Move: Sendable where ID: Sendable {}
extension ListDifference.Heading: Sendable where ID: Sendable {}
extension ListDifference.HeadingMove: Sendable where ID: Sendable {}
