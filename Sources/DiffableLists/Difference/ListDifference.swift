// The operations of an apply.

/// The operations that lead from one state of a list to the next, and what happened to the cursor.
///
/// To replay: remove the deleted and moved rows by their old positions, then insert the inserted and moved rows in the
/// order of their new positions. The number of operations is minimal.
public struct ListDifference<ID: Hashable> {
  /// A row and its position: its index among the items, and its line if every section's heading takes one.
  public struct Row: Hashable {
    /// The identity of its item.
    public var id: ID
    /// The index of the item, counted from 0.
    public var index: Int
    /// The line, including headings, counted from 0.
    public var line: Int

    /// Makes a row at a position.
    public init(id: ID, index: Int, line: Int) {
      self.id = id
      self.index = index
      self.line = line
    }
  }

  /// A row that changed its order relative to the others.
  public struct Move: Hashable {
    /// The old position.
    public var from: Row
    /// The new position.
    public var to: Row

    /// The identity of its item.
    public var id: ID { to.id }

    /// Makes a move of one row.
    public init(from: Row, to: Row) {
      self.from = from
      self.to = to
    }
  }

  /// A section's heading: the section's index, and its line if every heading takes one.
  public struct Heading: Hashable {
    /// The index of the section, counted from 0.
    public var section: Int
    /// The line, counted from 0.
    public var line: Int
  }

  /// A heading that changed its order relative to the rows.
  public struct HeadingMove: Hashable {
    /// The old position.
    public var from: Heading
    /// The new position.
    public var to: Heading
  }

  /// The deleted rows, by their old positions, ascending.
  public var deletes: [Row] = []
  /// The inserted rows, by their new positions, ascending. In a window they include rows that moved into it: see
  /// `arrivals`.
  public var inserts: [Row] = []
  /// The moved rows, by their new positions, ascending.
  public var moves: [Move] = []
  /// The rows whose content changed, by their new positions, ascending. A row may both move and change.
  public var updates: [Row] = []
  /// The deleted headings.
  public var headingDeletes: [Heading] = []
  /// The inserted headings, in order.
  public var headingInserts: [Heading] = []
  /// The moved headings.
  public var headingMoves: [HeadingMove] = []

  /// The rows that are new in the list, not only in its window: first the inserted ones in order, then the named ones
  /// above the window, unordered.
  public var arrivals: [ID] = []
  /// The records known to be deleted from the list, without records that only left the window.
  public var gone: [ID] = []
  /// The record that had the cursor and is no longer among the rows; a neighbour has the cursor now. In a window it may
  /// only have moved away: if it still exists, `select(_:)` it and it gets its line back.
  public var lostSelection: ID?
  /// Marked records that lost their marks because they are no longer among the rows.
  public var lostMarks: [ID] = []
  /// Whether cursor, scroll position, marks or the counts around the window changed.
  public var placeChanged = false
  /// Whether to show the change for a moment, as the caller of `apply` asked.
  public var animation = ListAnimation.default
  /// Whether the snapshot was an outdated window, and nothing of it was taken.
  public var isStale = false

  /// Makes a difference without operations.
  public init() {}

  /// Whether nothing visible changed.
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
