// The keys of GROUP BY, and their places in other expressions.

import Databases

extension SelectClauses {
  /// The expressions of GROUP BY, without numbers and aliases of output columns.
  func groupKeys(_ names: ColumnNames) throws -> [[Token]] {
    try groups.map { group in
      let number = group.ordinal(upTo: columns.count)
      if number != nil, columns.contains(where: \.isStar) { throw NotKept("GROUP BY a number, and a star") }
      return try number.map { columns[$0 - 1].expression } ?? names.withoutAliases(group)
    }.map(\.bare)
  }
}

extension [Token] {
  /// Whether nothing around the tokens can bind more tightly than they do inside: a column, or a call.
  private var isAtom: Bool {
    isColumnName || (count > 2 && self[0].name != nil && upper(1) == "(" && (try? closing(1)) == count - 1)
  }

  /// The expression with each key replaced by the name of its column in the table of groups.
  /// - Parameter joinsByNames: Whether tables are joined by the names of columns: then `a` and `t.a` may be two columns.
  func replacing(_ keys: [[Token]], with names: [String], joinsByNames: Bool) -> [Token] {
    for (key, name) in zip(keys, names) where isSame(as: key) { return [.word(name)] }
    var (tokens, place): ([Token], Int) = ([], 0)
    next: while place < count {
      for (key, name) in zip(keys, names) {
        guard let length = length(of: key, at: place, joinsByNames: joinsByNames) else { continue }
        tokens.append(.word(name))
        place += length
        continue next
      }
      tokens.append(self[place])
      place += 1
    }
    return tokens
  }

  /// The number of tokens at a place that are the key; nil if they are not.
  private func length(of key: [Token], at place: Int, joinsByNames: Bool) -> Int? {
    // After AS and COLLATE are the names of a type and of a collation.
    guard ![".", "AS", "COLLATE"].contains(upper(place - 1)), upper(place - 2) != "AS" || upper(place - 1) == "(" else {
      return nil
    }
    if key.isColumnName {
      let length = upper(place + 1) == "." ? 3 : 1
      guard place + length <= count else { return nil }
      let part = Array(self[place..<(place + length)])
      guard part.isColumnName, upper(place + length) != "(", let last = part.last, let keyLast = key.last,
        last.isSame(as: keyLast), !["NOT", "ISNULL", "NOTNULL"].contains(last.upper),
        part.isSame(as: key) || !joinsByNames && Swift.min(part.count, key.count) == 1
      else { return nil }
      return length
    }
    let end = place + key.count
    guard end <= count, Array(self[place..<end]).isSame(as: key) else { return nil }
    let isEnclosed = ["(", ","].contains(upper(place - 1)) && [")", ","].contains(upper(end))
    return key.isAtom || isEnclosed ? key.count : nil
  }
}
