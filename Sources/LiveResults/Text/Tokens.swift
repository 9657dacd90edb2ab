// Finds parts of a list of tokens, by parentheses and words alone.

import Databases

extension [Token] {
  /// The tokens as SQL.
  var sql: String { map(\.text).joined(separator: " ") }

  /// A word or a sign at an index, in capital letters; empty if there is none.
  func upper(_ index: Int) -> String { indices.contains(index) ? self[index].upper : "" }

  /// The index of the parenthesis that closes the one at `index`.
  func closing(_ index: Int) throws -> Int {
    var depth = 0
    for place in index..<count {
      if self[place].upper == "(" { depth += 1 }
      if self[place].upper == ")" {
        depth -= 1
        if depth == 0 { return place }
      }
    }
    throw NotKept("parentheses that do not match")
  }

  /// The tokens between the parenthesis at `index` and the one that closes it, and the index after that.
  func inside(_ index: Int) throws -> (tokens: [Token], end: Int) {
    let end = try closing(index)
    return (Array(self[(index + 1)..<end]), end + 1)
  }

  /// The indexes of tokens that are in no parentheses. Parentheses themselves are among them.
  var outermost: [Int] {
    var depth = 0
    var places: [Int] = []
    for (place, token) in enumerated() {
      if token.upper == ")" { depth -= 1 }
      if depth == 0 { places.append(place) }
      if token.upper == "(" { depth += 1 }
    }
    return places
  }

  /// The parts between commas.
  var partsBetweenCommas: [[Token]] {
    var (parts, start): ([[Token]], Int) = ([], 0)
    for place in outermost where self[place].upper == "," {
      parts.append(Array(self[start..<place]))
      start = place + 1
    }
    return parts + [Array(self[start...])]
  }

  /// Without the parentheses around the whole.
  var bare: [Token] {
    var tokens = self
    while tokens.count > 2, tokens.upper(0) == "(", (try? tokens.closing(0)) == tokens.count - 1 {
      tokens = Array(tokens[1..<(tokens.count - 1)])
    }
    return tokens
  }

  /// The integer that the tokens are, with signs and parentheses around it; nil if they are none.
  private var integer: Int? {
    let bare = bare
    if ["+", "-"].contains(bare.upper(0)) {
      return Array(bare.dropFirst()).integer.map { bare.upper(0) == "-" ? 0 - $0 : $0 }
    }
    guard bare.count == 1, bare[0].kind == .number else { return nil }
    let text = bare[0].text.lowercased()
    return text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  /// The number of an output column that the tokens are, from 1 to `count`: SQLite reads `ORDER BY -(-0x1)` as `1`.
  func ordinal(upTo count: Int) -> Int? { integer.flatMap { (1...count).contains($0) ? $0 : nil } }

  /// Whether the tokens mean the same as others.
  func isSame(as other: [Token]) -> Bool { count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) } }

  /// Whether the token at `index` is a name by itself: no function, type or collation, no part of a qualified name.
  func isSimpleName(_ index: Int) -> Bool {
    self[index].name != nil && ![".", "AS", "COLLATE"].contains(upper(index - 1))
      && ![".", "("].contains(upper(index + 1))
  }

  /// Whether the tokens are a column's name, with its table's or without.
  var isColumnName: Bool {
    guard let last, last.name != nil else { return false }
    return count == 1 || (count == 3 && self[1].upper == "." && self[0].name != nil)
  }

  /// With quoted names in backticks, so that SQLite takes none for a text, and without the schema before table and
  /// column, because another table takes the table's place.
  var hardened: [Token] {
    var hardened: [Token] = []
    for (index, token) in enumerated() {
      if token.name != nil, upper(index + 1) == ".", index + 3 < count, self[index + 2].name != nil,
        upper(index + 3) == "."
      {
        continue
      }
      if token.upper == ".", index >= 1, self[index - 1].name != nil, index + 2 < count, upper(index + 2) == ".",
        upper(index - 2) != "."
      {
        continue
      }
      hardened.append(token.kind == .quotedName ? .name(token.name ?? "") : token)
    }
    return hardened
  }

  /// Whether there is a subquery in it, or an `IN` before the name of a table.
  var hasSubquery: Bool {
    indices.contains { index in
      switch upper(index) {
      case "(": ["SELECT", "WITH", "VALUES"].contains(upper(index + 1))
      case "IN": index + 1 < count && upper(index + 1) != "("
      case "EXISTS": true
      default: false
      }
    }
  }

  /// With nothing inside the parentheses of subqueries.
  var withoutSubqueries: [Token] {
    get throws {
      var (tokens, index): ([Token], Int) = ([], 0)
      while index < count {
        tokens.append(self[index])
        if upper(index) == "(", ["SELECT", "WITH"].contains(upper(index + 1)) {
          index = try closing(index)
          tokens.append(self[index])
        }
        index += 1
      }
      return tokens
    }
  }

  /// Whether tables may be joined by the names of columns.
  var joinsByNames: Bool { contains { ["USING", "NATURAL"].contains($0.upper) } }

  /// Whether a window function is called in it.
  var hasWindow: Bool {
    indices.contains { index in
      upper(index) == "OVER" && upper(index - 1) == ")" && index + 1 < count
        && (upper(index + 1) == "(" || self[index + 1].name != nil)
    }
  }
}
