// The change of a query that is linear in each of its tables.
//
// With N the new rows of a table and D their change, a query Q over several occurrences of tables changes by
//
//   Q(new) - Q(old)  =  the sum over the sets S of changed occurrences, none empty, of
//                       (-1)^(|S| + 1) * Q(the occurrences in S read D, all others read N)
//
// so that only the state after the commits is read. D is the rows of `temp."+t"` with the weight 1, and those of
// `temp."-t"` with the weight -1.

import Databases

/// A SELECT without groups, DISTINCT and outer joins: a multiset of rows to which each row of a table contributes by
/// itself.
final class LinearBody {
  private struct Term {
    var weight: Int
    var sql: String
  }

  let select: SelectClauses
  /// The output columns; nil: the SELECT's own.
  private let columns: [String]?
  private let hidden: [String]
  private let shadows: ShadowDatabase
  /// The occurrences whose changes count.
  let occurrences: [FromItem]
  /// The terms for tables that changed together.
  private var terms: [ChangedTables: [Term]] = [:]

  /// More occurrences that changed together make too many terms.
  private static let occurrenceLimit = 4

  /// - Parameter occurrences: The occurrences whose changes count; nil: all.
  init(
    _ select: SelectClauses, columns: [String]? = nil, hidden: [String] = [], occurrences: [FromItem]? = nil,
    _ shadows: ShadowDatabase
  ) {
    (self.select, self.columns, self.hidden, self.shadows) = (select, columns, hidden, shadows)
    self.occurrences = occurrences ?? select.occurrences
  }

  /// The whole query.
  var sql: String {
    get throws { try sql([:]) }
  }

  private func sql(_ substitution: Substitution) throws -> String {
    try select.sql(substitution, columns: columns, hidden: hidden, isBody: true)
  }

  /// The statements that find the change of the query, with the weights of their rows. Throws `NotKept` if there are
  /// too many.
  private func terms(_ changed: ChangedTables) throws -> [Term] {
    let relevant = changed.filter { change in occurrences.contains { $0.changeKey == change.key } }
    if let known = terms[relevant] { return known }
    let places = occurrences.filter { $0.changeKey.map { relevant[$0] != nil } ?? false }
    guard places.count <= Self.occurrenceLimit else { throw NotKept("too many changed tables") }
    var terms: [Term] = []
    for choice in 1..<(1 << places.count) {
      let chosen = places.indices.filter { choice & 1 << $0 != 0 }.map { places[$0] }
      for signs in Self.signs(of: chosen, relevant) {
        let substitution = Substitution(uniqueKeysWithValues: zip(chosen.map { ObjectIdentifier($0) }, signs))
        let sql = try sql(substitution)
        try verify(sql, substitution)
        let weight = signs.reduce(chosen.count % 2 == 1 ? 1 : -1) { $0 * $1.weight }
        terms.append(Term(weight: weight, sql: sql))
      }
    }
    self.terms[relevant] = terms
    return terms
  }

  /// Each way to choose a side with rows for each occurrence.
  private static func signs(of chosen: [FromItem], _ changed: ChangedTables) -> [[Sign]] {
    chosen.reduce([[]]) { ways, item in
      let sides = Sign.allCases.filter { changed[item.changeKey ?? ""]?.contains($0) == true }
      return ways.flatMap { way in sides.map { way + [$0] } }
    }
  }

  /// SQLite confirms that a statement reads only tables that no shadow replaces.
  private func verify(_ sql: String, _ substitution: Substitution) throws {
    shadows.policy.begin()
    // A statement of the cache would report nothing.
    try shadows.database.compileAfresh(sql)
    let kept = select.occurrences.filter { substitution[ObjectIdentifier($0)] == nil }
    let expected = Set(kept.compactMap { $0.baseTable?.key })
    guard shadows.policy.tables.isSubset(of: expected) else { throw NotKept("a table that is read in another way") }
  }

  /// The statements whose rows contribute to the change, without their weights.
  func statements(_ changed: ChangedTables) throws -> [String] { try terms(changed).map(\.sql) }

  /// The change: rows with weights other than 0.
  func delta(_ changed: ChangedTables) throws -> [Tuple: Int] {
    var delta: [Tuple: Int] = [:]
    for term in try terms(changed) { try shadows.each(term.sql) { delta[$0, default: 0] += term.weight } }
    return delta.filter { $0.value != 0 }
  }
}
