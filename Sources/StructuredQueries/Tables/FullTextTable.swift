// Full-text tables (FTS5).

/// An FTS5 table, declared with all its columns: `@Table struct FactText: FullTextTable { var body: String }`.
public protocol FullTextTable: Table {}

extension TableDefinition where QueryValue: FullTextTable {
  /// The key of a row.
  public var rowid: TableColumn<QueryValue, Int> { TableColumn("rowid", in: tableQualifier) }

  /// How well a row matches. Lower is better; NULL outside a match.
  public var rank: TableColumn<QueryValue, Double?> { TableColumn("rank", in: tableQualifier) }

  /// Whether a row matches an FTS5 query. Pass terms that a person has typed through `FullTextQuery`.
  public func match(_ query: String) -> SQLExpression<Bool> {
    SQLExpression("\(quote: tableQualifier) MATCH \(bind: query)", precedence: .comparison)
  }
}

extension TableColumn where Root: FullTextTable {
  /// The column's text with marks around the matches. NULL stays NULL.
  public func highlight(_ opening: String, _ closing: String) -> SQLExpression<QueryValue> {
    SQLExpression("highlight(\(quote: qualifier), \(raw: position), \(bind: opening), \(bind: closing))")
  }

  /// A part of the column's text with marks around the matches, at most `tokens` (1...64) words long.
  public func snippet(
    _ opening: String, _ closing: String, ellipsis: String = "…", tokens: Int
  ) -> SQLExpression<QueryValue> {
    let marks: QueryFragment = "\(bind: opening), \(bind: closing), \(bind: ellipsis)"
    return SQLExpression("snippet(\(quote: qualifier), \(raw: position), \(marks), \(bind: tokens))")
  }

  /// FTS5 identifies columns by number.
  private var position: String {
    guard let index = Root.TableColumns.columnNames.firstIndex(of: name) else {
      fatalError("'\(name)' is not among the columns of \(Root.self). Declare all columns of the FTS5 table.")
    }
    return "\(index)"
  }
}

/// Makes FTS5 queries from text that a person has typed: any text becomes a valid query.
public enum FullTextQuery {
  /// Matches rows that contain all these terms, each taken literally.
  public static func all(of terms: some Sequence<String>) -> String { terms.map(phrase).joined(separator: " ") }

  /// Matches rows that contain the term, taken literally.
  public static func phrase(_ term: String) -> String {
    var result = "\""
    for scalar in term.unicodeScalars where scalar != "\0" {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
