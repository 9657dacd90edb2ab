// UNION and UNION ALL, and statements over small results.

import Databases

extension Planner {
  /// The plan of a compound SELECT. Throws `NotKept` if its parts are not linear, or joined by other operators.
  func compound(
    _ branches: [(compound: String, tokens: [Token])], in scope: CommonTables, _ resolver: Resolver, isSource: Bool
  ) throws -> Plan {
    let operators = Set(branches.dropFirst().map(\.compound))
    guard operators == ["UNION"] || operators == ["UNION ALL"], let name = operators.first else {
      throw NotKept(operators.sorted().joined(separator: " and "))
    }
    var selects = try branches.map { try resolver.clauses($0.tokens, in: scope) }
    let last = selects[selects.count - 1]
    selects[selects.count - 1].order = []
    (selects[selects.count - 1].limit, selects[selects.count - 1].offset) = (nil, nil)
    for select in selects {
      if let reason = try select.reasonAgainstLinear(shadows.aggregates) { throw NotKept("\(name) with \(reason)") }
    }
    let texts = try selects.map { try $0.sql() }
    let width = try shadows.width(texts[0])
    if isSource { try requireEqualTypes(selects, texts) }
    let limit = try RowLimit(last, shadows)
    let collations = try shadows.compoundCollations(texts.joined(separator: " UNION "), width: width)
    let order = try last.order.map { term in
      let column = try Self.column(of: term.expression, in: selects[0], width: width)
      return OrderTerm(
        column: column, collation: collations[column], isDescending: term.isDescending, nulls: term.nulls)
    }
    let bodies = selects.map { LinearBody($0, shadows) }
    let isDistinct = name == "UNION"
    let query: any KeptQuery =
      isDistinct
      ? DistinctRows(bodies, collations: collations, order: order, shadows)
      : LinearRows(bodies, order: order, shadows)
    return Plan(
      sql: texts.joined(separator: " \(name) "),
      upkeep: .live(resolver.stacks.isEmpty ? (isDistinct ? .distinct : .linear) : .stacked), query: query,
      stacks: resolver.stacks, width: width, limit: limit)
  }

  /// Throws `NotKept` if a column of a compound in FROM has different affinities in its parts. SQLite may compare it in
  /// each part by the affinity there, or by one for all; the versions differ. NULL has none, and needs none.
  private func requireEqualTypes(_ selects: [SelectClauses], _ texts: [String]) throws {
    var known: [Int: ShadowDatabase.OutputColumn] = [:]
    for (select, text) in zip(selects, texts) {
      let isPlain = !select.columns.contains(where: \.isStar)
      for (index, column) in try shadows.outputColumns(text).enumerated() {
        if isPlain, select.columns[index].expression.map(\.key) == ["null"] { continue }
        let first = known[index] ?? column
        guard first.type == column.type, first.hasAffinity == column.hasAffinity else {
          throw NotKept("a compound SELECT in FROM whose parts have columns of different types")
        }
        known[index] = first
      }
    }
  }

  /// The output column that a term of ORDER BY names, by its number or its name in the first part.
  private static func column(of term: [Token], in first: SelectClauses, width: Int) throws -> Int {
    if let number = term.ordinal(upTo: width) { return number - 1 }
    guard term.count == 1, let key = term[0].key, !first.columns.contains(where: \.isStar),
      // SQLite looks at the aliases first.
      let column = first.columns.firstIndex(where: { $0.alias?.lowercasedASCII == key })
        ?? first.columns.firstIndex(where: {
          $0.alias == nil && $0.expression.isColumnName && $0.expression.last?.key == key
        })
    else { throw NotKept("ORDER BY an expression over a compound SELECT") }
    return column
  }

  /// A statement whose entries of FROM are all kept results: it runs again over them, and they are small.
  func outerAgain(_ parts: Parts) throws -> Choice {
    let select = parts.select
    let keys = select.from.compactMap { item in if case .kept(let result) = item.source { result.key } else { nil } }
    guard keys.count == select.from.count, select.windows.isEmpty,
      !select.expressions.contains(where: \.hasSubquery)
    else { throw NotKept("a form over other results") }
    var sql = parts.sql
    if !select.order.isEmpty {
      let terms = select.order.map {
        $0.expression.sql + ($0.isDescending ? " DESC" : "") + ($0.nulls.map { " NULLS \($0)" } ?? "")
      }
      sql += " ORDER BY " + terms.joined(separator: ", ")
    }
    if let limit = parts.limit { sql += " LIMIT \(limit.count) OFFSET \(limit.offset)" }
    return Choice(method: .stackedAgain, query: RerunRows(sql, over: Set(keys), shadows))
  }
}
