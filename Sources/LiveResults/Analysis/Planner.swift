// Chooses how a query is kept. What it does not understand runs again.

import Databases

/// Finds a way to keep one SELECT at the cost of its changes.
struct Planner {
  let shadows: ShadowDatabase
  /// The number of rows that the first rows of an order are kept beyond those that are shown.
  let reserve: Int

  /// The parts of a query that every way to keep it needs.
  struct Parts {
    let select: SelectClauses
    let names: ColumnNames
    let width: Int
    /// The query as SQL, without ORDER BY and LIMIT.
    let sql: String
    let limit: Int?
    let offset: Int
    let stacks: [StackedResult]
  }

  /// A way to keep a query, before the parts that all ways share.
  struct Choice {
    var method: Upkeep.Method
    var query: any KeptQuery
    var identityCount = 0
  }

  /// The plan of a query. Throws `NotKept` if it must run again as a whole.
  func plan(_ tokens: [Token], in scope: CommonTables = CommonTables()) throws -> Plan {
    if shadows.isUTF16 { throw NotKept("texts in UTF-16") }
    if tokens.contains(where: { $0.kind == .parameter }) { throw NotKept("a parameter") }
    let resolver = Resolver(shadows) { text in
      let plan = try self.plan(text.tokens, in: text.scope)
      return try StackedResult(plan, names: text.columns, shadows)
    }
    let (inner, rest) = try scope.reading(tokens)
    let branches = rest.branches
    if branches.count > 1 { throw NotKept(branches[1].compound) }
    let select = try resolver.clauses(rest, in: inner)
    for item in select.from { if case .none(let reason) = item.source { throw NotKept(reason) } }
    guard !select.from.isEmpty else { throw NotKept("a query that reads no table") }
    let sql = try select.sql()
    let parts = Parts(
      select: select, names: try ColumnNames(select, shadows), width: try shadows.width(sql), sql: sql,
      limit: try number(select.limit), offset: try number(select.offset) ?? 0, stacks: resolver.stacks)
    let choice = try choose(parts)
    return Plan(
      sql: sql, upkeep: .live(parts.stacks.isEmpty ? choice.method : .stacked), query: choice.query,
      stacks: parts.stacks, width: parts.width, identityCount: choice.identityCount, limit: parts.limit,
      offset: parts.offset)
  }

  /// The number that LIMIT or OFFSET has; nil: all rows.
  private func number(_ tokens: [Token]?) throws -> Int? {
    guard let tokens else { return nil }
    guard !tokens.hasSubquery, let number = Int(try shadows.quotedValue(tokens.sql)) else {
      throw NotKept("a LIMIT of another form")
    }
    return number < 0 ? nil : number
  }

  private func choose(_ parts: Parts) throws -> Choice {
    let select = parts.select
    if parts.limit != nil || parts.offset > 0, select.order.isEmpty { throw NotKept("LIMIT without ORDER BY") }
    if select.from.contains(where: { $0.joinWords.contains("RIGHT") || $0.joinWords.contains("FULL") }) {
      throw NotKept("a RIGHT or FULL JOIN")
    }
    if let reason = try select.reasonAgainstLinear(shadows.aggregates), reason != "LIMIT" { throw NotKept(reason) }
    return try linear(parts)
  }

  /// Keeps a linear query, by the rows that each of its rows comes from.
  private func linear(_ parts: Parts) throws -> Choice {
    let select = parts.select
    let plan = try OrderPlan(select, width: parts.width, parts.names)
    let identity = rowNames(of: select)
    let body = LinearBody(select, hidden: plan.hidden + identity, shadows)
    let width = parts.width + plan.hidden.count + identity.count
    var order = try plan.order(try body.sql, width: width, shadows)
    if let limit = parts.limit {
      let rows = TopRows(body, plan, order: order, needed: limit + parts.offset, reserve: reserve, shadows)
      return Choice(method: .top, query: rows, identityCount: identity.count)
    }
    // Without ORDER BY, in the order of the tables.
    if order.isEmpty { order = identity.indices.map { OrderTerm(column: parts.width + $0, collation: .binary) } }
    return Choice(
      method: .linear, query: LinearRows([body], order: order, shadows), identityCount: identity.count)
  }

  /// Columns that together name the rows of the tables that a row of the query comes from; none if SQL can't name them.
  private func rowNames(of select: SelectClauses) -> [String] {
    var names: [String] = []
    for item in select.from {
      guard let table = item.baseTable, let alias = item.alias, !table.identity.isEmpty else { return [] }
      names += table.identity.map { "\(alias.quotedName).\(table.rowIDName ?? $0.quotedName)" }
    }
    return names
  }
}
