// Inserting many rows one by one through one prepared statement.

/// The text of an INSERT of one row, and how a row's values are put behind its `?`. Making a new statement for each of
/// a hundred thousand rows costs more than inserting them.
public struct RowInsertion<Root: Table>: Sendable {
  /// The statement, with a `?` for each writable column.
  public let sql: String

  init(or resolution: ConflictResolution?) {
    let names = Root.TableColumns.writableColumnNames
    let marks = Array(repeating: QueryFragment("?"), count: names.count).joined()
    sql =
      Insert<Root>(
        resolution: resolution, columnNames: names, rows: names.isEmpty ? "DEFAULT VALUES" : "VALUES (\(marks))"
      ).query.sql
  }

  /// Replaces what is in `bindings` by the values of a row, and keeps its memory.
  @inlinable
  public func bind(_ row: Root, in bindings: inout [QueryBinding]) {
    bindings.removeAll(keepingCapacity: true)
    row.appendBindings(to: &bindings)
  }
}

extension RowInsertion where Root: PrimaryKeyedTable {
  /// Replaces what is in `bindings` by the values of a draft, and keeps its memory. A missing key is NULL.
  public func bind(_ draft: Root.Draft, in bindings: inout [QueryBinding]) {
    bindings.removeAll(keepingCapacity: true)
    draft.appendBindings(to: &bindings)
    guard let index = Root.TableColumns.writableColumnNames.firstIndex(of: Root.primaryKeyName) else { return }
    bindings.insert(draft.draftKey?.queryBinding ?? .null, at: index)
  }
}

extension Table {
  /// One statement for many rows, to be prepared once.
  public static func rowInsertion(or resolution: ConflictResolution? = nil) -> RowInsertion<Self> {
    RowInsertion(or: resolution)
  }
}
