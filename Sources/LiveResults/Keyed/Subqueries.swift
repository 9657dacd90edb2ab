// Subqueries in expressions: which outer rows a change of theirs touches.

import Databases

/// Turns each subquery of a query's expressions into a query for the keys of the outer rows that its rows touch: its
/// FROM and its WHERE are merged with the outer FROM.
struct Subqueries {
  let select: SelectClauses
  let keys: [String]
  let resolver: Resolver
  let shadows: ShadowDatabase

  /// Adds the subqueries of all expressions. Throws `NotKept` if one has another form than a condition on rows of
  /// tables.
  func add(to touched: TouchedKeys) throws {
    for expression in select.expressions { try add(expression, to: touched) }
  }

  private func add(_ tokens: [Token], to touched: TouchedKeys) throws {
    var place = 0
    while place < tokens.count {
      defer { place += 1 }
      if tokens.upper(place) == "IN", tokens.upper(place + 1) != "(" { throw NotKept("IN with a table") }
      guard tokens.upper(place) == "(" else { continue }
      if tokens.upper(place + 1) == "VALUES" { throw NotKept("VALUES") }
      guard ["SELECT", "WITH"].contains(tokens.upper(place + 1)) else { continue }
      let body = try tokens.inside(place)
      try add(body.tokens, operand: Self.operand(of: tokens, before: place), to: touched)
      place = body.end - 1
    }
  }

  /// The column before an `IN` whose list begins at a place; nil if there is no `IN`.
  private static func operand(of tokens: [Token], before place: Int) throws -> [Token]? {
    guard tokens.upper(place - 1) == "IN" else { return nil }
    let end = tokens.upper(place - 2) == "NOT" ? place - 2 : place - 1
    var start = end - 1
    while start > 1, tokens.upper(start - 1) == "." { start -= 2 }
    // SQLite reads `x BETWEEN 0 AND y IN (…)` as `(x BETWEEN 0 AND y) IN (…)`, and `x IS NOT y IN (…)` in the same way.
    if start > 0, tokens.upper(start - 1) == "AND", tokens[..<start].contains(where: { $0.upper == "BETWEEN" }) {
      throw NotKept("IN after BETWEEN")
    }
    if tokens.upper(start - 1) == "NOT", tokens.upper(start - 2) == "IS" { throw NotKept("IN after IS NOT") }
    let starts = ["AND", "OR", "(", "NOT", "WHEN", "WHERE", "ON", ","]
    guard start >= 0, start == 0 || starts.contains(tokens.upper(start - 1)), Array(tokens[start..<end]).isColumnName
    else { throw NotKept("IN after an expression") }
    return Array(tokens[start..<end])
  }

  private func add(_ body: [Token], operand: [Token]?, to touched: TouchedKeys) throws {
    let inner = try resolver.clauses(body, in: select.scope)
    let isPlain = inner.from.allSatisfy { item in
      switch item.source {
      case .table, .select: !item.isOuter
      case .kept, .none: false
      }
    }
    guard isPlain, !inner.expressions.contains(where: \.hasSubquery), operand == nil || inner.limit == nil else {
      throw NotKept("a subquery of another form")
    }
    try requireOwnNames(inner)
    if inner.from.isEmpty { return }
    // With the subquery's tables before them, a join by names would take a column of those.
    if select.from.contains(where: \.joinsByNames) { throw NotKept("a subquery next to USING or NATURAL") }
    var merged = SelectClauses()
    merged.scope = select.scope
    for item in inner.from {
      let copy = item.copy()
      copy.constraint = try qualified(item.constraint, [inner.from, select.from])
      merged.from.append(copy)
    }
    let occurrences = merged.occurrences
    for (index, item) in select.from.enumerated() {
      let copy = item.copy()
      if index == 0 { copy.joinWords = [","] }
      merged.from.append(copy)
    }
    merged.filter = try qualified(inner.filter, [inner.from, select.from])
    var list: TouchedKeys.List?
    if let operand {
      let column = inner.columns[0].expression
      if !inner.groups.isEmpty || !inner.having.isEmpty || inner.isDistinct && inner.columns.isEmpty {
        throw NotKept("IN over groups")
      }
      if try !column.aggregateCalls(shadows.aggregates).isEmpty { throw NotKept("IN over groups") }
      list = try self.list(inner, column)
      let equation =
        [.sign("(")] + (try qualified(operand, [select.from])) + [.sign(")"), .sign("="), .sign("(")]
        + (try qualified(column, [inner.from])) + [.sign(")")]
      merged.filter = merged.filter.isEmpty ? equation : Self.both(merged.filter, equation)
    } else if inner.filter.isEmpty {
      throw NotKept("a subquery without a condition")
    }
    let keysOfRows = LinearBody(merged, columns: keys, occurrences: occurrences, shadows)
    guard shadows.compiles(try keysOfRows.sql) else { throw NotKept("names in a subquery") }
    touched.add(keysOfRows, list)
  }

  /// Throws `NotKept` if an aggregate belongs to the outer query, as it does if the subquery has no column that it names,
  /// or if a condition names an alias of the subquery: in both cases a name means another thing here than in SQLite.
  private func requireOwnNames(_ inner: SelectClauses) throws {
    let from = inner.from.isEmpty ? "" : " FROM " + (try inner.from.sql())
    for expression in inner.expressions {
      for call in try expression.withoutSubqueries.aggregateCalls(shadows.aggregates) {
        for part in [call.arguments, call.filter ?? []] where part.contains(where: { $0.name != nil }) {
          guard shadows.compiles("SELECT \(part.sql)\(from)") else {
            throw NotKept("an aggregate over columns of the outer query")
          }
        }
      }
    }
    let aliases = Set(inner.columns.compactMap { $0.alias?.lowercasedASCII })
    for condition in [inner.filter] + inner.from.map(\.constraint) {
      for (place, token) in condition.enumerated()
      where condition.isSimpleName(place) && token.key.map(aliases.contains) == true {
        guard shadows.compiles("SELECT \(token.text)\(from)") else { throw NotKept("an alias in a subquery") }
      }
    }
  }

  private static func both(_ first: [Token], _ second: [Token]) -> [Token] {
    [.sign("(")] + first + [.sign(")"), .word("AND"), .sign("(")] + second + [.sign(")")]
  }

  /// What must be watched of the list of an `IN`. Throws `NotKept` if it depends on the outer row.
  private func list(_ inner: SelectClauses, _ column: [Token]) throws -> TouchedKeys.List {
    let isFilled = "SELECT EXISTS(\(try inner.rows(filter: inner.filter).sql(columns: ["1"])))"
    guard shadows.compiles(isFilled) else { throw NotKept("an IN that depends on the row") }
    let isNull = [.sign("(")] + column + [.sign(")"), .word("IS"), .word("NULL")]
    let filter = inner.filter.isEmpty ? isNull : Self.both(inner.filter, isNull)
    return TouchedKeys.List(
      nulls: LinearBody(inner.rows(filter: filter), columns: ["1"], shadows), isFilled: isFilled)
  }

  /// The expression with the names of columns qualified by the first of several FROM clauses that has them: merged into
  /// one, the names could mean another column.
  private func qualified(_ expression: [Token], _ scopes: [[FromItem]]) throws -> [Token] {
    var tokens: [Token] = []
    for (place, token) in expression.enumerated() {
      guard let name = token.name, expression.isSimpleName(place), let alias = try alias(of: name, scopes) else {
        tokens.append(token)
        continue
      }
      tokens += [.name(alias), .sign("."), .name(name)]
    }
    return tokens
  }

  private func alias(of column: String, _ scopes: [[FromItem]]) throws -> String? {
    for items in scopes {
      let from = try items.sql()
      let aliases = items.compactMap(\.alias).filter { alias in
        shadows.compiles("SELECT \(alias.quotedName).\(column.quotedName) FROM \(from)")
      }
      if !aliases.isEmpty { return aliases.count == 1 ? aliases[0] : nil }
    }
    return nil
  }
}
