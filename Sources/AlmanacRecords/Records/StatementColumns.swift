// What a statement reads of a record.

/// The columns that a statement reads, in SQL, each of them once: SQLite gives no more than `most` at a time.
struct StatementColumns {
  static let most = 2_000

  private(set) var names: [String] = []
  // By bytes: two names may be equal as strings and mean two columns.
  private var places: [[UInt8]: Int] = [:]

  /// Adds columns. Returns where each of them stands.
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

  /// Adds expressions that stand side by side. Returns where the first one stands.
  mutating func append(_ expressions: [String]) -> Int {
    names += expressions
    return names.count - expressions.count
  }

  /// The columns as a `SELECT` names them, which must have one.
  var list: String { names.isEmpty ? "1" : names.joined(separator: ", ") }
}
