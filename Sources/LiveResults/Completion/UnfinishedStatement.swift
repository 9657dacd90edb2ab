// The tables and columns that an unfinished statement names.

import Databases

/// A statement that a person is still writing. The readable parts are read; the rest is no error.
final class UnfinishedStatement {
  let tokens: [Token]
  /// The index of the first token after the cursor. A name may be missing before it.
  private let cursor: Int
  private let schema: CompletionSchema
  /// For an opening parenthesis, the index of the one that closes it, or the end.
  private var closings: [Int: Int] = [:]
  /// The columns of the subqueries, by where they begin. Empty while they are looked for: a query may name itself.
  private var knownColumns: [Int: [String]] = [:]

  /// The most columns that SQLite lets a result have.
  private static let mostColumns = 2_000

  /// A table, a view or a subquery in FROM.
  struct Source {
    /// The name that its columns have before them; nil if it has none.
    var name: String?
    /// The table's own name.
    var table: String?
    var columns: [String] = []
    /// Whether its columns are only found with its name before them.
    var needsName = false
  }

  /// What WITH defines.
  final class Scope {
    struct Table {
      var name: String
      var columns: [String]?
      var body: Range<Int>
    }

    let outer: Scope?
    let tables: [Table]

    init(_ outer: Scope?, _ tables: [Table]) { (self.outer, self.tables) = (outer, tables) }

    /// All tables that are seen, the nearest first.
    var visible: [Table] { tables + (outer?.visible ?? []) }
  }

  init(_ cursor: CompletionCursor, _ schema: CompletionSchema) {
    (tokens, self.cursor, self.schema) = (cursor.tokens, cursor.place, schema)
    var open: [Int] = []
    for place in tokens.indices {
      if tokens[place].upper == "(" { open.append(place) }
      if tokens[place].upper == ")", let start = open.popLast() { closings[start] = place }
    }
    for start in open { closings[start] = tokens.count }
  }

  // MARK: Parts

  func upper(_ place: Int) -> String { tokens.upper(place) }

  /// The tokens inside the parenthesis at `open`.
  func inside(_ open: Int) -> Range<Int> { (open + 1)..<(closings[open] ?? open + 1) }

  /// The opening parentheses around a place, the outermost first.
  func openings(around place: Int) -> [Int] {
    closings.filter { $0.key < place && $0.value >= place }.keys.sorted()
  }

  /// The places in a range that are not inside parentheses of the range.
  func outermost(_ range: Range<Int>) -> [Int] {
    var (places, place): ([Int], Int) = ([], range.lowerBound)
    while place < range.upperBound {
      places.append(place)
      place = closings[place].map { $0 + 1 } ?? place + 1
    }
    return places
  }

  /// Whether a word at a place has its meaning in SQL: it is not part of a qualified name.
  private func isWord(_ place: Int, _ words: Set<String>) -> Bool {
    tokens[place].kind == .word && words.contains(upper(place))
      && (upper(place - 1) != "." || place == cursor)
  }

  /// Whether a query begins at a place.
  func beginsQuery(_ place: Int) -> Bool { ["SELECT", "WITH", "VALUES"].contains(upper(place)) }

  /// What a WITH at the beginning defines, and the rest of the range.
  func definitions(_ range: Range<Int>) -> (tables: [Scope.Table], main: Range<Int>) {
    guard !range.isEmpty, upper(range.lowerBound) == "WITH" else { return ([], range) }
    var (tables, place) = ([Scope.Table](), range.lowerBound + 1)
    if upper(place) == "RECURSIVE" { place += 1 }
    while place < range.upperBound, let name = tokens[place].name {
      place += 1
      var columns: [String]?
      if upper(place) == "(" {
        columns = inside(place).compactMap { tokens[$0].name }
        place = inside(place).upperBound + 1
      }
      if upper(place) == "AS" { place += 1 }
      while ["NOT", "MATERIALIZED"].contains(upper(place)) { place += 1 }
      guard place < range.upperBound, upper(place) == "(" else { break }
      tables.append(Scope.Table(name: name, columns: columns, body: inside(place)))
      place = inside(place).upperBound + 1
      guard upper(place) == "," else { break }
      place += 1
    }
    return (tables, min(place, range.upperBound)..<range.upperBound)
  }

  /// The part of a compound SELECT at a place.
  func branch(of main: Range<Int>, at place: Int) -> Range<Int> {
    var (start, end) = (main.lowerBound, main.upperBound)
    for word in outermost(main) where isWord(word, ["UNION", "INTERSECT", "EXCEPT"]) {
      guard word < place else {
        end = word
        break
      }
      start = upper(word + 1) == "ALL" && word + 1 < place ? word + 2 : word + 1
    }
    return start..<max(start, end)
  }

  /// One clause of a statement.
  struct Clause {
    var word: String
    /// The tokens after the word.
    var body: Range<Int>
  }

  private static let clauseWords: Set<String> = [
    "SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "VALUES", "SET", "RETURNING", "INTO", "UPDATE",
    "CONFLICT",
  ]

  /// The clauses of a SELECT without WITH, or of a statement that writes.
  func clauses(_ range: Range<Int>) -> [Clause] {
    let starts = outermost(range).filter { place in
      guard isWord(place, Self.clauseWords) else { return false }
      return switch upper(place) {
      // IS DISTINCT FROM
      case "FROM": !(upper(place - 1) == "DISTINCT" && ["IS", "NOT"].contains(upper(place - 2)))
      case "UPDATE": upper(place - 1) != "DO"
      case "CONFLICT": upper(place - 1) == "ON"
      default: true
      }
    }
    return starts.enumerated().map { index, start in
      let end = index + 1 < starts.count ? starts[index + 1] : range.upperBound
      return Clause(word: upper(start), body: (start + 1)..<max(start + 1, end))
    }
  }

  // MARK: Sources

  /// The tables whose columns are seen at a place of a SELECT without WITH, or of a statement that writes.
  func sources(_ range: Range<Int>, at place: Int, _ scope: Scope) -> [Source] {
    let clauses = clauses(range)
    let before = clauses.filter { $0.body.lowerBound <= place }.map(\.word)
    let from = clauses.first { $0.word == "FROM" }.map { items($0.body, scope) } ?? []
    guard let target = clauses.first(where: { ["INTO", "UPDATE"].contains($0.word) }) else { return from }
    let targets = items(skippingAction(target.body), scope).prefix(1)
    if target.word == "UPDATE" { return targets + from }
    if before.contains("RETURNING") { return Array(targets) }
    if before.contains("CONFLICT") {
      return targets + targets.map { Source(name: "excluded", columns: $0.columns, needsName: true) }
    }
    return before.contains("SELECT") ? from : before.contains("VALUES") ? [] : Array(targets)
  }

  /// Without the `OR REPLACE` at the beginning.
  private func skippingAction(_ range: Range<Int>) -> Range<Int> {
    upper(range.lowerBound) == "OR" ? min(range.lowerBound + 2, range.upperBound)..<range.upperBound : range
  }

  private static let joinWords: Set<String> = [
    "NATURAL", "LEFT", "RIGHT", "FULL", "OUTER", "INNER", "CROSS", "JOIN",
  ]
  private static let noAlias = joinWords.union(["ON", "USING", "INDEXED", "NOT", "AS", "DEFAULT"])

  /// The entries of a FROM clause.
  func items(_ range: Range<Int>, _ scope: Scope) -> [Source] {
    var (sources, place): ([Source], Int) = ([], range.lowerBound)
    while place < range.upperBound {
      if upper(place) == "," || isWord(place, Self.joinWords) {
        place += 1
      } else if upper(place) == "(" && !beginsQuery(place + 1) {
        sources += items(inside(place), scope)
        place = inside(place).upperBound + 1
      } else if upper(place) == "(" || (tokens[place].name != nil && !isWord(place, ["ON", "USING"])) {
        sources.append(item(&place, end: range.upperBound, scope))
      } else {
        place += 1
      }
      // A condition ends before the next entry.
      if place < range.upperBound, isWord(place, ["ON", "USING"]) {
        place =
          outermost(place..<range.upperBound).first { next in
            upper(next) == "," || (isWord(next, Self.joinWords) && upper(next + 1) != "(")
          } ?? range.upperBound
      }
    }
    return sources
  }

  private func item(_ place: inout Int, end: Int, _ scope: Scope) -> Source {
    var source = Source()
    if upper(place) == "(" {
      source.columns = outputColumns(inside(place), scope)
      place = inside(place).upperBound + 1
    } else {
      var (schemaName, name): (String?, String?) = (nil, tokens[place].name)
      place += 1
      if upper(place) == ".", place < end {
        let isTyped = place + 1 < end && place + 1 != cursor
        (schemaName, name) = (name, isTyped ? tokens[place + 1].name : nil)
        place += isTyped ? 2 : 1
      }
      (source.name, source.table) = (name, name)
      if upper(place) == "(", place < end {
        // A table function, or the columns of INSERT.
        place = inside(place).upperBound + 1
      }
      source.columns = columns(of: name ?? "", isQualified: schemaName != nil, scope)
    }
    if place + 1 < end, isWord(place, ["AS"]) {
      source.name = tokens[place + 1].name ?? source.name
      place += 2
    } else if place < end, let name = tokens[place].name, !isWord(place, Self.noAlias) {
      source.name = name
      place += 1
    }
    return source
  }

  private func columns(of name: String, isQualified: Bool, _ scope: Scope) -> [String] {
    var level: Scope? = isQualified ? nil : scope
    while let present = level {
      if let table = present.tables.last(where: { $0.name.isSameName(as: name) }) {
        return table.columns ?? outputColumns(table.body, present)
      }
      level = present.outer
    }
    return schema.table(name)?.columns ?? []
  }

  // MARK: Columns

  /// The columns of a query. A column without a name is left out.
  private func outputColumns(_ range: Range<Int>, _ scope: Scope) -> [String] {
    if let known = knownColumns[range.lowerBound] { return known }
    knownColumns[range.lowerBound] = []
    let (tables, main) = definitions(range)
    let inner = Scope(scope, tables)
    let branch = branch(of: main, at: main.lowerBound)
    var columns: [String] = []
    let clauses = clauses(branch)
    if let values = clauses.first, values.word == "VALUES" {
      let count = outermost(inside(values.body.lowerBound)).count { upper($0) == "," } + 1
      columns = (1...count).map { "column\($0)" }
    } else if clauses.first?.word == "SELECT" {
      let sources = sources(branch, at: branch.upperBound, inner)
      for column in selectList(branch) {
        if let alias = column.alias {
          columns.append(alias)
        } else if column.isStar {
          let name = column.expression.count == 3 ? column.expression[0].name : nil
          for source in sources where name.map({ source.name?.isSameName(as: $0) == true }) ?? true {
            columns += source.columns
          }
        } else if column.expression.isColumnName, let name = column.expression.last?.name {
          columns.append(name)
        }
        if columns.count >= Self.mostColumns { break }
      }
    }
    columns = Array(columns.prefix(Self.mostColumns))
    knownColumns[range.lowerBound] = columns
    return columns
  }

  /// The columns of a SELECT without WITH, as they are written.
  func selectList(_ range: Range<Int>) -> [SelectClauses.Column] {
    guard let list = clauses(range).first(where: { $0.word == "SELECT" })?.body else { return [] }
    var body = Array(tokens[list])
    if ["DISTINCT", "ALL"].contains(body.upper(0)) { body.removeFirst() }
    return body.partsBetweenCommas.compactMap { $0.isEmpty ? nil : try? SelectClauses.column($0) }
  }
}
