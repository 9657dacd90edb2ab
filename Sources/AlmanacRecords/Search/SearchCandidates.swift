// The rows that may match a search, found by the search index.
import Databases
import LiveQueries
import StructuredQueries

extension ListedTable {
  /// The candidates of a search by the search index; nil if there is no index.
  func candidates(_ search: SearchQuery, _ db: Database) -> SearchCandidates? {
    style.search.index.map { SearchCandidates(index: $0, search: search, db: db) }
  }
}

/// The rows of a table that may match a search, by its index. They include every row that matches.
///
/// The index folds less than a search. It leaves `ß`, kana with separate marks and the capitals of Cherokee unchanged,
/// and drops every accent. So rows with such a letter are candidates of every search, and letters of a term that may
/// have lost an accent in the index are not looked up.
struct SearchCandidates {
  let index: SearchIndex
  let search: SearchQuery
  let db: Database

  /// The most candidates that are tested one by one and sorted; with more, walking the list fills a page soon.
  private static var most: Int { 5_000 }
  /// The most trigrams of one term that are looked up: they narrow the candidates enough.
  private static var trigramsOfATerm: Int { 24 }
  /// The most trigrams that are looked up for a term of one or two characters, which they begin with.
  private static var trigramsOfAPrefix: Int { 2_000 }

  /// A query with one column, `candidate`, for the identities of the candidates. Nil if the index can't tell, or if
  /// they are many.
  func few() throws -> QueryFragment? {
    let blind: QueryFragment = "SELECT id AS candidate FROM \(raw: index.table) WHERE \(raw: index.blindRows)"
    switch try narrowing() {
    case .none: return nil
    case .nothing: return blind
    case .match(let match):
      let candidates = matching(match)
      let most = "LIMIT \(Self.most + 1)"
      let count = try SQLQuery<Int>("SELECT count(*) FROM (\(candidates) \(raw: most))").fetchOne(db) ?? 0
      guard count <= Self.most else { return nil }
      return "\(candidates) UNION \(blind)"
    }
  }

  /// A query with one column, `candidate`, for the identities of the candidates beyond `key` in an order of identities,
  /// which the index also has. Nil if a term is too short for a single lookup.
  func inOrder(_ order: ListOrder, _ direction: ListOrder.Direction, from key: RowKey?, inclusive: Bool) throws
    -> QueryFragment?
  {
    guard search.terms.allSatisfy({ $0.unicodeScalars.count >= 3 && !$0.unicodeScalars.contains("\0") }),
      case .match(let match)? = try narrowing()
    else { return nil }
    func beyond(_ column: String) -> QueryFragment {
      let order = ListOrder(column, isDescending: order.isDescending)
      return order.conditions(beyond: key, direction, inclusive: inclusive)[0].map { " AND \($0)" } ?? ""
    }
    // SQLite merges the two as it reads them. Without a limit it may ignore the order.
    return """
      \(matching(match))\(beyond("rowid")) \
      UNION SELECT id FROM \(raw: index.table) WHERE (\(raw: index.blindRows))\(beyond("id")) \
      ORDER BY \(ListOrder("candidate", isDescending: order.isDescending).terms(direction)) LIMIT -1
      """
  }

  private func matching(_ match: String) -> QueryFragment {
    "SELECT rowid AS candidate FROM \(raw: index.name) WHERE \(raw: index.name) MATCH \(bind: match)"
  }

  private enum Narrowing {
    /// No row without a NUL matches.
    case nothing
    /// The search in the language of FTS5: all trigrams of every term must occur.
    case match(String)
  }

  /// The conditions of the terms for the index; nil if none of them narrows the rows.
  private func narrowing() throws -> Narrowing? {
    var conditions: [String] = []
    var hasNone = false
    for term in search.terms {
      let scalars = Array(term.unicodeScalars)
      // The tokenizer stops at a NUL; a term with a NUL is not in the index.
      if scalars.contains("\0") { continue }
      if scalars.count >= 3 {
        for start in 0..<min(scalars.count - 2, Self.trigramsOfATerm) {
          let trigram = scalars[start..<start + 3]
          if trigram.allSatisfy(Self.isKept) { conditions.append(quoted(trigram)) }
        }
      } else if let trigrams = try trigrams(beginningWith: scalars) {
        if trigrams.isEmpty { hasNone = true }
        conditions.append(any(of: trigrams))
      }
    }
    guard !conditions.isEmpty, let unfolded = try unfoldedTrigrams() else { return nil }
    if hasNone { return unfolded.isEmpty ? .nothing : .match(any(of: unfolded)) }
    let wanted = conditions.joined(separator: " AND ")
    return .match(unfolded.isEmpty ? wanted : "(\(wanted)) OR \(any(of: unfolded))")
  }

  /// Whether the index keeps a folded letter unchanged in every text.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool { !FoldEntries.all.accented.contains(scalar.value) }

  /// The trigrams in the index that begin with a letter that a search folds and the index does not; nil if there are
  /// too many.
  private func unfoldedTrigrams() throws -> [String]? {
    var trigrams: [String] = []
    var next = FoldEntries.all.firstChanging(from: 0x80)
    while let scalar = next.flatMap(Unicode.Scalar.init) {
      // Goes from letter to letter of the index: each read is one lookup.
      guard let found = try terms(from: String(scalar), to: Self.lastTerm, most: 1).first?.unicodeScalars.first,
        let changing = FoldEntries.all.firstChanging(from: found.value)
      else { break }
      next = changing
      if changing == found.value {
        let beginning = String(found)
        trigrams += try terms(from: beginning, to: beginning + Self.lastTerm, most: Self.trigramsOfAPrefix + 1)
        if trigrams.count > Self.trigramsOfAPrefix { return nil }
        next = FoldEntries.all.firstChanging(from: found.value + 1)
      }
    }
    return trigrams
  }

  /// The trigrams in the index that begin with one or two characters. Nil if there are too many, or if the tokenizer
  /// may fold the characters differently.
  private func trigrams(beginningWith scalars: [Unicode.Scalar]) throws -> [String]? {
    guard scalars.allSatisfy({ Self.isKept($0) && ($0.isASCII || !$0.properties.changesWhenCaseMapped) }) else {
      return nil
    }
    var prefix = String.UnicodeScalarView()
    prefix.append(contentsOf: scalars)
    let beginning = String(prefix)
    let trigrams = try terms(from: beginning, to: beginning + Self.lastTerm, most: Self.trigramsOfAPrefix + 1)
    return trigrams.count > Self.trigramsOfAPrefix ? nil : trigrams
  }

  private static let lastTerm = "\u{10FFFF}\u{10FFFF}"

  /// The terms of the index between two terms, in their order.
  private func terms(from first: String, to last: String, most: Int) throws -> [String] {
    let sql = "SELECT term FROM temp.\(index.name)_terms WHERE term >= ? AND term <= ? LIMIT \(most)"
    return try db.withStatement(sql) { statement in
      try statement.bind(.text(first), at: 1)
      try statement.bind(.text(last), at: 2)
      var terms: [String] = []
      while try statement.step() { terms.append(statement.text(0)) }
      return terms
    }
  }

  /// The condition that one of these trigrams occurs.
  private func any(of trigrams: [String]) -> String {
    "(" + trigrams.map { quoted($0.unicodeScalars) }.joined(separator: " OR ") + ")"
  }

  private func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var quoted = "\""
    for scalar in scalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
