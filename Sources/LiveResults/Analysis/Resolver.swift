// Finds out what the names in FROM mean.

import Databases

/// Reads a query, and replaces views and common table expressions in FROM by what they are made of.
final class Resolver {
  let shadows: ShadowDatabase
  /// Keeps a subquery that is not linear as a result of its own. Throws `NotKept` if that is not possible.
  private let keep: (SubqueryText) throws -> StackedResult
  /// The subqueries that are kept so, in the order in which they must follow.
  private(set) var stacks: [StackedResult] = []

  /// A subquery, a view or a common table expression.
  struct SubqueryText {
    var tokens: [Token]
    var scope: CommonTables
    /// The names that its columns get.
    var columns: [String]?
  }

  init(_ shadows: ShadowDatabase, keep: @escaping (SubqueryText) throws -> StackedResult) {
    (self.shadows, self.keep) = (shadows, keep)
  }

  /// The clauses of one SELECT, with the sources of its rows.
  func clauses(_ tokens: [Token], in scope: CommonTables, depth: Int = 0) throws -> SelectClauses {
    guard depth <= 12 else { throw NotKept("views in views, too deep") }
    if let function = try tokens.volatileFunction(shadows.volatileFunctions) { throw NotKept("\(function)()") }
    let (inner, rest) = try scope.reading(tokens)
    guard rest.branches.count == 1 else { throw NotKept("a compound SELECT in another one") }
    var select = try SelectClauses(rest)
    select.scope = inner
    if let reason = select.reasonAgainstSubqueries(in: inner) { throw NotKept(reason) }
    for item in select.from {
      item.source = try source(of: item, in: inner, depth)
      item.constraint = item.constraint.hardened
    }
    for index in select.columns.indices { select.columns[index].expression = select.columns[index].expression.hardened }
    for index in select.order.indices { select.order[index].expression = select.order[index].expression.hardened }
    select.groups = select.groups.map(\.hardened)
    (select.filter, select.having) = (select.filter.hardened, select.having.hardened)
    return select
  }

  private func source(of item: FromItem, in scope: CommonTables, _ depth: Int) throws -> FromItem.Source {
    let isMain = item.schema.map { $0.lowercasedASCII == "main" } ?? true
    let text: SubqueryText
    if let subquery = item.subquery {
      text = SubqueryText(tokens: subquery, scope: scope)
    } else {
      let name = item.table ?? ""
      let key = name.lowercasedASCII
      item.alias = item.alias ?? name
      if item.schema == nil, let definition = scope[key] {
        text = SubqueryText(tokens: definition.body, scope: definition.scope, columns: definition.columns)
      } else if isMain, let view = shadows.views[key] {
        text = try Self.body(ofView: view)
      } else {
        guard isMain, let table = shadows.table(key) else { throw NotKept("the table \(name)") }
        try shadows.makeShadows(of: table)
        return .table(table)
      }
    }
    let count = stacks.count
    do {
      return .select(try linear(text, depth))
    } catch let error as NotKept {
      // Those inside the subquery are kept by its own result.
      stacks.removeLast(stacks.count - count)
      do {
        let stack = try keep(text)
        stacks.append(stack)
        return .kept(stack)
      } catch is NotKept {
        return .none(error.reason)
      }
    }
  }

  private func linear(_ text: SubqueryText, _ depth: Int) throws -> SelectClauses {
    var select = try clauses(text.tokens, in: text.scope, depth: depth + 1)
    if let reason = try select.reasonAgainstLinear(shadows.aggregates) { throw NotKept("\(reason) in FROM") }
    if let names = text.columns {
      guard names.count == select.columns.count, !select.columns.contains(where: \.isStar) else {
        throw NotKept("a list of columns for a star")
      }
      for (index, name) in names.enumerated() { select.columns[index].alias = name }
    }
    return select
  }

  private static func body(ofView definition: String) throws -> SubqueryText {
    let tokens = try Tokenizer.tokens(definition)
    guard let start = tokens.outermost.first(where: { $0 > 1 && tokens[$0].upper == "AS" }) else {
      throw NotKept("a view of another form")
    }
    var columns: [String]?
    if let list = tokens[..<start].firstIndex(where: { $0.upper == "(" }) {
      columns = try tokens.inside(list).tokens.partsBetweenCommas.compactMap { $0.first?.name }
    }
    return SubqueryText(tokens: Array(tokens[(start + 1)...]), scope: CommonTables(), columns: columns)
  }
}

extension SelectClauses {
  /// Whether a row of it comes of several rows by a group.
  func isAggregate(_ aggregates: Set<String>) throws -> Bool {
    if !groups.isEmpty || !having.isEmpty { return true }
    return try (columns.map(\.expression) + order.map(\.expression)).contains {
      try !$0.withoutSubqueries.aggregateCalls(aggregates).isEmpty
    }
  }

  /// Why its subqueries can't be followed, as a part of a sentence; nil if they can. A subquery in an expression is
  /// written into statements as it is, without the WITH around it.
  fileprivate func reasonAgainstSubqueries(in scope: CommonTables) -> String? {
    if from.contains(where: { $0.constraint.hasSubquery }) { return "a subquery in a join's condition" }
    let namesCommonTable = expressions.contains { expression in
      expression.hasSubquery && expression.tableNames.contains { scope[$0] != nil }
    }
    return namesCommonTable ? "a common table in a subquery of an expression" : nil
  }

  /// Why it is not linear in each of its tables, as a part of a sentence; nil if it is.
  func reasonAgainstLinear(_ aggregates: Set<String>) throws -> String? {
    if isDistinct { return "DISTINCT" }
    if try isAggregate(aggregates) { return "a group" }
    if try expressions.contains(where: { try $0.withoutSubqueries.hasWindow }) { return "a window function" }
    if limit != nil { return "LIMIT" }
    if from.contains(where: \.isOuter) { return "an outer join" }
    if expressions.contains(where: \.hasSubquery) { return "a subquery" }
    for item in from { if case .none(let reason) = item.source { return reason } }
    return nil
  }
}
