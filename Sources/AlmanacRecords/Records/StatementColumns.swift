// The columns that a statement reads.

/// The columns that a statement reads, in SQL, each once: SQLite returns at most `most` at a time.
struct StatementColumns {
  static let most = 2_000

  private(set) var names: [String] = []
  // By bytes: two names may be equal as strings and name two columns.
  private var places: [[UInt8]: Int] = [:]

  init(_ columns: [String] = []) { add(columns) }

  /// Adds columns. Returns the position of each.
  @discardableResult
  mutating func add(_ columns: [String]) -> [Int] {
    columns.map { column in
      let key = Array(column.utf8)
      if let place = places[key] { return place }
      places[key] = names.count
      names.append(column)
      return names.count - 1
    }
  }

  /// Adds consecutive expressions. Returns the position of the first.
  mutating func append(_ expressions: [String]) -> Int {
    names += expressions
    return names.count - expressions.count
  }

  /// The columns for a `SELECT`, which needs at least one.
  var list: String { names.isEmpty ? "1" : names.joined(separator: ", ") }
}
