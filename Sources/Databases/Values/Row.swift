// A row copied from the database, for callers outside its queue.

/// A row whose values have been copied from the database.
public struct Row: Hashable, Sendable {
  /// The names of the columns, in order.
  public let columns: [String]
  /// The values, in the order of `columns`.
  public let values: [SQLiteValue]

  /// Makes a row with one value for each column.
  public init(columns: [String], values: [SQLiteValue]) {
    guard columns.count == values.count else { fatalError("A row has as many values as columns.") }
    self.columns = columns
    self.values = values
  }

  /// The value in the column at `index`.
  public subscript(index: Int) -> SQLiteValue { values[index] }

  /// The value in the first column of that name; names are compared as SQLite does, ignoring case.
  public subscript(name: String) -> SQLiteValue {
    if let index = columns.firstIndex(of: name) { return values[index] }
    let lowercased = name.lowercasedASCII
    guard let index = columns.firstIndex(where: { $0.lowercasedASCII == lowercased }) else {
      fatalError(
        "Row[\"\(name)\"]: the row has the columns \(columns). Name one of them, or select it AS that.")
    }
    return values[index]
  }
}
