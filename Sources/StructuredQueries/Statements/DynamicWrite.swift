// Writes to tables known only at run time.

/// An INSERT, UPDATE or DELETE of a table known only at run time.
public struct DynamicWrite: Statement {
  public typealias QueryValue = Never

  /// Empty if there is nothing to do.
  public let query: QueryFragment

  /// Returns these columns of each written row.
  public func returning(_ columnNames: [String]) -> SQLQuery<DynamicRow> {
    if query.isEmpty { return SQLQuery("") }
    return SQLQuery("\(query) RETURNING \(columnNames.map { QueryFragment(quote: $0) }.joined())")
  }
}

/// The columns of a row that is being updated: `update { $0["title"] = .text("x") }`.
public struct DynamicAssignments {
  private let columns: DynamicColumns
  private var names: [String] = []
  private var values: [SQLExpression<QueryBinding>] = []

  init(columns: DynamicColumns) { self.columns = columns }

  /// The text after SET; nil if there is none.
  var fragment: QueryFragment? {
    names.isEmpty ? nil : zip(names, values).map { "\(quote: $0) = \($1)" }.joined()
  }

  /// The new value of the column: the value assigned to it, if any.
  public subscript(name: String) -> SQLExpression<QueryBinding> {
    get { names.firstIndex(of: name).map { values[$0] } ?? columns[name] }
    set {
      if let index = names.firstIndex(of: name) {
        values[index] = newValue
      } else {
        names.append(name)
        values.append(newValue)
      }
    }
  }

  /// Sets the column to a value.
  public mutating func set(_ name: String, to value: QueryBinding) { self[name] = SQLExpression(value: value) }
}

extension DynamicTable {
  /// Inserts a row with these values; the other columns get their defaults.
  public func insert(_ values: [(column: String, value: QueryBinding)]) -> DynamicWrite {
    if values.isEmpty { return DynamicWrite(query: "INSERT INTO \(from) DEFAULT VALUES") }
    let names = values.map { QueryFragment(quote: $0.column) }.joined()
    return DynamicWrite(
      query: "INSERT INTO \(from) (\(names)) VALUES (\(values.map { QueryFragment(bind: $0.value) }.joined()))")
  }
}

extension Select where Source == DynamicTable {
  /// Updates columns of these rows. Without any condition the statement throws when it runs.
  public func update(_ assign: (inout DynamicAssignments) -> Void) -> DynamicWrite {
    var assignments = DynamicAssignments(columns: source.columns)
    assign(&assignments)
    guard let fragment = assignments.fragment, !isNone else { return DynamicWrite(query: "") }
    let condition = conditionOfWrite("UPDATE", instead: "where { _ in SQLExpression(\"1\") }")
    return DynamicWrite(query: "UPDATE \(source.from) SET \(fragment) WHERE \(condition)")
  }

  /// Deletes these rows. Without any condition the statement throws when it runs.
  public func delete() -> DynamicWrite {
    if isNone { return DynamicWrite(query: "") }
    let condition = conditionOfWrite("DELETE", instead: "where { _ in SQLExpression(\"1\") }")
    return DynamicWrite(query: "DELETE FROM \(source.from) WHERE \(condition)")
  }
}
