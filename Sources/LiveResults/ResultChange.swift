// How a result has changed, for what shows it.

import Databases

/// What commits have changed in a result.
public struct ResultChange: Sendable {
  /// One changed row.
  public struct Row: Hashable, Sendable {
    /// The row as it was; nil if it has come.
    public var before: ResultRow?
    /// The row as it is; nil if it is gone.
    public var after: ResultRow?
    /// The index of the row in the result before; nil if it has come.
    public var placeBefore: Int?
    /// The index of the row in the result after; nil if it is gone.
    public var placeAfter: Int?
  }

  /// A row that only went to another place.
  public struct Move: Hashable, Sendable {
    /// The index in the result before.
    public var from: Int
    /// The index in the result after.
    public var to: Int
  }

  /// The changed rows: first the rows that are gone, then the rows that changed and kept their identity, then the new
  /// ones.
  public var rows: [Row]
  /// The unchanged rows that went past other unchanged rows. All rows that are neither here nor in `rows` keep their order.
  public var moves: [Move]

  init(_ change: PlacedChange<ResultRow>) {
    typealias Placed = PlacedChange<ResultRow>.Placed
    var moves: [Move] = []
    var (gone, come) = (change.gone, change.come)
    // A row that has gone and come was only moved.
    let both = Set(gone.lazy.map(\.element)).intersection(come.lazy.map(\.element))
    if !both.isEmpty {
      var targets: [ResultRow: [Int]] = [:]
      for placed in come.reversed() where both.contains(placed.element) {
        targets[placed.element, default: []].append(placed.place)
      }
      gone.removeAll { placed in
        guard let target = targets[placed.element]?.popLast() else { return false }
        moves.append(Move(from: placed.place, to: target))
        return true
      }
      let taken = Set(moves.map(\.to))
      come.removeAll { taken.contains($0.place) }
    }
    gone.sort { $0.element.comesBefore($1.element) }
    come.sort { $0.element.comesBefore($1.element) }
    // A row was updated if exactly one row with its identity has gone and exactly one has come.
    func byIdentity(_ list: [Placed]) -> [[ExactValue]: [Placed]] {
      var rows: [[ExactValue]: [Placed]] = [:]
      for placed in list { if let identity = placed.element.identity { rows[identity, default: []].append(placed) } }
      return rows
    }
    let (goneRows, comeRows) = (byIdentity(gone), byIdentity(come))
    func isUpdated(_ placed: Placed) -> Bool {
      guard let identity = placed.element.identity else { return false }
      return goneRows[identity]?.count == 1 && comeRows[identity]?.count == 1
    }
    self.moves = moves
    rows = gone.filter { !isUpdated($0) }.map { Row(before: $0.element, placeBefore: $0.place) }
    rows += gone.filter(isUpdated).map { placed in
      let after = placed.element.identity.flatMap { comeRows[$0]?[0] }
      return Row(before: placed.element, after: after?.element, placeBefore: placed.place, placeAfter: after?.place)
    }
    rows += come.filter { !isUpdated($0) }.map { Row(after: $0.element, placeAfter: $0.place) }
  }
}

extension ResultRow {
  /// The order in which changes are reported.
  fileprivate func comesBefore(_ other: ResultRow) -> Bool {
    (values + (identity ?? [])).compareExactly(other.values + (other.identity ?? [])) < 0
  }
}
