// Chooses how a query is kept. What it does not understand runs again.

import Databases

/// Finds a way to keep one SELECT at the cost of its changes.
struct Planner {
  let shadows: ShadowDatabase
  /// The number of rows that are kept behind the shown ones of a query with ORDER BY and LIMIT.
  let reserve: Int

  /// The parts of a query that every way to keep it needs.
  struct Parts {
    let select: SelectClauses
    let names: ColumnNames
    let width: Int
    /// The query as SQL, without ORDER BY and LIMIT.
    let sql: String
    let limit: RowLimit?
    let stacks: [StackedResult]
  }

  /// A way to keep a query, before the parts that all ways share.
  struct Choice {
    var method: Upkeep.Method
    var query: any KeptQuery
    var identityCount = 0
    var sources: [SourceTable] = []
  }

  /// The plan of a query. `isSource`: it is in the FROM of another one. Throws `NotKept` if it must run again as a whole.
  func plan(_ tokens: [Token], in scope: CommonTables = CommonTables(), isSource: Bool = false) throws -> Plan {
    let resolver = Resolver(shadows) { text in
      let plan = try self.plan(text.tokens, in: text.scope, isSource: true)
      return try StackedResult(plan, names: text.columns, shadows)
    }
    let (inner, rest) = try scope.reading(tokens)
    let branches = rest.branches
    if branches.count > 1 { return try compound(branches, in: inner, resolver, isSource: isSource) }
    let select = try resolver.clauses(rest, in: inner)
    for item in select.from { if case .none(let reason) = item.source { throw NotKept(reason) } }
    guard !select.from.isEmpty else { throw NotKept("a query that reads no table") }
    let names = Set(select.expressions.joined().compactMap(\.key))
    if !names.isDisjoint(with: ["rowid", "oid", "_rowid_"]), select.from.contains(where: \.isKept) {
      throw NotKept("a rowid next to a subquery")
    }
    let sql = try select.sql()
    let parts = Parts(
      select: select, names: try ColumnNames(select, shadows), width: try shadows.width(sql), sql: sql,
      limit: try RowLimit(select, shadows), stacks: resolver.stacks)
    let choice: Choice
    do {
      choice = try choose(parts)
    } catch let error as NotKept {
      let again = try? outerAgain(parts)
      guard let again else { throw error }
      return Plan(
        sql: sql, upkeep: .live(again.method), query: again.query, stacks: parts.stacks, width: parts.width)
    }
    return Plan(
      sql: sql, upkeep: .live(parts.stacks.isEmpty ? choice.method : .stacked), query: choice.query,
      stacks: parts.stacks, width: parts.width, identityCount: choice.identityCount,
      sources: choice.sources, limit: parts.limit)
  }

  /// The plan of the first rows of a query whose result is too large to be kept. Throws `NotKept` if no order tells which
  /// rows these are, or if they can't be kept alone.
  func plan(_ tokens: [Token], first count: Int) throws -> Plan {
    guard tokens.limitPlace == nil else { throw NotKept("a LIMIT") }
    let plan = try plan(tokens + Tokenizer.tokens(" LIMIT \(count)"))
    guard plan.isOfFirstRows else { throw NotKept("a form of which all rows are kept") }
    return plan
  }

  private func choose(_ parts: Parts) throws -> Choice {
    let select = parts.select
    if select.from.contains(where: { $0.joinWords.contains("RIGHT") || $0.joinWords.contains("FULL") }) {
      throw NotKept("a RIGHT or FULL JOIN")
    }
    let isOuter = select.from.contains(where: \.isOuter)
    let hasSubquery = select.expressions.contains(where: \.hasSubquery)
    let hasWindow = try select.expressions.contains { try $0.withoutSubqueries.hasWindow }
    let isAggregate = try select.isAggregate(shadows.aggregates)
    if hasWindow, isAggregate || isOuter || hasSubquery { throw NotKept("a window function over groups or joins") }
    if select.isDistinct, isAggregate || isOuter || hasSubquery || hasWindow { throw NotKept("DISTINCT over groups") }
    if isOuter || hasSubquery { return try keyedByRows(parts, isAggregate: isAggregate, hasSubquery: hasSubquery) }
    if hasWindow { return try keyed(parts, try select.partitionKeys(), .partitionsAgain) }
    if isAggregate { return try groups(parts) }
    return select.isDistinct ? try distinct(parts) : try linear(parts)
  }

  private func distinct(_ parts: Parts) throws -> Choice {
    let plan = try OrderPlan(parts.select, width: parts.width, parts.names)
    let body = LinearBody(parts.select, hidden: plan.hidden, shadows)
    let bare = try parts.select.sql(isBody: true)
    let order = try plan.order(try body.sql, width: parts.width + plan.hidden.count, shadows)
    let rows = DistinctRows(
      [body], collations: try shadows.outputCollations(bare, width: parts.width), order: order, shadows)
    return Choice(method: .distinct, query: rows)
  }

  /// Keeps groups by arithmetic; asks them again if that is not enough.
  private func groups(_ parts: Parts) throws -> Choice {
    do {
      let rows = try GroupRows(parts, shadows)
      return Choice(method: .groups, query: rows, identityCount: rows.identityCount)
    } catch let error as NotKept {
      let keys = try parts.select.groupKeys(parts.names)
      if keys.isEmpty { throw error }
      return try keyed(parts, keys, .groupsAgain)
    }
  }

  /// Asks again for keys that come from the same rows as the query's own.
  private func keyed(_ parts: Parts, _ keys: [[Token]], _ method: Upkeep.Method) throws -> Choice {
    let rows = parts.select.rows(filter: try parts.names.withoutAliases(parts.select.filter))
    let touched = TouchedKeys(keys, LinearBody(rows, columns: keys.map(\.sql), shadows))
    let namesRows = method == .groupsAgain
    return Choice(
      method: method,
      // Bare columns and ties in a window's order are SQLite's choice.
      query: try KeyedRows(
        parts, keys: keys, touched: touched, namesRows: namesRows, isDetermined: false, shadows),
      identityCount: namesRows ? keys.count : 0)
  }

  /// Asks again for rows of the first table, or for groups that come from rows before the first outer join.
  private func keyedByRows(_ parts: Parts, isAggregate: Bool, hasSubquery: Bool) throws -> Choice {
    let select = parts.select
    let outer = select.from.firstIndex(where: \.isOuter) ?? select.from.count
    var head = SelectClauses()
    (head.from, head.scope) = (Array(select.from[..<outer]), select.scope)
    let keys: [[Token]]
    if isAggregate {
      keys = try select.groupKeys(parts.names)
      let list = keys.map(\.sql).joined(separator: ", ")
      guard !keys.isEmpty else { throw NotKept("one group over an outer join or a subquery") }
      guard !keys.contains(where: \.hasSubquery), shadows.compiles("SELECT \(list) FROM \(try head.from.sql())") else {
        throw NotKept("a group by the outer side of a join")
      }
    } else {
      guard let first = select.from.first, let table = first.baseTable, let alias = first.alias,
        !table.identity.isEmpty
      else { throw NotKept("a first table without a key") }
      keys = table.identity.map { [.name(alias), .sign("."), table.rowIDName.map(Token.word) ?? .name($0)] }
    }
    let touched = TouchedKeys(keys, LinearBody(head, columns: keys.map(\.sql), shadows))
    touched.addOuterItems(of: select, from: outer, shadows)
    if hasSubquery {
      let resolver = Resolver(shadows) { _ in throw NotKept("a subquery of another form") }
      try Subqueries(select: select, keys: keys.map(\.sql), resolver: resolver, shadows: shadows).add(to: touched)
    }
    return Choice(
      method: hasSubquery ? .subquery : .outerJoin,
      query: try KeyedRows(
        parts, keys: keys, touched: touched, namesRows: isAggregate,
        isDetermined: !isAggregate && !select.expressions.contains { $0.contains { $0.upper == "LIMIT" } }, shadows),
      identityCount: isAggregate ? keys.count : 0)
  }

  /// Keeps a linear query, by the rows that each of its rows comes from.
  private func linear(_ parts: Parts) throws -> Choice {
    let select = parts.select
    let plan = try OrderPlan(select, width: parts.width, parts.names)
    let identity = rowNames(of: select)
    let sources = identity.isEmpty ? [] : self.sources(of: select)
    let body = LinearBody(select, hidden: plan.hidden + identity, shadows)
    let width = parts.width + plan.hidden.count + identity.count
    var order = try plan.order(try body.sql, width: width, shadows)
    if let limit = parts.limit {
      let rows = TopRows(body, plan, order: order, needed: limit.count + limit.offset, reserve: reserve, shadows)
      return Choice(method: .top, query: rows, identityCount: identity.count, sources: sources)
    }
    // Without ORDER BY, in the order of the tables.
    if order.isEmpty { order = identity.indices.map { OrderTerm(column: parts.width + $0, collation: .binary) } }
    return Choice(
      method: .linear, query: LinearRows([body], order: order, shadows), identityCount: identity.count,
      sources: sources)
  }

  /// The tables whose rows the identity of a row names.
  private func sources(of select: SelectClauses) -> [SourceTable] {
    var count = 0
    return select.from.compactMap(\.baseTable).map { table in
      let start = count
      count += table.identity.count
      return SourceTable(
        table: table.name, columns: table.rowIDName == nil ? table.identity : nil, place: .identity(start))
    }
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
