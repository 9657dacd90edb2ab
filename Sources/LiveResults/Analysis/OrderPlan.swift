// What a query is ordered by.

import Databases

/// The order of a query: each term is an output column or a hidden one, which is read after the output columns.
struct OrderPlan {
  struct Term {
    var column: Int
    var isDescending: Bool
    var nulls: String?
  }

  var hidden: [String] = []
  var terms: [Term] = []

  init() {}

  /// Reads ORDER BY as SQLite does: a number or the alias of an output column is that column; in any other expression a
  /// column of FROM comes before an alias. A column of FROM that is an output column too is not read a second time.
  /// - Parameters:
  ///   - width: The number of output columns.
  ///   - render: Makes the SQL of a hidden column.
  init(
    _ select: SelectClauses, width: Int, _ names: ColumnNames, render: ([Token]) throws -> String = { $0.sql }
  ) throws {
    let hasStar = select.columns.contains(where: \.isStar)
    for term in select.order {
      var (core, collation) = (term.expression.bare, [Token]())
      while core.count > 2, core.upper(core.count - 2) == "COLLATE" {
        collation = core.suffix(2) + collation
        core = core.dropLast(2).bare
      }
      let number = core.ordinal(upTo: width)
      let alias = core.count == 1 ? core[0].key : nil
      let column =
        number.map { $0 - 1 } ?? alias.flatMap { key in select.columns.firstIndex { $0.alias?.lowercasedASCII == key } }
        ?? (collation.isEmpty && core.isColumnName
          ? select.columns.firstIndex { $0.expression.isColumnName && $0.expression.map(\.key) == core.map(\.key) }
          : nil)
      if let column, collation.isEmpty, number != nil || !hasStar {
        terms.append(Term(column: column, isDescending: term.isDescending, nulls: term.nulls))
        continue
      }
      if number != nil, hasStar { throw NotKept("ORDER BY a number with COLLATE, and a star") }
      let expression =
        if let column {
          [.sign("(")] + select.columns[column].expression + [.sign(")")] + collation
        } else {
          try names.withoutAliases(term.expression)
        }
      terms.append(Term(column: width + hidden.count, isDescending: term.isDescending, nulls: term.nulls))
      hidden.append(try render(expression))
    }
  }

  /// The terms with the collations of a query's columns. `sql`: the query with the hidden columns.
  func order(_ sql: String, width: Int, _ shadows: ShadowDatabase) throws -> [OrderTerm] {
    guard !terms.isEmpty else { return [] }
    let collations = try shadows.outputCollations(sql, width: width)
    return terms.map {
      OrderTerm(column: $0.column, collation: collations[$0.column], isDescending: $0.isDescending, nulls: $0.nulls)
    }
  }

  /// The terms as SQL, by the numbers of the columns.
  var sql: String {
    terms.map { "\($0.column + 1)\($0.isDescending ? " DESC" : "")\($0.nulls.map { " NULLS \($0)" } ?? "")" }
      .joined(separator: ", ")
  }
}

/// The names that an expression of a SELECT may use.
struct ColumnNames {
  private let aliases: [String: [Token]]
  private let isColumn: (Token) -> Bool

  init(_ select: SelectClauses, _ shadows: ShadowDatabase) throws {
    let from = try select.from.sql()
    aliases = Dictionary(
      select.columns.compactMap { column in column.alias.map { ($0.lowercasedASCII, column.expression) } }
    ) { first, _ in first }
    isColumn = { shadows.compiles("SELECT \($0.text) FROM \(from)") }
  }

  /// The expression with each alias of an output column replaced by what it means, where SQLite would take it so: a
  /// column of FROM comes first.
  func withoutAliases(_ expression: [Token]) throws -> [Token] {
    var tokens: [Token] = []
    for (place, token) in expression.enumerated() {
      if let key = token.key, let meaning = aliases[key], expression.isSimpleName(place), !isColumn(token) {
        tokens += [.sign("(")] + meaning + [.sign(")")]
      } else {
        tokens.append(token)
      }
    }
    return tokens
  }
}
