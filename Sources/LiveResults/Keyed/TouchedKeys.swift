// The keys that a change touches: a superset does no harm, because they are only asked again.

import Databases

/// Finds the keys of the rows that a change may touch.
final class TouchedKeys {
  /// An entry of FROM after the first outer join.
  struct OuterItem {
    /// The occurrence whose rows change.
    var occurrence: FromItem
    /// The entries up to the changed one, whose join keeps only rows with a partner.
    var from: [FromItem]
  }

  /// A list of `IN`. A NULL in it concerns every row, and so does its becoming empty.
  struct List {
    /// Its values that are NULL.
    var nulls: LinearBody
    /// Whether it has values.
    var isFilled: String
  }

  private let keys: String
  /// Linear queries whose changed rows are keys.
  private var bodies: [LinearBody]
  private var outerItems: [OuterItem] = []
  private var lists: [List] = []
  private var fillings: [ExactValue] = []

  init(_ keys: [[Token]], _ body: LinearBody) {
    self.keys = keys.map(\.sql).joined(separator: ", ")
    bodies = [body]
  }

  func add(_ body: LinearBody, _ list: List? = nil) {
    bodies.append(body)
    if let list { lists.append(list) }
  }

  /// Adds the entries of FROM from `place` on, which follow an outer join.
  func addOuterItems(_ from: [FromItem], from place: Int) {
    for index in place..<from.count {
      let inner = from[index].copy()
      inner.joinWords.removeAll { ["LEFT", "OUTER"].contains($0) }
      for occurrence in from[index].occurrences {
        let changed = occurrence === from[index] ? inner : occurrence
        outerItems.append(OuterItem(occurrence: changed, from: from[..<index] + [inner]))
      }
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
    var statements = try bodies.flatMap { try $0.statements(changed) }
    for item in outerItems {
      for sign in item.occurrence.changeKey.flatMap({ changed[$0] }) ?? [] {
        let from = try item.from.sql([ObjectIdentifier(item.occurrence): sign])
        statements.append("SELECT DISTINCT \(keys) FROM \(from)")
      }
    }
    return statements
  }
}

extension FromItem {
  /// Whether its rows are among the changed ones.
  func isIn(_ changed: ChangedTables) -> Bool { changeKey.map { changed[$0] != nil } ?? false }
}
