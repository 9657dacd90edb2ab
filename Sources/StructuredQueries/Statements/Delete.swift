// DELETE.

/// Deletes rows of a table.
public struct Delete<Root: Table>: WriteStatement {
  public typealias QueryValue = Never

  /// Empty if there is nothing to do.
  public let query: QueryFragment
}

extension Table {
  /// Deletes **all** rows of the table.
  public static func deleteAll() -> Delete<Self> {
    guard let scope = all.condition else { return Delete(query: "DELETE FROM \(Self.self)") }
    return Delete(query: "DELETE FROM \(Self.self) WHERE \(scope)")
  }
}

extension PrimaryKeyedTable {
  /// Deletes the row with the key of this one.
  public static func delete(_ row: Self) -> Delete<Self> { find(row.primaryKey).delete() }

  /// Sets all columns of the row with the key of this one to its values.
  public static func update(_ row: Self) -> Update<Self> {
    var bindings: [QueryBinding] = []
    row.appendBindings(to: &bindings)
    let assignments = zip(TableColumns.writableColumnNames, bindings).compactMap { name, value -> QueryFragment? in
      name == primaryKeyName ? nil : "\(quote: name) = \(bind: value)"
    }
    if assignments.isEmpty { return Update(query: "") }
    return Update(
      query: "UPDATE \(Self.self) SET \(assignments.joined()) WHERE \(columns.primaryKey.eq(row.primaryKey))")
  }
}

extension Select where QueryValue: Table, Source == TableSource<QueryValue> {
  /// Deletes these rows. Without any condition the statement is an error when it is run: say `deleteAll` instead.
  public func delete() -> Delete<QueryValue> {
    if isNone { return Delete(query: "") }
    return Delete(query: "DELETE FROM \(source.from) WHERE \(conditionOfWrite("DELETE", instead: "deleteAll()"))")
  }
}
