// Values by column name.

/// Columns of a row, or values for them, each by its name.
///
/// Rows of one table share the names: each row then allocates only one array, and two rows are compared value by value.
/// A lookup searches the names. Rows with the same values in another order are equal.
public struct ExactRow: Sendable {
  /// The names; each is unique.
  public private(set) var columns: [String]
  /// The values, in the order of the names.
  public private(set) var values: [ExactValue]

  /// Makes a row of no columns.
  public init() { (columns, values) = ([], []) }

  /// Makes a row of columns with unique names and as many values.
  public init(_ columns: [String], _ values: [ExactValue]) {
    guard columns.count == values.count else { fatalError("ExactRow: each column needs one value.") }
    (self.columns, self.values) = (columns, values)
  }

  /// Makes a row of columns with their values; the names must be unique.
  public init(_ columns: [(String, ExactValue)]) { self.init(columns.map(\.0), columns.map(\.1)) }

  /// The value of a column; nil if the row does not have it. Setting nil removes the column.
  public subscript(column: String) -> ExactValue? {
    get { columns.firstIndex(of: column).map { values[$0] } }
    set {
      switch (columns.firstIndex(of: column), newValue) {
      case (let index?, let value?): values[index] = value
      case (let index?, nil):
        columns.remove(at: index)
        values.remove(at: index)
      case (nil, let value?):
        columns.append(column)
        values.append(value)
      case (nil, nil): break
      }
    }
  }

  /// A row of the columns for which `isWanted` is true.
  public func filter(_ isWanted: (String) -> Bool) -> ExactRow {
    let places = columns.indices.filter { isWanted(columns[$0]) }
    return ExactRow(places.map { columns[$0] }, places.map { values[$0] })
  }

  /// The row with the columns of another one added; the other's values win.
  public func merging(_ other: ExactRow) -> ExactRow { other.reduce(into: self) { $0[$1.key] = $1.value } }
}

extension ExactRow: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of columns.
  public var endIndex: Int { columns.count }
  /// A column's name and value, by its index in the row.
  public subscript(index: Int) -> (key: String, value: ExactValue) { (columns[index], values[index]) }
}

extension ExactRow: Hashable {
  /// Whether two rows have the same values under the same names, in any order.
  public static func == (a: ExactRow, b: ExactRow) -> Bool {
    guard a.count == b.count else { return false }
    if a.columns == b.columns { return a.values == b.values }
    return a.allSatisfy { b[$0.key] == $0.value }
  }

  /// Hashes the values with their names, independently of their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(Dictionary(uniqueKeysWithValues: map { ($0, $1) })) }
}

extension ExactRow: ExpressibleByDictionaryLiteral {
  /// A row of these columns, in this order.
  public init(dictionaryLiteral elements: (String, ExactValue)...) {
    self.init(elements)
  }
}
