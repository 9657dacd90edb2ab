// The rows of an INSERT: rows, drafts, or the result of a query.

/// A row of an INSERT: values of the table's writable columns, with or without the key.
public struct InsertRow<Root: Table>: Sendable {
  /// A row with all values, or a draft: its bindings are those of the other columns, and its key is separate.
  enum Shape: Sendable { case row, draft(key: QueryBinding) }

  let shape: Shape
  let bindings: [QueryBinding]
}

/// Collects the rows of `insert { … }`: rows, drafts, arrays of them, several lines, `if`, `switch`, `for`.
@resultBuilder
public enum InsertBuilder<Root: Table> {
  /// A row.
  public static func buildExpression(_ row: Root) -> [InsertRow<Root>] {
    var bindings: [QueryBinding] = []
    bindings.reserveCapacity(Root.TableColumns.writableColumnNames.count)
    row.appendBindings(to: &bindings)
    return [InsertRow(shape: .row, bindings: bindings)]
  }

  /// A draft of a row.
  public static func buildExpression<Draft: TableDraft>(_ draft: Draft) -> [InsertRow<Root>]
  where Draft.PrimaryTable == Root {
    var bindings: [QueryBinding] = []
    draft.appendBindings(to: &bindings)
    return [InsertRow(shape: .draft(key: draft.draftKey?.queryBinding ?? .null), bindings: bindings)]
  }

  /// Several rows.
  public static func buildExpression(_ rows: [Root]) -> [InsertRow<Root>] {
    rows.flatMap { buildExpression($0) }
  }

  /// Drafts of several rows.
  public static func buildExpression<Draft: TableDraft>(_ drafts: [Draft]) -> [InsertRow<Root>]
  where Draft.PrimaryTable == Root {
    drafts.flatMap { buildExpression($0) }
  }

  /// No rows.
  public static func buildBlock() -> [InsertRow<Root>] { [] }
  /// The rows of the first line.
  public static func buildPartialBlock(first rows: [InsertRow<Root>]) -> [InsertRow<Root>] { rows }
  /// The rows of the lines so far, and of the next one.
  public static func buildPartialBlock(
    accumulated rows: [InsertRow<Root>], next: [InsertRow<Root>]
  ) -> [InsertRow<Root>] { rows + next }
  /// The rows of an `if`.
  public static func buildOptional(_ rows: [InsertRow<Root>]?) -> [InsertRow<Root>] { rows ?? [] }
  /// The rows of the first of two branches.
  public static func buildEither(first rows: [InsertRow<Root>]) -> [InsertRow<Root>] { rows }
  /// The rows of the second of two branches.
  public static func buildEither(second rows: [InsertRow<Root>]) -> [InsertRow<Root>] { rows }
  /// The rows of a loop.
  public static func buildArray(_ rows: [[InsertRow<Root>]]) -> [InsertRow<Root>] { rows.flatMap { $0 } }
}
