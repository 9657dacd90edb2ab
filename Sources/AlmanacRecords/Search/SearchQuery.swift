// What is searched: the conditions that the text of a search line means.

/// A search of a table's records. Every clause must hold.
///
/// A clause is a word, a word in one column, a pattern, or a comparison of a column. Several with `OR` between them are
/// one clause: one of them must hold. `SearchParser` reads the language. Two searches with the same clauses are equal,
/// however they were typed.
public struct SearchQuery: Hashable, Sendable {
  /// One condition on a record.
  struct Part: Hashable, Sendable {
    enum Test: Hashable, Sendable {
      /// A folded text (see `SearchFold`), not empty, occurs in a value; `column`: nil for any column.
      case word(String, column: String?)
      /// A regular expression matches a value.
      case pattern(SearchPattern, column: String?)
      /// SQLite compares.
      case comparison(RecordFilter)
    }

    let test: Test
    /// Whether the test must fail.
    let isExcluded: Bool

    /// The column of a word or a pattern; nil for any.
    var column: String? {
      switch test {
      case .word(_, let column), .pattern(_, let column): column
      case .comparison: nil
      }
    }

    /// The comparison with its exclusion; nil for a word and a pattern.
    var filter: RecordFilter? {
      guard case .comparison(let filter) = test else { return nil }
      return isExcluded ? filter.inverse : filter
    }

    /// The word that must occur, anywhere or in that column; nil if it must not, or for another test.
    func word(in column: String?) -> String? {
      guard case .word(let word, let own) = test, !isExcluded, own == nil || own == column else { return nil }
      return word
    }
  }

  /// The typed text.
  public let text: String
  private let zone: CivilZone
  /// The clauses that need the texts of a record. One part of each must hold.
  let clauses: [[Part]]
  /// The clauses that only compare: SQLite tests them. Nil for none.
  let filter: RecordFilter?
  /// Whether it looks at labels of other tables.
  let readsLabels: Bool

  /// Makes the search that `text` means. `table`: the table whose columns it may name; nil for words alone. `zone`: the
  /// time zone of its dates.
  public init(_ text: String = "", in table: ListedTable? = nil, zone: CivilZone = .utc) {
    var parser = SearchParser(text, table, zone)
    parser.parse()
    self.init(text, parser.clauses, in: table, zone)
  }

  private init(_ text: String, _ clauses: [[Part]], in table: ListedTable?, _ zone: CivilZone) {
    let filters = clauses.map { clause in
      let filters = clause.compactMap(\.filter)
      return filters.count == clause.count ? RecordFilter.any(filters) : nil
    }
    (self.text, self.zone) = (text, zone)
    self.clauses = zip(clauses, filters).filter { $1 == nil }.map(\.0)
    filter = RecordFilter.all(filters)
    let labels = Set(table?.style.relations.references.filter { $0.label != nil }.flatMap(\.columns) ?? [])
    readsLabels = clauses.joined().contains { part in
      part.filter?.columns.contains(where: labels.contains) ?? part.column.map(labels.contains) ?? !labels.isEmpty
    }
  }

  /// The same search, which also matches a regular expression in a column; nil if `pattern` is none.
  public func matching(_ pattern: String, in column: String, of table: ListedTable) -> SearchQuery? {
    guard let pattern = SearchPattern(pattern) else { return nil }
    let comparisons = filter.map { [[Part(test: .comparison($0), isExcluded: false)]] } ?? []
    let clause = [Part(test: .pattern(pattern, column: column), isExcluded: false)]
    return SearchQuery(text, clauses + comparisons + [clause], in: table, zone)
  }

  /// The same text as a search of another table.
  func `in`(_ table: ListedTable) -> SearchQuery { SearchQuery(text, in: table, zone: zone) }

  /// Whether every record matches.
  public var isEmpty: Bool { !readsTexts && filter == nil }

  /// Whether the texts of a record must be read to test it.
  public var readsTexts: Bool { !clauses.isEmpty }

  /// The words that must occur in any column.
  var terms: [String] {
    clauses.compactMap { clause in
      guard clause.count == 1, !clause[0].isExcluded, case .word(let word, nil) = clause[0].test else { return nil }
      return word
    }
  }

  /// The words to highlight in the values of a column.
  func highlighted(in column: String?) -> [String] { clauses.joined().compactMap { $0.word(in: column) } }

  public static func == (a: Self, b: Self) -> Bool { a.clauses == b.clauses && a.filter == b.filter }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(clauses)
    hasher.combine(filter)
  }
}
