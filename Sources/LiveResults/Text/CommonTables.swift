// WITH, and the parts of a compound SELECT.

import Databases

/// The common table expressions that a SELECT sees.
final class CommonTables {
  struct Definition {
    var columns: [String]?
    var body: [Token]
    /// What the body itself sees.
    var scope: CommonTables
  }

  private let outer: CommonTables?
  private let definitions: [String: Definition]

  init() { (outer, definitions) = (nil, [:]) }

  private init(_ outer: CommonTables, _ definitions: [String: Definition]) {
    (self.outer, self.definitions) = (outer, definitions)
  }

  /// The definition of a name in lower case.
  subscript(key: String) -> Definition? { definitions[key] ?? outer?[key] }

  /// Reads the WITH at the start of a statement. Returns what the statement sees, and its tokens without WITH. Throws
  /// `NotKept` if an expression is recursive.
  func reading(_ tokens: [Token]) throws -> (scope: CommonTables, rest: [Token]) {
    guard tokens.upper(0) == "WITH" else { return (self, tokens) }
    let mayRecur = tokens.upper(1) == "RECURSIVE"
    var place = mayRecur ? 2 : 1
    var scope = self
    var names: Set<String> = []
    while true {
      guard place < tokens.count, let name = tokens[place].key else { throw NotKept("a WITH clause of another form") }
      place += 1
      var columns: [String]?
      if tokens.upper(place) == "(" {
        let list = try tokens.inside(place)
        columns = list.tokens.partsBetweenCommas.compactMap { $0.first?.name }
        place = list.end
      }
      guard tokens.upper(place) == "AS" else { throw NotKept("a WITH clause of another form") }
      place += 1
      while ["NOT", "MATERIALIZED"].contains(tokens.upper(place)) { place += 1 }
      guard tokens.upper(place) == "(" else { throw NotKept("a WITH clause of another form") }
      let body = try tokens.inside(place)
      // SQLite takes a body that names itself for recursive, with the word or without.
      if body.tokens.contains(where: { $0.key == name }), body.tokens.branches.count > 1 || mayRecur {
        throw NotKept("a recursive query")
      }
      // A body sees the later expressions too.
      if names.contains(name) { throw NotKept("a common table that names a later one") }
      names.formUnion(body.tokens.tableNames)
      scope = CommonTables(scope, [name: Definition(columns: columns, body: body.tokens, scope: scope)])
      place = body.end
      guard tokens.upper(place) == "," else { return (scope, Array(tokens[place...])) }
      place += 1
    }
  }
}

extension [Token] {
  /// The names, in lower case, that may be those of tables: those behind FROM, JOIN, IN and a comma.
  var tableNames: Set<String> {
    Set(indices.compactMap { ["FROM", "JOIN", "IN", ","].contains(upper($0 - 1)) ? self[$0].key : nil })
  }

  /// The parts of a compound SELECT, each with the operator before it.
  var branches: [(compound: String, tokens: [Token])] {
    var branches: [(compound: String, tokens: [Token])] = []
    var (start, name) = (0, "")
    for place in outermost
    where ["UNION", "INTERSECT", "EXCEPT"].contains(self[place].upper) && upper(place - 1) != "." {
      branches.append((name, Array(self[start..<place])))
      let isAll = upper(place + 1) == "ALL"
      name = self[place].upper + (isAll ? " ALL" : "")
      start = place + (isAll ? 2 : 1)
    }
    return branches + [(name, Array(self[Swift.min(start, count)...]))]
  }
}
