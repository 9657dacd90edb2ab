// Clauses as SQL, with shadows in the place of tables.

import Databases

/// The entries of FROM that a shadow replaces.
typealias Substitution = [ObjectIdentifier: Sign]

extension FromItem {
  /// The entry as SQL, without its join operator.
  func sql(_ shadows: Substitution) throws -> String {
    let sign = shadows[ObjectIdentifier(self)]
    var sql =
      switch source {
      case .table(let table): sign.map { ShadowDatabase.shadow($0, of: table.name) } ?? table.name.quotedTable
      case .kept(let result): result.reference(sign)
      case .select(let select): "(\(try select.sql(shadows)))"
      case .none(let reason): throw NotKept(reason)
      }
    if let alias { sql += " AS \(alias.quotedName)" }
    if sign == nil, case .table = source, !indexing.isEmpty { sql += " " + indexing.sql }
    return sql
  }

  /// The entries of base tables and kept results in it.
  var occurrences: [FromItem] {
    switch source {
    case .table, .kept: [self]
    case .select(let select): select.from.flatMap(\.occurrences)
    case .none: []
    }
  }
}

extension [FromItem] {
  /// A FROM clause without its word.
  func sql(_ shadows: Substitution = [:]) throws -> String {
    try enumerated().map { index, item in
      let sql = try item.sql(shadows)
      return index == 0
        ? sql : "\(item.joinWords.sql) \(sql)\(item.constraint.isEmpty ? "" : " " + item.constraint.sql)"
    }.joined(separator: " ")
  }
}

extension [String] {
  fileprivate var sql: String { joined(separator: " ") }
}

extension SelectClauses {
  /// The SELECT as SQL, without ORDER BY and LIMIT.
  /// - Parameters:
  ///   - columns: Other output columns than its own.
  ///   - hidden: Output columns after these.
  ///   - conditions: More conditions of WHERE.
  ///   - isBody: Whether DISTINCT, GROUP BY and HAVING are left out.
  func sql(
    _ shadows: Substitution = [:], columns: [String]? = nil, hidden: [String] = [], conditions: [String] = [],
    isBody: Bool = false
  ) throws -> String {
    var sql = "SELECT " + (isDistinct && !isBody ? "DISTINCT " : "")
    sql += ((columns ?? self.columns.map(\.sql)) + hidden).joined(separator: ", ")
    if !from.isEmpty { sql += " FROM " + (try from.sql(shadows)) }
    let conditions = (filter.isEmpty ? [] : ["(\(filter.sql))"]) + conditions
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    if !isBody {
      if !groups.isEmpty { sql += " GROUP BY " + groups.map(\.sql).joined(separator: ", ") }
      if !having.isEmpty { sql += " HAVING " + having.sql }
    }
    return sql
  }

  /// The entries of base tables and kept results, also those inside linear subqueries.
  var occurrences: [FromItem] { from.flatMap(\.occurrences) }

  /// A SELECT over the same rows: its FROM, with or without its WHERE.
  func rows(filter: [Token]) -> SelectClauses {
    var select = SelectClauses()
    (select.from, select.filter, select.scope) = (from, filter, scope)
    return select
  }
}
