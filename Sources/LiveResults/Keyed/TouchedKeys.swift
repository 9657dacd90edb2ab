// The keys that a change touches: a superset does no harm, because they are only asked again.

import Databases

/// Finds the keys of the rows that a change may touch.
final class TouchedKeys {
  /// A list of `IN`. A NULL in it concerns every row, and so does its becoming empty.
  struct List {
    /// Its values that are NULL.
    var nulls: LinearBody
    /// Whether it has values.
    var isFilled: String
  }

  private let keys: [String]
  /// Linear queries whose changed rows are keys.
  private var bodies: [LinearBody]
  private var lists: [List] = []
  private var fillings: [ExactValue] = []

  init(_ keys: [[Token]], _ body: LinearBody) {
    self.keys = keys.map(\.sql)
    bodies = [body]
  }

  func add(_ body: LinearBody, _ list: List? = nil) {
    bodies.append(body)
    if let list { lists.append(list) }
  }

  /// Adds the entries of FROM from `place` on, which follow an outer join. The join of a changed one keeps only rows with
  /// a partner: the rows without one have the same keys.
  func addOuterItems(of select: SelectClauses, from place: Int, _ shadows: ShadowDatabase) {
    for index in place..<select.from.count {
      let inner = select.from[index].copy()
      inner.joinWords.removeAll { ["LEFT", "OUTER"].contains($0) }
      var head = SelectClauses()
      (head.from, head.scope) = (select.from[..<index] + [inner], select.scope)
      bodies.append(LinearBody(head, columns: keys, occurrences: inner.occurrences, shadows))
    }
  }

  /// Reads what must be known of the present state.
  func begin(_ shadows: ShadowDatabase) throws {
    fillings = try lists.map { try shadows.rows($0.isFilled).first?.first ?? .null }
  }

  /// Statements that find the keys. Throws `NotKept` if every key may be touched.
  func statements(_ changed: ChangedTables, _ shadows: ShadowDatabase) throws -> [String] {
    for (index, list) in lists.enumerated() where list.nulls.occurrences.contains(where: { $0.isIn(changed) }) {
      let now = try shadows.rows(list.isFilled).first?.first ?? .null
      var hasNull = false
      for sql in try list.nulls.statements(changed) { try shadows.each(sql) { _ in hasNull = true } }
      if now != fillings[index] || hasNull { throw NotKept("a list of IN that concerns every row") }
    }
    return try bodies.flatMap { try $0.statements(changed) }
  }
}

extension FromItem {
  /// Whether its rows are among the changed ones.
  func isIn(_ changed: ChangedTables) -> Bool { changeKey.map { changed[$0] != nil } ?? false }
}
