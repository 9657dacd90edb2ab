// A foreign key as a person follows it: from a record to the one that it names.
import Databases

/// A foreign key of a table.
public struct TableReference: Hashable, Sendable {
  /// The columns that name a record, as the table has them.
  public var columns: [String]
  /// The table whose record they name, as the file has it; where there is none, as the foreign key has it.
  public var parent: String
  /// The columns of that table that hold the same values; none where there is no such table, or it lacks one of them.
  public var parentColumns: [String]
  /// The column of that table that says in words which record it is; `nil` where none does, or where looking a record up
  /// would go through the whole table.
  public var label: String?

  public init(columns: [String], parent: String, parentColumns: [String], label: String? = nil) {
    (self.columns, self.parent, self.parentColumns, self.label) = (columns, parent, parentColumns, label)
  }

  /// The column whose cells show what is named.
  public var lastColumn: String { columns[columns.count - 1] }
}

/// A foreign key of another table, as the record sees it that is named.
public struct NamingTable: Hashable, Sendable {
  /// The table whose records name one.
  public var table: String
  /// The columns by which they do.
  public var columns: [String]
  /// The columns of the record that is named with the same values.
  public var namedColumns: [String]
  /// How the values are compared, where the column by itself compares otherwise: as those of the record that is named.
  public var collations: [String?]
}

extension TableReference {
  /// `nil` where the list can't show one of the columns of the key.
  fileprivate init?(_ key: TableShape.ForeignKey, of child: TableShape, among shapes: [TableShape]) {
    let columns = key.columns.compactMap { child.shownColumn($0) }
    guard columns.count == key.columns.count, !columns.isEmpty else { return nil }
    let named = shapes.first { $0.kind != .view && $0.name.isSameName(as: key.parent) }
    self.init(columns: columns.map(\.name), parent: named?.name ?? key.parent, parentColumns: [])
    guard let named else { return }
    let names = key.parentColumns.isEmpty ? named.primaryKey : key.parentColumns
    let parents = names.compactMap { named.shownColumn($0) }
    guard parents.count == columns.count else { return }
    parentColumns = parents.map(\.name)
    if named.tellsApart(parentColumns) { label = named.label(besides: parentColumns) }
  }
}

extension TableShape {
  /// The foreign keys of the table, each with what it names among the tables of the file.
  func references(among shapes: [TableShape]) -> [TableReference] {
    foreignKeys.compactMap { TableReference($0, of: self, among: shapes) }
  }

  /// The foreign keys of all tables that name records of this one.
  func naming(among shapes: [TableShape]) -> [NamingTable] {
    if kind == .view { return [] }
    return shapes.flatMap { child in
      let naming = child.references(among: shapes).filter { reference in
        reference.parent.isSameName(as: name) && !reference.parentColumns.isEmpty
      }
      return naming.map { reference in
        let collations = zip(reference.columns, reference.parentColumns).map { column, named -> String? in
          let wanted = shownColumn(named)?.collation
          return wanted == child.shownColumn(column)?.collation ? nil : wanted
        }
        return NamingTable(
          table: child.name, columns: reference.columns, namedColumns: reference.parentColumns, collations: collations)
      }
    }
  }

  /// Whether a foreign key changes or deletes records of some table with the record of this one that they name.
  func deletionReachesOthers(among shapes: [TableShape]) -> Bool {
    shapes.lazy.flatMap(\.foreignKeys).contains { key in
      key.parent.isSameName(as: name)
        && ["CASCADE", "SET NULL", "SET DEFAULT"].contains(key.onDelete.uppercased())
    }
  }

  /// The column that a name means, whatever the case of A to Z; `nil` where no list shows it.
  fileprivate func shownColumn(_ name: String) -> Column? {
    columns.first { $0.name.isSameName(as: name) && !$0.isHidden && $0.isNamedInSQL }
  }

  /// Whether the table has at most one record for values of these columns, and finds it without going through all.
  func tellsApart(_ names: [String]) -> Bool {
    if identity == .rowID(names[0]), names.count == 1 { return true }
    return indexes.contains { index in
      index.isUnique && !index.isPartial && index.parts.count == names.count
        && Set(index.parts.map(\.column)) == Set(names)
    }
  }
}
