// Any table or view of a file, with a style derived from its shape.
public import Databases

extension ListedTable {
  /// The table or view with `name`, ignoring the case of A to Z, with its present columns in the file; nil if there is
  /// none. The tables of a book have their own styles. Call inside a read.
  public static func named(_ name: String, _ db: Database) throws -> ListedTable? {
    guard let shape = try TableShape(named: name, db) else { return nil }
    if let table = ofBook.first(where: { $0.isNamed(shape.name) }), try BookSchema.isBook(db) {
      return try table.inFile(db)
    }
    return ListedTable(shape)
  }

  /// Makes a table with a style derived from its shape. `graph`: all tables of the file, needed to follow foreign keys
  /// in both directions. `countsFrom2001`: whether the file counts its moments from 2001. `meanings`: the meanings of
  /// its columns.
  package convenience init(
    _ shape: TableShape, _ graph: ForeignKeyGraph = ForeignKeyGraph(), countsFrom2001: Bool = false,
    meanings: FileMeanings = FileMeanings()
  ) {
    let references = graph.references(of: shape)
    let columns = shape.columns.filter(\.isListed)
    let names = columns.map(\.name)
    let indexes = Dictionary(grouping: shape.ordersOfIndexes) { $0[0].column }
    let key = ListOrder(shape.identity, ofIndexes: shape.identity.columns.first.flatMap { indexes[$0] } ?? [])
    let orders = columns.filter { [$0.name] != shape.identity.columns && $0.isCollationKnown }.map { column in
      let known = indexes[column.name] ?? []
      let order = [ListOrder.Term(column.name)] + key.terms.filter { $0.column != column.name }
      return ListOrder(
        [ListOrder.Term(column.name)] + key.terms, isIndexed: known.contains { $0.provides(order) }, ofIndexes: known)
    }
    let unsorted = columns.filter { !$0.isCollationKnown }.map { ($0.name, $0.collation) }
    let refusals = shape.refusals
    let fixed = shape.viewLimits?.fixedColumns ?? []
    let flags = columns.filter(\.isFlag)
    // A label follows its key in the same cell.
    let labelled = references.filter { $0.label != nil }.map(\.lastColumn)
    self.init(
      shape.name, columns: names, identity: shape.identity,
      style: TableStyle(
        title: shape.name, noun: "record",
        listColumns: columns.map { column in
          ColumnStyle(
            column.name, of: column.name,
            alignment: column.isOfNumbers && !labelled.contains(column.name) ? .trailing : .leading,
            weight: column.isOfNumbers ? 0 : 1, isSearched: true)
        },
        detailColumns: columns.map { DetailStyle($0.name, of: $0.name, type: $0.tellingType) },
        orders: [key] + orders,
        editing: TableEditing(
          columns: shape.editableColumns(refusals), refusals: refusals,
          toggledColumn: flags.first { $0.generation == .none && !fixed.contains($0.name) }?.name,
          toggleRefusal: flags.isEmpty
            ? "\(shape.name) has no column that is declared boolean."
            : flags.allSatisfy { $0.generation != .none }
              ? "\(flags[0].name) can't be toggled: the file computes it."
              : "No trigger of \(shape.name) changes a column that is declared boolean.",
          deletionReachesOthers: shape.deletionFiresDeletions || graph.deletionReachesOthers(of: shape)),
        // A search also reads the identity of a record.
        search: TableSearch(
          columns: Array(names.prefix(StatementColumns.most - (shape.identity.isLoose(in: names) ? 1 : 0)))),
        relations: TableRelations(
          primaryKey: shape.identity.columns == shape.primaryKey ? [] : shape.primaryKey,
          label: shape.label(besides: []),
          references: references, naming: graph.naming(shape)),
        limits: TableLimits(
          unknownCollations: Dictionary(unsorted) { first, _ in first },
          hasUnusableIndex: !shape.indexes.allSatisfy(\.isUsable),
          leavesColumnsOut: shape.columns.contains { $0.problem != nil }),
        isDerived: true, isView: shape.kind == .view),
      hints: TableHints(
        columns: columns.map { column in
          ColumnHints(
            column.name, type: column.tellingType, countsFrom2001: countsFrom2001,
            isKey: [shape.identity.columns, shape.primaryKey].contains([column.name]),
            isReference: shape.foreignKeys.contains { $0.columns.contains(column.name) })
        }, computedReals: columns.filter { $0.generation == .virtual && $0.affinity == .real }.map(\.name),
        isSampled: ![.view, .virtual].contains(shape.kind)), meanings: meanings)
  }
}

extension TableShape {
  /// For each impossible action the reason, as a sentence.
  fileprivate var refusals: [RecordDeed: String] {
    var refusals: [RecordDeed: String] = [:]
    for deed in RecordDeed.allCases {
      let change =
        switch deed {
        case .add: "Nothing can be added to \(name)"
        case .edit: "Records of \(name) can't be changed"
        case .delete: "Records of \(name) can't be deleted"
        }
      refusals[deed] = changeRefusal ?? viewLimits?.reasons[deed].map { "\(change): \($0)." }
    }
    return refusals
  }

  /// The reason that records can be neither added nor changed, as a sentence; nil if they can.
  private var changeRefusal: String? {
    switch kind {
    case .virtual: return "\(name) belongs to a module, and can't be changed here."
    case .shadow: return "\(name) belongs to a module, and can't be changed here."
    case .internal: return "\(name) belongs to SQLite, and can't be changed."
    case .view where problem != nil: return "\(name) can't be read."
    case .table, .view: break
    }
    if !columns.allSatisfy(\.isNamedInSQL) {
      return "A column of \(name) has a name that is not UTF-8, so its records can't be changed."
    }
    if Set(columns.map(\.name)).count < columns.count {
      return "Only bytes tell the names of two columns of \(name) apart, so its records can't be changed."
    }
    return identity == .none && kind == .table
      ? "Nothing tells the records of \(name) apart, so they can't be changed." : nil
  }

  /// The columns of a form: all that can be written.
  fileprivate func editableColumns(_ refusals: [RecordDeed: String]) -> [EditableColumn] {
    let (canAdd, canEdit) = (refusals[.add] == nil, refusals[.edit] == nil)
    let unique = uniqueCollations
    return columns.filter { !$0.isHidden && $0.generation == .none }.compactMap { column in
      let isFixed = !canEdit || viewLimits?.fixedColumns.contains(column.name) == true
      if isFixed, !canAdd { return nil }
      let isRowID = hasRowIDs && column.keyPlace > 0 && identity == .rowID(column.name)
      var editable = EditableColumn(name: column.name, label: column.label, kind: column.isFlag ? .flag : .value)
      editable.isNotNull = column.isNotNull || isRowID
      editable.isFixed = isFixed
      if let sql = column.defaultValue, sql.lowercasedASCII != "null" { editable.defaultValue = .expression(sql) }
      if isRowID { editable.defaultValue = .rowID }
      if !Self.plainTypes.contains(column.declaredType.lowercasedASCII) { editable.declaredType = column.declaredType }
      editable.promise = column.promise
      editable.affinity = column.affinity
      editable.isStrict = isStrict
      editable.uniqueCollation = isRowID ? "BINARY" : unique[column.name]
      return editable
    }
  }

  /// Types that say no more than the values do.
  private static let plainTypes: Set = ["", "text", "integer", "int", "real", "blob", "any", "numeric"]

  /// The columns that alone distinguish any two records, with the collation of their index. Only SQLite's own
  /// collations count: others can't be used in a query.
  private var uniqueCollations: [String: String] {
    var collations: [String: String] = [:]
    for index in indexes where index.isUnique && !index.isPartial && index.parts.count == 1 {
      guard let column = index.parts[0].column,
        Self.ownCollations.contains(index.parts[0].collation.uppercased())
      else { continue }
      collations[column] = index.parts[0].collation
    }
    return collations
  }
}

extension TableShape.Column {
  /// Whether SQL can name it: a name that is not UTF-8 is read with U+FFFD in it.
  var isNamedInSQL: Bool { !name.unicodeScalars.contains("\u{FFFD}") }

  /// The declared type if it says more than the values do; otherwise empty.
  fileprivate var tellingType: String { Self.storageTypes.contains(typeName) ? "" : declaredType }

  private var typeName: String { declaredType.prefix { $0 != "(" }.lowercased().trimmedOfWhitespace }

  /// Dates and the type names of other programs have the affinity of numbers too: only the names of number types
  /// promise a number.
  fileprivate var promise: EditableColumn.Promise? {
    if isFlag { return .flag }
    if typeName == "json" { return .json }
    return isOfNumbers && !typeName.isEmpty && Self.storageTypes.contains(typeName) && typeName != "string"
      ? .number : nil
  }

  /// Types that only say how a value is stored.
  private static let storageTypes: Set = [
    "", "any", "bigint", "blob", "char", "character", "clob", "decimal", "double", "double precision", "float", "int",
    "int2", "int4", "int8", "integer", "long", "longtext", "longvarchar", "mediumint", "nchar", "number", "numeric",
    "nvarchar", "real", "smallint", "string", "text", "tinyint", "varchar",
  ]

  /// The column's name in a form.
  fileprivate var label: String { name.isEmpty ? "\"\"" : name }

  /// Whether it is declared as yes or no.
  fileprivate var isFlag: Bool { ["bool", "boolean"].contains(declaredType.lowercasedASCII) }

  fileprivate var isOfNumbers: Bool { affinity.isOfNumbers }
}

extension TableShape {
  /// The orders of the indexes of all records, up to the first column with another collation than its own. An order is that of an
  /// index only if the index has no other columns between: SQLite would sort all records with equal first columns for
  /// each page.
  fileprivate var ordersOfIndexes: [[ListOrder.Term]] {
    indexes.filter { !$0.isPartial }.map { index in
      (index.parts + ends(of: index)).prefix { part in
        part.column.map { part.collation == collation(of: $0) } == true
      }
      .map { ListOrder.Term($0.column!, isDescending: $0.isDescending) }
    }
    .filter { !$0.isEmpty }
  }

  /// The columns that SQLite appends to an index: the rowid, or the missing columns of the primary key.
  private func ends(of index: Index) -> [Index.Part] {
    if hasRowIDs {
      guard case .rowID(let name) = identity else { return [] }
      return [Index.Part(column: name, collation: collation(of: name), isDescending: false)]
    }
    let key = indexes.first(where: \.isPrimaryKey)?.parts ?? []
    return key.filter { part in !index.parts.contains { $0.column == part.column && $0.collation == part.collation } }
  }

  private func collation(of column: String) -> String { columns.first { $0.name == column }?.collation ?? "BINARY" }
}
