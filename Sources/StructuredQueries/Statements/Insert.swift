// INSERT.

/// What to do with a row that breaks a constraint.
public enum ConflictResolution: String, Hashable, Sendable {
  /// Takes the statement back, and keeps what the transaction did before.
  case abort = "ABORT"
  /// Stops the statement, and keeps what it did before.
  case fail = "FAIL"
  /// Passes over the row.
  case ignore = "IGNORE"
  /// Deletes the rows in its way.
  case replace = "REPLACE"
  /// Takes the whole transaction back.
  case rollback = "ROLLBACK"
}

/// Inserts rows into a table.
public struct Insert<Root: Table>: WriteStatement {
  public typealias QueryValue = Never

  var resolution: ConflictResolution?
  var columnNames: [String]
  /// VALUES or SELECT; empty if there is nothing to insert.
  var rows: QueryFragment
  /// Whether the rows are a SELECT behind which `ON CONFLICT` would be taken for a join's condition.
  var endsInTable = false
  var conflict: QueryFragment?

  public var query: QueryFragment {
    if rows.isEmpty { return "" }
    var result: QueryFragment = "INSERT"
    if let resolution { result.append(" OR \(raw: resolution.rawValue)" as QueryFragment) }
    result.append(" INTO \(Root.self)" as QueryFragment)
    if !columnNames.isEmpty {
      result.append(" (\(columnNames.map { QueryFragment(quote: $0) }.joined()))" as QueryFragment)
    }
    result.append(" \(rows)" as QueryFragment)
    if let conflict {
      if endsInTable { result.append(" WHERE 1") }
      result.append(" \(conflict)" as QueryFragment)
    }
    return result
  }
}

extension Insert {
  /// Rows and drafts. Drafts without a key leave it to the database: if none has one the column is left out,
  /// otherwise it is NULL.
  init(_ rows: [InsertRow<Root>], resolution: ConflictResolution?, keyName: String?) {
    var names = Root.TableColumns.writableColumnNames
    var hasKeys = false
    for row in rows {
      guard case .draft(key: .null) = row.shape else {
        hasKeys = true
        break
      }
    }
    let keyIndex = keyName.flatMap { names.firstIndex(of: $0) }
    if !hasKeys, let keyIndex { names.remove(at: keyIndex) }
    let values = rows.map { row -> QueryFragment in
      var bindings = row.bindings
      if hasKeys, let keyIndex, case .draft(let key) = row.shape { bindings.insert(key, at: keyIndex) }
      return QueryFragment("(" + bindings.map { _ in "?" }.joined(separator: ", ") + ")", bindings)
    }
    let text: QueryFragment =
      values.isEmpty ? "" : names.isEmpty ? "DEFAULT VALUES" : "VALUES \(values.joined())"
    self.init(resolution: resolution, columnNames: names, rows: text)
  }

  /// Does nothing about rows that break this or any constraint of uniqueness.
  public func onConflictDoNothing() -> Self { with("ON CONFLICT DO NOTHING") }

  /// Updates the row that is there already instead of inserting one with the same value in `column`. In the closure
  /// `$0` is the row that is there, `$1` the one that could not be inserted.
  ///
  /// - Parameters:
  ///   - target: the column, or several, of a constraint of uniqueness.
  ///   - indexed: the condition of a partial index, if the constraint is one.
  ///   - assign: what to set; nothing to do nothing.
  ///   - condition: which rows that are there already are updated; the others stay as they are.
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
