// INSERT.

/// What to do with a row that violates a constraint.
public enum ConflictResolution: String, Hashable, Sendable {
  /// Rolls the statement back, and keeps earlier changes of the transaction.
  case abort = "ABORT"
  /// Stops the statement, and keeps its earlier changes.
  case fail = "FAIL"
  /// Skips the row.
  case ignore = "IGNORE"
  /// Deletes the conflicting rows.
  case replace = "REPLACE"
  /// Rolls the whole transaction back.
  case rollback = "ROLLBACK"
}

/// Inserts rows into a table.
public struct Insert<Root: Table>: WriteStatement {
  public typealias QueryValue = Never

  var resolution: ConflictResolution?
  /// The quoted names of the columns; empty for all.
  var columnList: String
  /// Whether the rows have keys, which may already exist.
  var hasKeys = false
  /// VALUES or SELECT; empty if there is nothing to insert.
  var rows: QueryFragment
  /// Whether the rows are a SELECT that ends in a table: SQLite would take a following `ON CONFLICT` for a join's
  /// condition.
  var endsInTable = false
  var conflict: QueryFragment?

  public var query: QueryFragment {
    if rows.isEmpty { return "" }
    let table = QueryFragment(quote: Root.tableName).sql
    var sql = "INSERT"
    sql.reserveCapacity(32 + table.utf8.count + columnList.utf8.count + rows.sql.utf8.count)
    if let resolution { sql += " OR \(resolution.rawValue)" }
    sql += " INTO "
    sql += table
    if !columnList.isEmpty {
      sql += " ("
      sql += columnList
      sql += ")"
    }
    sql += " "
    sql += rows.sql
    var result = QueryFragment(sql, rows.bindings)
    if let conflict {
      if endsInTable { result.append(" WHERE 1") }
      result.append(" \(conflict)" as QueryFragment)
    }
    return result
  }
}

extension Insert {
  /// Makes an insert of rows and drafts. The database assigns the keys of drafts without one: if no row has a key the
  /// column is omitted, otherwise it is NULL.
  init(_ rows: [InsertRow<Root>], resolution: ConflictResolution?, keyName: String?) {
    var (hasKeys, hasDrafts) = (false, false)
    // A loop: with key paths or closures the compiler leaves this generic, and it takes ten times as long.
    for row in rows {
      if case .draft(let key) = row.shape {
        hasDrafts = true
        if case .null = key { continue }
      }
      hasKeys = true
    }
    let keyIndex = hasDrafts ? keyName.flatMap { Root.TableColumns.writableColumnNames.firstIndex(of: $0) } : nil
    var columnList = Root.TableColumns.writableColumnList
    if !hasKeys, let keyIndex {
      var names = Root.TableColumns.writableColumnNames
      names.remove(at: keyIndex)
      columnList = Root.TableColumns.list(names)
    }
    var (text, bindings): (String, [QueryBinding]) = ("", [])
    for row in rows {
      text += text.isEmpty ? "VALUES (" : ", ("
      var values = row.bindings
      if hasKeys, let keyIndex, case .draft(let key) = row.shape { values.insert(key, at: keyIndex) }
      for place in values.indices { text += place == 0 ? "?" : ", ?" }
      text += ")"
      if bindings.isEmpty { bindings = values } else { bindings += values }
    }
    if columnList.isEmpty, !rows.isEmpty { text = "DEFAULT VALUES" }
    self.init(resolution: resolution, columnList: columnList, hasKeys: hasKeys, rows: QueryFragment(text, bindings))
  }

  /// Skips rows that violate any uniqueness constraint.
  public func onConflictDoNothing() -> Self { with("ON CONFLICT DO NOTHING") }

  /// Updates the existing row instead of inserting one with the same value in `column`. In the closure `$0` is the
  /// existing row, and `$1` the one that could not be inserted.
  ///
  /// - Parameters:
  ///   - target: the column, or several, of a uniqueness constraint.
  ///   - indexed: the condition of a partial index, if that is the constraint.
  ///   - assign: the assignments; none: the row is skipped.
  ///   - condition: which existing rows to update; the others stay as they are.
  public func onConflict<each Value: QueryBindable>(
    _ target: (Root.TableColumns) -> (repeat TableColumn<Root, each Value>),
    where indexed: ((Root.TableColumns) -> SQLExpression<Bool>)? = nil,
    doUpdate assign: (inout Assignments<Root>, ExcludedColumns<Root>) -> Void,
    if condition: ((Root.TableColumns, ExcludedColumns<Root>) -> SQLExpression<Bool>)? = nil
  ) -> Self {
    var assignments = Assignments<Root>(columns: Root.columns)
    assign(&assignments, ExcludedColumns())
    let unqualified = Root.TableColumns(tableQualifier: "")
    let columns = target(unqualified)
    var names: [QueryFragment] = []
    for column in repeat each columns { names.append(column.fragment) }
    var conflict: QueryFragment = "ON CONFLICT (\(names.joined()))"
    if let indexed { conflict.append(" WHERE \(indexed(unqualified))" as QueryFragment) }
    if assignments.isEmpty {
      conflict.append(" DO NOTHING")
    } else {
      conflict.append(" DO UPDATE SET \(assignments.fragment)" as QueryFragment)
      if let condition { conflict.append(" WHERE \(condition(Root.columns, ExcludedColumns()))" as QueryFragment) }
    }
    return with(conflict)
  }

  func with(_ conflict: QueryFragment) -> Self {
    var result = self
    result.conflict = conflict
    return result
  }
}
