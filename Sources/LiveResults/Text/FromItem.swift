// The tables, views and subqueries of FROM.

import Databases

/// One entry of FROM. An object, because a statement that has a shadow in its place names this entry and no other.
final class FromItem {
  /// The rows that it means.
  enum Source {
    /// Those of a table of the file.
    case table(BaseTable)
    /// Those of a SELECT that is linear in its own tables.
    case select(SelectClauses)
    /// Those of a result that is kept by itself.
    case kept(StackedResult)
    /// Not found out, or not to be kept; the reason.
    case none(String)
  }

  /// The words of the join operator before it, or a comma; empty for the first entry.
  var joinWords: [String] = []
  var schema: String?
  /// The name of the table; nil for a subquery.
  var table: String?
  var subquery: [Token]?
  var alias: String?
  /// `ON` or `USING` with what follows.
  var constraint: [Token] = []
  /// `INDEXED BY` with its name, or `NOT INDEXED`.
  var indexing: [Token] = []
  var source = Source.none("an unknown table")

  var isOuter: Bool { !Set(joinWords).isDisjoint(with: ["LEFT", "RIGHT", "FULL"]) }

  /// Whether it is joined by the names of columns.
  var joinsByNames: Bool { joinWords.contains("NATURAL") || constraint.joinsByNames }

  /// Whether its rows are those of a result that is kept by itself.
  var isKept: Bool { if case .kept = source { true } else { false } }

  /// The table of the file that it means.
  var baseTable: BaseTable? { if case .table(let table) = source { table } else { nil } }

  /// The name under which the changes of its rows are reported, if rows can take their place in it.
  var changeKey: String? {
    switch source {
    case .table(let table): table.key
    case .kept(let result): result.key
    case .select, .none: nil
    }
  }

  private init() {}

  private static let joinOperators: Set<String> = ["NATURAL", "LEFT", "RIGHT", "FULL", "OUTER", "INNER", "CROSS"]
  private static let noAlias = joinOperators.union(["JOIN", "ON", "USING", "INDEXED", "NOT", "AS"])

  /// The entries of a FROM clause. Throws `NotKept` if one is something else than a table or a subquery.
  static func items(_ tokens: [Token]) throws -> [FromItem] {
    var (items, place): ([FromItem], Int) = ([], 0)
    while place < tokens.count {
      let item = FromItem()
      if !items.isEmpty { try item.readJoin(tokens, &place) }
      try item.readSource(tokens, &place)
      item.readAlias(tokens, &place)
      item.readConstraint(tokens, &place)
      items.append(item)
    }
    return items
  }

  private func readJoin(_ tokens: [Token], _ place: inout Int) throws {
    if tokens.upper(place) == "," {
      joinWords = [","]
      place += 1
      return
    }
    while Self.joinOperators.contains(tokens.upper(place)) {
      joinWords.append(tokens.upper(place))
      place += 1
    }
    guard tokens.upper(place) == "JOIN" else { throw NotKept("a FROM clause of another form") }
    joinWords.append("JOIN")
    place += 1
  }

  private func readSource(_ tokens: [Token], _ place: inout Int) throws {
    if tokens.upper(place) == "(" {
      guard ["SELECT", "WITH"].contains(tokens.upper(place + 1)) else {
        throw NotKept("joins in parentheses, or VALUES")
      }
      (subquery, place) = try tokens.inside(place)
      return
    }
    guard place < tokens.count, let name = tokens[place].name else { throw NotKept("a FROM clause of another form") }
    table = name
    place += 1
    if tokens.upper(place) == ".", place + 1 < tokens.count {
      (schema, table) = (name, tokens[place + 1].name)
      place += 2
    }
    if tokens.upper(place) == "(" { throw NotKept("the table function \(name)") }
  }

  private func readAlias(_ tokens: [Token], _ place: inout Int) {
    if tokens.upper(place) == "AS", place + 1 < tokens.count {
      alias = tokens[place + 1].name ?? String(tokens[place + 1].text.dropFirst().dropLast())
      place += 2
    } else if place < tokens.count, let name = tokens[place].name, !Self.noAlias.contains(tokens.upper(place)) {
      alias = name
      place += 1
    }
    let count = tokens.upper(place) == "INDEXED" ? 3 : tokens.upper(place) == "NOT" ? 2 : 0
    if place + count <= tokens.count {
      indexing = Array(tokens[place..<(place + count)])
      place += count
    }
  }

  private func readConstraint(_ tokens: [Token], _ place: inout Int) {
    guard ["ON", "USING"].contains(tokens.upper(place)) else { return }
    let rest = Array(tokens[place...])
    let end = rest.outermost.dropFirst().first { index in
      let word = rest.upper(index)
      if word == "," || word == "JOIN" { return true }
      // left(x) is a function.
      return Self.joinOperators.contains(word) && rest.upper(index - 1) != "."
        && (Self.joinOperators.contains(rest.upper(index + 1)) || rest.upper(index + 1) == "JOIN")
    }
    constraint = Array(rest[..<(end ?? rest.count)])
    place += constraint.count
  }

  /// An entry of its own with the same parts.
  func copy() -> FromItem {
    let item = FromItem()
    (item.schema, item.table, item.subquery, item.alias) = (schema, table, subquery, alias)
    (item.constraint, item.indexing, item.source, item.joinWords) = (constraint, indexing, source, joinWords)
    return item
  }
}
