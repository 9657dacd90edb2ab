// PARTITION BY of window functions.

import Databases

extension SelectClauses {
  /// The keys by which all of its window functions are partitioned. Throws `NotKept` if one is not, or differs.
  func partitionKeys() throws -> [[Token]] {
    if !windows.isEmpty { throw NotKept("a WINDOW clause") }
    var found: [Token]?
    for expression in expressions {
      for place in expression.indices where expression.upper(place) == "OVER" && expression.upper(place - 1) == ")" {
        guard expression.upper(place + 1) == "(" else { throw NotKept("a named window") }
        let window = try expression.inside(place + 1).tokens
        guard window.upper(0) == "PARTITION", window.upper(1) == "BY" else {
          throw NotKept("a window over all rows")
        }
        let end = window.outermost.first { ["ORDER", "ROWS", "RANGE", "GROUPS"].contains(window.upper($0)) }
        let keys = Array(window[2..<(end ?? window.count)])
        if let found, !found.isSame(as: keys) { throw NotKept("windows over different partitions") }
        found = keys
      }
    }
    guard let found else { throw NotKept("a window over all rows") }
    return found.partsBetweenCommas
  }
}
