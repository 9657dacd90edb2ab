// The clauses of one SELECT, as lists of tokens.

import Databases

/// One SELECT, without WITH and without compound operators. An expression stays a list of tokens.
struct SelectClauses {
  struct Column {
    var expression: [Token]
    var alias: String?

    /// Whether it means several columns.
    var isStar: Bool { expression.last?.upper == "*" && [1, 3].contains(expression.count) }

    var sql: String { expression.sql + (alias.map { " AS \($0.quotedName)" } ?? "") }
  }

  struct OrderingTerm {
    var expression: [Token]
    var isDescending: Bool
    /// `FIRST` or `LAST`; nil if it is not said.
    var nulls: String?
  }

  var isDistinct = false
  var columns: [Column] = []
  var from: [FromItem] = []
  var filter: [Token] = []
  var groups: [[Token]] = []
  var having: [Token] = []
  var windows: [Token] = []
  var order: [OrderingTerm] = []
  var limit: [Token]?
  var offset: [Token]?
  /// The common table expressions that its FROM may name.
  var scope = CommonTables()

  /// Every expression of it.
  var expressions: [[Token]] {
    columns.map(\.expression) + [filter, having] + groups + order.map(\.expression) + from.map(\.constraint)
  }

  init() {}

  /// Reads a SELECT. Throws `NotKept` if it has something else.
  init(_ tokens: [Token]) throws {
    guard tokens.upper(0) == "SELECT" else { throw NotKept("a statement that is no SELECT") }
    var clauses: [String: [Token]] = [:]
    let starts = try Self.starts(tokens)
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].place : tokens.count
      let first = start.place + (["GROUP", "ORDER"].contains(start.word) ? 2 : 1)
      guard clauses[start.word] == nil, first <= end else { throw NotKept("a compound SELECT") }
      clauses[start.word] = Array(tokens[first..<end])
    }
    var body = clauses["SELECT"] ?? []
    if ["DISTINCT", "ALL"].contains(body.upper(0)) {
      isDistinct = body.removeFirst().upper == "DISTINCT"
    }
    columns = try body.partsBetweenCommas.map(Self.column)
    from = try FromItem.items(clauses["FROM"] ?? [])
    (filter, having, windows) = (clauses["WHERE"] ?? [], clauses["HAVING"] ?? [], clauses["WINDOW"] ?? [])
    groups = clauses["GROUP"]?.partsBetweenCommas ?? []
    order = clauses["ORDER"]?.partsBetweenCommas.map(Self.orderingTerm) ?? []
    if let limit = clauses["LIMIT"] { readLimit(limit) }
  }

  private static func starts(_ tokens: [Token]) throws -> [(word: String, place: Int)] {
    var starts = [(word: "SELECT", place: 0)]
    for place in tokens.outermost.dropFirst() where tokens.upper(place - 1) != "." {
      let word = tokens[place].upper
      switch word {
      case "UNION", "INTERSECT", "EXCEPT": throw NotKept("a compound SELECT")
      case "FROM":
        // IS DISTINCT FROM
        let isOperator = tokens.upper(place - 1) == "DISTINCT" && ["IS", "NOT"].contains(tokens.upper(place - 2))
        if !isOperator { starts.append((word, place)) }
      case "WHERE", "HAVING", "LIMIT": starts.append((word, place))
      case "GROUP", "ORDER": if tokens.upper(place + 1) == "BY" { starts.append((word, place)) }
      case "WINDOW": if tokens.upper(place + 2) == "AS" { starts.append((word, place)) }
      default: break
      }
    }
    return starts
  }

  /// Words after which a name is no alias.
  private static let operators: Set<String> = [
    "NOT", "IS", "AND", "OR", "LIKE", "GLOB", "IN", "BETWEEN", "COLLATE", "THEN", "ELSE", "WHEN", "ESCAPE", "REGEXP",
    "MATCH", "FROM", "OVER", "CASE",
  ]
  /// Words at the end of an expression that are no alias.
  private static let endings: Set<String> = [
    "END", "NULL", "ISNULL", "NOTNULL", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
  ]

  /// One column of the result.
  static func column(_ tokens: [Token]) throws -> Column {
    let count = tokens.count
    guard let last = tokens.last else { throw NotKept("an empty column") }
    let alias = last.name ?? (last.kind == .text ? String(last.text.dropFirst().dropLast()) : nil)
    if count > 2, tokens.upper(count - 2) == "AS", let alias {
      return Column(expression: Array(tokens.dropLast(2)), alias: alias)
    }
    if count > 1, let alias, !endings.contains(last.upper), !operators.contains(tokens.upper(count - 2)),
      tokens[count - 2].kind != .sign || tokens.upper(count - 2) == ")"
    {
      return Column(expression: Array(tokens.dropLast()), alias: alias)
    }
    return Column(expression: tokens)
  }

  private static func orderingTerm(_ tokens: [Token]) -> OrderingTerm {
    var (tokens, nulls, isDescending) = (tokens, String?.none, false)
    if tokens.count > 2, tokens.upper(tokens.count - 2) == "NULLS" {
      nulls = tokens.last?.upper
      tokens.removeLast(2)
    }
    if let last = tokens.last?.upper, ["ASC", "DESC"].contains(last) {
      isDescending = last == "DESC"
      tokens.removeLast()
    }
    return OrderingTerm(expression: tokens, isDescending: isDescending, nulls: nulls)
  }

  private mutating func readLimit(_ tokens: [Token]) {
    let parts = tokens.partsBetweenCommas
    if parts.count == 2 {
      (offset, limit) = (parts[0], parts[1])
    } else if let place = tokens.outermost.first(where: { tokens[$0].upper == "OFFSET" }) {
      (limit, offset) = (Array(tokens[..<place]), Array(tokens[(place + 1)...]))
    } else {
      limit = tokens
    }
  }
}
