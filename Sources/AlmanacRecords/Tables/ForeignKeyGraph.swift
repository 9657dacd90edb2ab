// The foreign keys between the tables of a file, in both directions.
import Databases

/// The foreign keys of all tables of a file, each examined once.
package struct ForeignKeyGraph {
  private let references: [TableKey: [TableReference]]
  private let naming: [TableKey: [NamingTable]]
  /// The tables whose records change or delete referrers when they are deleted.
  private let reaching: Set<TableKey>

  /// Makes the graph of these tables.
  package init(_ shapes: [TableShape] = []) {
    let tables = shapes.filter { $0.kind != .view }
    let named = Dictionary(tables.map { ($0.key, $0) }) { first, _ in first }
    var references: [TableKey: [TableReference]] = [:]
    var naming: [TableKey: [NamingTable]] = [:]
    for child in shapes where !child.foreignKeys.isEmpty {
      let found = child.foreignKeys.compactMap { key in
        TableReference(key, of: child, to: named[TableKey(schema: nil, name: key.parent)])
      }
      references[child.key] = found
      for reference in found where !reference.parentColumns.isEmpty {
        let key = TableKey(schema: nil, name: reference.parent)
        if let parent = named[key] { naming[key, default: []].append(NamingTable(reference, of: child, to: parent)) }
      }
    }
    let changing = shapes.lazy.flatMap(\.foreignKeys).filter {
      ["CASCADE", "SET NULL", "SET DEFAULT"].contains($0.onDelete.uppercased())
    }
    (self.references, self.naming) = (references, naming)
    reaching = Set(changing.map { TableKey(schema: nil, name: $0.parent) })
  }

  /// The foreign keys of a table, each with its parent among the tables of the file.
  func references(of shape: TableShape) -> [TableReference] { references[shape.key] ?? [] }

  /// The foreign keys of all tables that reference this one, in the order of the tables.
  func naming(_ shape: TableShape) -> [NamingTable] { shape.kind == .view ? [] : naming[shape.key] ?? [] }

  /// Whether the deletion of a record of this table changes or deletes referrers by a foreign key.
  func deletionReachesOthers(of shape: TableShape) -> Bool { reaching.contains(shape.key) }
}

extension TableReference {
  /// A foreign key of `child` that references `named`; nil if the list can't show one of its columns.
  fileprivate init?(_ key: TableShape.ForeignKey, of child: TableShape, to named: TableShape?) {
    let columns = key.columns.compactMap { child.shownColumn($0) }
    guard columns.count == key.columns.count, !columns.isEmpty else { return nil }
    self.init(columns: columns.map(\.name), parent: named?.name ?? key.parent, parentColumns: [])
    guard let named else { return }
    let names = key.parentColumns.isEmpty ? named.primaryKey : key.parentColumns
    let parents = names.compactMap { named.shownColumn($0) }
    guard parents.count == columns.count else { return }
    parentColumns = parents.map(\.name)
    let areCompared = named.columns.allSatisfy { $0.isCollationKnown || !parentColumns.contains($0.name) }
    if areCompared, named.tellsApart(parentColumns) { label = named.label(besides: parentColumns) }
  }
}

extension NamingTable {
  fileprivate init(_ reference: TableReference, of child: TableShape, to parent: TableShape) {
    let comparisons = zip(reference.columns, reference.parentColumns).compactMap { column, named -> KeyComparison? in
      guard let column = child.shownColumn(column), let named = parent.shownColumn(named) else { return nil }
      return KeyComparison(
        child: column.affinity, parent: named.affinity,
        collation: named.collation == column.collation ? nil : named.collation)
    }
    self.init(
      table: child.name, columns: reference.columns, namedColumns: reference.parentColumns, comparisons: comparisons)
  }
}

extension TableShape {
  fileprivate var key: TableKey { TableKey(schema: nil, name: name) }

  /// The column with a name, ignoring the case of A to Z; nil if no list shows it.
  fileprivate func shownColumn(_ name: String) -> Column? {
    columns.first { $0.name.isSameName(as: name) && $0.isListed }
  }

  /// Whether at most one record has given values of these columns, and an index or the rowid finds it.
  func tellsApart(_ names: [String]) -> Bool {
    if identity == .rowID(names[0]), names.count == 1 { return true }
    return indexes.contains { index in
      index.isUnique && !index.isPartial && index.parts.count == names.count
        && Set(index.parts.map(\.column)) == Set(names)
    }
  }
}
