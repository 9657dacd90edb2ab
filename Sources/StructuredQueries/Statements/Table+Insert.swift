// Inserts begin with the type: `User.insert { User.Draft(name: "Ada") }`.

extension Table {
  /// Inserts rows. Without rows the statement is empty and does not run.
  public static func insert(
    or resolution: ConflictResolution? = nil, @InsertBuilder<Self> _ rows: () -> [InsertRow<Self>]
  ) -> Insert<Self> {
    Insert(rows(), resolution: resolution, keyName: nil)
  }

  /// Inserts the result of a query into these columns.
  public static func insert<each Value: QueryBindable, Selected: QueryDecodable, Source: QuerySource>(
    or resolution: ConflictResolution? = nil,
    into columns: (TableColumns) -> (repeat TableColumn<Self, each Value>),
    select: () -> Select<Selected, Source>
  ) -> Insert<Self> {
    let columns = columns(self.columns)
    var names: [String] = []
    for column in repeat each columns { names.append(column.name) }
    let select = select()
    return Insert(
      resolution: resolution, columnList: TableColumns.list(names), rows: select.query, endsInTable: select.endsInTable)
  }
}

extension PrimaryKeyedTable {
  /// Inserts rows or drafts. Without any the statement is empty and does not run.
  public static func insert(
    or resolution: ConflictResolution? = nil, @InsertBuilder<Self> _ rows: () -> [InsertRow<Self>]
  ) -> Insert<Self> {
    Insert(rows(), resolution: resolution, keyName: primaryKeyName)
  }

  /// Inserts rows or drafts, or updates all other columns of rows whose keys already exist.
  public static func upsert(@InsertBuilder<Self> _ rows: () -> [InsertRow<Self>]) -> Insert<Self> {
    let assignments = TableColumns.writableColumnNames.filter { $0 != primaryKeyName }.map { name -> QueryFragment in
      "\(quote: name) = \(QueryFragment.column(name, in: "excluded"))"
    }
    let insert = Insert<Self>(rows(), resolution: nil, keyName: primaryKeyName)
    // Without keys there is nothing to conflict with.
    if !insert.hasKeys { return insert }
    let target = QueryFragment(quote: primaryKeyName)
    if assignments.isEmpty { return insert.with("ON CONFLICT (\(target)) DO NOTHING") }
    return insert.with("ON CONFLICT (\(target)) DO UPDATE SET \(assignments.joined())")
  }
}

extension Select {
  /// Whether the text ends in the name of a table or a join's condition, after which SQLite would misread `ON
  /// CONFLICT`.
  var endsInTable: Bool {
    condition == nil && groups.isEmpty && groupFilters.isEmpty && orders.isEmpty && limit == nil && offset == nil
  }
}
