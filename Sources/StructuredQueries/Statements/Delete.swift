// DELETE.

/// Deletes rows of a table: `Fact.delete().where { $0.id == 3 }`.
///
/// Without any condition the statement throws when it runs, unless it was made by `deleteAll`.
public struct Delete<Root: Table>: WriteStatement {
  public typealias QueryValue = Never

  var rows: SelectOf<Root>
  /// Whether it deletes all rows.
  var isOfAll = false

  /// Empty if there is nothing to do.
  public var query: QueryFragment {
    if rows.isNone { return "" }
    var query: QueryFragment = "DELETE FROM \(rows.source.from)"
    let condition = isOfAll ? rows.condition?.fragment : rows.conditionOfWrite("DELETE", instead: "deleteAll()")
    if let condition { query.append(" WHERE \(condition)" as QueryFragment) }
    return query
  }

  /// Deletes only rows for which these conditions are also true.
  public func `where`(@PredicateBuilder _ conditions: (Root.TableColumns) -> [Predicate]) -> Self {
    var result = self
    result.rows = rows.where(conditions)
    return result
  }
}

extension Table {
  /// Deletes rows; select them with `where` afterwards.
  public static func delete() -> Delete<Self> { all.delete() }

  /// Deletes **all** rows of the table.
  public static func deleteAll() -> Delete<Self> { Delete(rows: all, isOfAll: true) }
}

extension PrimaryKeyedTable {
  /// Deletes the row with the key of this one.
  public static func delete(_ row: Self) -> Delete<Self> { find(row.primaryKey).delete() }
}

extension Select where QueryValue: Table, Source == TableSource<QueryValue> {
  /// Deletes these rows. Without any condition the statement throws when it runs: use `deleteAll` instead.
  public func delete() -> Delete<QueryValue> { Delete(rows: self) }
}
