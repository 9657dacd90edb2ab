// What can be written at the cursor.

import Databases

/// The queries around the cursor of a text, and what their clauses let a person write there.
struct CompletionPlace {
  /// What SQL allows at the cursor.
  enum Expected: Equatable {
    /// A table; only one of the file if a statement writes it; a query if a parenthesis is before it.
    case table(ofFile: Bool, orQuery: Bool)
    /// A column of the named table, after a full stop.
    case columnOfTable(String)
    /// A table of the named schema, after a full stop.
    case tableOfSchema
    /// A column of the table that the statement writes.
    case column
    /// A column that two tables of the query have.
    case sharedColumn
    case expression
    case keyword
    /// A name that the person makes up.
    case newName
  }

  /// The text inside one pair of parentheses around the cursor, or the whole statement.
  private struct Level {
    /// The index of the parenthesis; -1 for the whole statement.
    var open: Int
    var isQuery: Bool
    /// The parts; nil if it is no query.
    var query: Query?
  }

  private struct Query {
    var scope: UnfinishedStatement.Scope
    /// Without WITH.
    var main: Range<Int>
    /// The part of a compound with the cursor.
    var branch: Range<Int>
  }

  private let statement: UnfinishedStatement
  private let cursor: Int
  private var levels: [Level] = []

  init(_ statement: UnfinishedStatement, at cursor: Int) {
    (self.statement, self.cursor) = (statement, cursor)
    let openings = [-1] + statement.openings(around: cursor)
    var scope: UnfinishedStatement.Scope?
    for (index, open) in openings.enumerated() {
      let range = open < 0 ? 0..<statement.tokens.count : statement.inside(open)
      var query: Query?
      if open < 0 || statement.beginsQuery(range.lowerBound) {
        let (tables, main) = statement.definitions(range)
        let inner = UnfinishedStatement.Scope(scope, tables)
        scope = inner
        let place = index + 1 < openings.count ? openings[index + 1] : cursor
        query = Query(scope: inner, main: main, branch: statement.branch(of: main, at: place))
      }
      levels.append(Level(open: open, isQuery: query != nil, query: query))
    }
  }

  /// The index of the innermost query.
  private var innermost: Int { levels.lastIndex { $0.isQuery } ?? 0 }

  /// The place of the cursor among the tokens of a level, outside of the level's parentheses.
  private func place(in level: Int) -> Int { level + 1 < levels.count ? levels[level + 1].open : cursor }

  private func upper(_ place: Int) -> String { statement.upper(place) }

  // MARK: What is seen

  /// The tables of WITH, the nearest first.
  var commonTables: [String] { levels[innermost].query?.scope.visible.map(\.name) ?? [] }

  /// The tables of the queries around the cursor whose columns are seen, the innermost query first.
  var sources: [[UnfinishedStatement.Source]] {
    var groups: [[UnfinishedStatement.Source]] = []
    for index in levels.indices.reversed() {
      let level = levels[index]
      if let query = level.query {
        groups.append(statement.sources(query.branch, at: place(in: index), query.scope))
        // A query in WITH or FROM does not see the tables around it.
        if isItem(index) || isDefinition(index) { break }
      }
    }
    return groups
  }

  /// Whether the innermost query is a SELECT whose tables are not written yet.
  var lacksTables: Bool {
    guard let query = levels[innermost].query, upper(query.branch.lowerBound) == "SELECT" else { return false }
    return sources.joined().isEmpty
  }

  /// The names that the innermost query has given to its columns, in a clause that may use them.
  var aliases: [String] {
    guard let query = levels[innermost].query,
      ["WHERE", "GROUP", "HAVING", "ORDER"].contains(clause(innermost) ?? "")
    else { return [] }
    return statement.selectList(query.branch).compactMap(\.alias)
  }

  /// The last clause that begins before the cursor in a query.
  private func clause(_ level: Int) -> String? {
    guard let query = levels[level].query else { return nil }
    return statement.clauses(query.branch).last { $0.body.lowerBound <= place(in: level) }?.word
  }

  /// Whether a level is the body of a table in WITH, or its list of columns.
  private func isDefinition(_ level: Int) -> Bool {
    guard level > 0, let around = levels[level - 1].query else { return false }
    return levels[level].open < around.main.lowerBound
  }

  /// Whether a level is an entry of FROM, or several in parentheses.
  private func isItem(_ level: Int) -> Bool {
    guard level > 0 else { return false }
    let open = levels[level].open
    switch upper(open - 1) {
    case "JOIN": return true
    case "FROM": return clause(level - 1) == "FROM" || !levels[level - 1].isQuery
    case ",", "(":
      if levels[level - 1].isQuery { return upper(open - 1) == "," && clause(level - 1) == "FROM" }
      return isItem(level - 1)
    default: return false
    }
  }

  // MARK: What is expected

  /// What SQL allows at the cursor.
  var expected: Expected {
    let last = levels.count - 1
    if upper(cursor - 1) == "." { return afterFullStop }
    guard let query = levels[last].query else { return inParentheses(last) }
    if cursor < query.main.lowerBound { return .newName }
    switch clause(last) {
    case "INTO": return upper(cursor - 1) == "INTO" ? .table(ofFile: true, orQuery: false) : .keyword
    case "UPDATE":
      let isFirst = upper(cursor - 1) == "UPDATE" || upper(cursor - 2) == "OR"
      return isFirst ? .table(ofFile: true, orQuery: false) : .keyword
    case "FROM":
      let isDeletion = upper(query.branch.lowerBound) == "DELETE"
      let start = statement.clauses(query.branch).last { $0.body.lowerBound <= cursor }?.body.lowerBound ?? cursor
      return inFrom(start, ofFile: isDeletion)
    case "SET": return ["SET", ","].contains(upper(cursor - 1)) ? .column : expression
    case nil:
      let first = upper(query.main.lowerBound)
      let isTable =
        ["DROP", "ALTER"].contains(first) && ["TABLE", "VIEW", "EXISTS"].contains(upper(cursor - 1))
        || first == "CREATE" && upper(cursor - 1) == "ON"
      return isTable ? .table(ofFile: true, orQuery: false) : .keyword
    default: return expression
    }
  }

  private var afterFullStop: Expected {
    guard let name = cursor >= 2 ? statement.tokens[cursor - 2].name : nil else { return .newName }
    let isSchema = ["main", "temp"].contains { $0.isSameName(as: name) } && upper(cursor - 3) != "."
    let isSource = sources.joined().contains { $0.name?.isSameName(as: name) == true }
    return isSchema && !isSource ? .tableOfSchema : .columnOfTable(name)
  }

  private func inParentheses(_ level: Int) -> Expected {
    let open = levels[level].open
    if isDefinition(level) { return upper(open - 1) == "AS" ? .keyword : .newName }
    if isItem(level) { return inFrom(open + 1, ofFile: false) }
    if upper(open - 1) == "USING" { return .sharedColumn }
    switch clause(level - 1) {
    case "CONFLICT" where upper(open - 1) == "CONFLICT": return .column
    case "INTO": return .column
    case "SET" where ["SET", ","].contains(upper(open - 1)): return .column
    case nil where levels[level - 1].isQuery && upper(0) == "CREATE": return .newName
    default: return expression
    }
  }

  /// In a list of tables that begins at `start`.
  private func inFrom(_ start: Int, ofFile: Bool) -> Expected {
    let words = statement.outermost(start..<max(start, cursor)).filter {
      [",", "JOIN", "ON"].contains(upper($0)) && upper($0 - 1) != "."
    }
    guard let last = words.last else {
      if cursor == start { return .table(ofFile: ofFile, orQuery: upper(start - 1) == "(") }
      return .keyword
    }
    if upper(last) == "ON" { return expression }
    return last == cursor - 1 ? .table(ofFile: ofFile, orQuery: false) : .keyword
  }

  /// An expression, or what follows one.
  private var expression: Expected {
    guard cursor > levels[levels.count - 1].open + 1 else { return .expression }
    let previous = statement.tokens[cursor - 1]
    switch previous.kind {
    case .quotedName, .text, .blob, .number, .parameter: return .keyword
    case .sign:
      let isStar = ["SELECT", "DISTINCT", "ALL", ",", ".", "("].contains(upper(cursor - 2))
      return previous.upper == ")" || (previous.upper == "*" && isStar) ? .keyword : .expression
    case .word:
      if ["AS", "COLLATE"].contains(previous.upper) { return .newName }
      let isOperand =
        !CompletionSchema.keywordSet.contains(previous.upper) || Self.operands.contains(previous.upper)
        || upper(cursor - 2) == "."
      return isOperand ? .keyword : .expression
    }
  }

  /// Keywords that end an expression.
  private static let operands: Set<String> = [
    "NULL", "END", "ISNULL", "NOTNULL", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "ASC", "DESC",
  ]
}
