// A table of two compared files: which rows belong together, and how each file's rows are read.
public import Databases

/// A table of one of two compared files, or of both.
public struct ComparedTable: Sendable {
  /// How rows of the two files are matched.
  enum Match: Hashable {
    /// By the columns of the primary key. `isRowID`: the key is the rowid.
    case key([String], isRowID: Bool)
    /// By all their values; equal rows are counted.
    case content
  }

  /// The table in one of the files.
  struct Side {
    let shape: TableShape
    /// The statement that reads all rows by rowid; nil without rowids. The rowid is the first column.
    let byRowID: String?
    /// The statement that reads all rows in the order of the key.
    let byKey: String
    /// The statement that reads the row with a key; nil if rows are matched by content.
    let withKey: String?
  }

  /// The name, as the new file has it.
  public let name: String
  /// The table of the changed rows.
  public let table: ChangedRows.Table
  /// Why its rows can't be compared, as the rest of a sentence; nil if they can.
  public internal(set) var obstacle: String?
  /// The virtual table whose module keeps its data in the table; nil for a table of its own.
  public let owner: String?
  /// The statements that make the table in the two files; nil if the file does not have it.
  let definitions: (old: String?, new: String?)
  let match: Match
  let old: Side?, new: Side?

  /// The table of the new file alone.
  var alone: ComparedTable {
    guard let new else { return self }
    return ComparedTable(old: nil, new: new.shape, definitions: (nil, definitions.new), owner: owner)
  }

  /// Whether only one of the files has the table, or each has a different one. Then statements make it again.
  var isMadeAgain: Bool { definitions.old != definitions.new }
  /// Whether the new file has it.
  public var isInNew: Bool { new != nil }
  /// The unique indexes of expressions or of some rows: columns do not tell in which order rows can be written.
  var obscureIndexes: [String] {
    guard let shape = old?.shape, new != nil else { return [] }
    return shape.indexes.filter { $0.isUnique && ($0.isPartial || $0.parts.contains { $0.column == nil }) }.map(\.name)
  }

  /// At least one of the shapes is present.
  init(
    old: TableShape?, new: TableShape?, definitions: (old: String?, new: String?), owner: String?
  ) {
    guard let shape = new ?? old else { fatalError("A compared table is in one of the files.") }
    (self.definitions, self.owner, name) = (definitions, owner, shape.name)
    let listed = [old, new].map { $0?.columns.filter(\.isListed).map(\.name) }
    let present = listed[1] ?? listed[0] ?? []
    let former = listed[0] ?? present
    let dropped = former.filter { name in !present.contains { $0.isSameName(as: name) } }
    let added = present.filter { name in !former.contains { $0.isSameName(as: name) } }
    let columns = present + dropped
    match = shape.match
    let key = if case .key(let names, _) = match { names } else { [String]() }
    obstacle = Self.obstacle(old, new) ?? (columns.count < StatementColumns.most ? nil : "it has too many columns")
    var table = ChangedRows.Table(
      shape.name, columns: columns, key: key,
      generated: Set(shape.columns.filter { $0.generation != .none }.map(\.name)), added: Set(added),
      dropped: Set(dropped),
      unique: shape.indexes.filter(\.isUnique).map { $0.parts.compactMap(\.column) }.filter { !$0.isEmpty })
    table.isShadow = owner != nil
    self.table = table
    self.old = old.map { Side($0, columns, key) }
    self.new = new.map { Side($0, columns, key) }
  }

  private static func obstacle(_ old: TableShape?, _ new: TableShape?) -> String? {
    for shape in [old, new].compactMap(\.self) {
      if let problem = shape.problem { return problem }
      if !shape.columns.allSatisfy(\.isNamedInSQL) { return "a column has a name that is not UTF-8" }
      if Set(shape.columns.map(\.name)).count < shape.columns.count {
        return "two columns have names that only their bytes tell apart"
      }
      if shape.identity == .none { return "nothing tells its records apart" }
    }
    guard let old, let new else { return nil }
    switch (old.match, new.match) {
    case (.content, .content): return nil
    case (.key(let first, _), .key(let second, _)):
      guard first.count == second.count else { return "its key is another one" }
      for (one, other) in zip(first, second) {
        guard one.isSameName(as: other) else { return "its key is another one" }
        guard old.collation(of: one).isSameName(as: new.collation(of: other)) else {
          return "its key is compared by another collation"
        }
        // Two keys may become one.
        guard old.affinity(of: one) == new.affinity(of: other) else { return "its key has another type" }
      }
      return nil
    default: return "its key is another one"
    }
  }
}

extension ComparedTable.Side {
  fileprivate init(_ shape: TableShape, _ columns: [String], _ key: [String]) {
    self.shape = shape
    let fields = columns.map { name in
      shape.columns.contains { $0.isListed && $0.name.isSameName(as: name) } ? name.quotedName : "NULL"
    }.joined(separator: ", ")
    let source = "FROM \(shape.name.quotedTable)"
    let rowID: String? = if case .rowID(let name) = shape.identity { name.quotedName } else { nil }
    byRowID = rowID.map { "SELECT \($0), \(fields) \(source) ORDER BY \($0)" }
    let order = key.isEmpty ? "" : " ORDER BY " + key.map(\.quotedName).joined(separator: ", ")
    byKey = "SELECT \(rowID ?? "NULL"), \(fields) \(source)\(order)"
    withKey =
      key.isEmpty
      ? nil
      : "SELECT \(rowID ?? "NULL"), \(fields) \(source) WHERE "
        + key.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
  }
}

extension TableShape {
  /// How its rows are matched with those of another file.
  fileprivate var match: ComparedTable.Match {
    let key = primaryKey
    if case .rowID(let name) = identity, key == [name] { return .key(key, isRowID: true) }
    let parts = indexes.first(where: \.isPrimaryKey)?.parts ?? []
    let isOfColumns = key.allSatisfy { name in
      columns.contains { column in
        column.name == name && column.isCollationKnown && column.isListed
          && parts.contains { $0.column == name && $0.collation.isSameName(as: column.collation) }
      }
    }
    if !key.isEmpty, isOfColumns { return .key(key, isRowID: false) }
    if case .key(let names) = identity { return .key(names, isRowID: false) }
    return .content
  }

  fileprivate func affinity(of column: String) -> Affinity? { columns.first { $0.name == column }?.affinity }

  fileprivate func collation(of column: String) -> String {
    columns.first { $0.name == column }?.collation ?? "BINARY"
  }
}
