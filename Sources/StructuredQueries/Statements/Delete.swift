// DELETE.

/// Deletes rows of a table: `Fact.delete().where { $0.id == 3 }`.
///
/// Without any condition the statement is an error when it is run, unless it was made by `deleteAll`.
public struct Delete<Root: Table>: WriteStatement {
  public typealias QueryValue = Never

  var rows: SelectOf<Root>
  /// Whether all rows are meant.
  var isOfAll = false

  /// Empty if there is nothing to do.
  public var query: QueryFragment {
    if rows.isNone { return "" }
    var query: QueryFragment = "DELETE FROM \(rows.source.from)"
    let condition = isOfAll ? rows.condition?.fragment : rows.conditionOfWrite("DELETE", instead: "deleteAll()")
    if let condition { query.append(" WHERE \(condition)" as QueryFragment) }
    return query
  }

  /// Only the rows for which these conditions hold too.
  public func `where`(@PredicateBuilder _ conditions: (Root.TableColumns) -> [Predicate]) -> Self {
    var result = self
    result.rows = rows.where(conditions)
    return result
  }
}

extension Table {
  /// Deletes the rows that `where` names behind it.
  public static func delete() -> Delete<Self> { all.delete() }

  /// Deletes **all** rows of the table.
  public static func deleteAll() -> Delete<Self> { Delete(rows: all, isOfAll: true) }
}

extension PrimaryKeyedTable {
  /// Deletes the row with the key of this one.
  public static func delete(_ row: Self) -> Delete<Self> { find(row.primaryKey).delete() }
}

extension Select where QueryValue: Table, Source == TableSource<QueryValue> {
  /// Deletes these rows. Without any condition the statement is an error when it is run: say `deleteAll` instead.
  public func delete() -> Delete<QueryValue> { Delete(rows: self) }
}
