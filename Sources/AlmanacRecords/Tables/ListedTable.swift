import Databases
import StructuredQueries

/// A table as it is listed, displayed and edited: its columns and its style.
///
/// Immutable and shared: copies cost nothing.
public final class ListedTable: Sendable {
  /// The name in the schema.
  public let name: String
  /// The names of all columns, in their order.
  public let columns: [String]
  /// The identity of its records.
  public let identity: TableShape.Identity
  /// How it is listed, displayed and edited.
  public let style: TableStyle
  /// The quoted columns of the identity.
  let identityColumns: [String]
  /// The quoted columns that a `ListedRow` is read from: the identity, then all others. For a view that can't be read
  /// it is `*`, so that SQLite reports the reason.
  let listedColumns: [String]
  /// The position of each column's value among `listedColumns`.
  let cellFields: [Int]
  /// The cells with real numbers that the file computes on reading.
  let computedReals: [Int]
  /// What the schema says about the values of its columns.
  let hints: TableHints
  /// The meanings of the columns of all tables of its file.
  let meanings: FileMeanings

  /// Makes a table with a style written by hand.
  public convenience init(_ name: String, columns: [String], identity: TableShape.Identity, style: TableStyle) {
    self.init(name, columns: columns, identity: identity, style: style, hints: TableHints(), meanings: FileMeanings())
  }

  init(
    _ name: String, columns: [String], identity: TableShape.Identity, style: TableStyle, hints: TableHints,
    meanings: FileMeanings
  ) {
    (self.name, self.columns, self.identity, self.style) = (name, columns, identity, style)
    (self.hints, self.meanings) = (hints, meanings)
    identityColumns = identity.columns.map(\.quotedName)
    var listed = StatementColumns()
    listed.add(identityColumns)
    cellFields = listed.add(columns.map(\.quotedName))
    computedReals = columns.indices.filter { hints.computedReals.contains(columns[$0]) }
    listedColumns = listed.names.isEmpty ? ["*"] : listed.names
  }

  /// Whether the rowid and the columns of a record are too many for one statement: then each record is looked up by its
  /// rowid.
  var isReadByRowID: Bool { listedColumns.count > StatementColumns.most }

  /// The usual order of the list.
  public var order: ListOrder { style.orders[0] }

  /// The position of a column among the cells of a listed row. Traps if there is no such column.
  public func cell(of column: String) -> Int {
    guard let index = columns.firstIndex(of: column) else {
      fatalError("\(name) has no column \(column): name one of \(columns).")
    }
    return index
  }

  /// The columns without an order between the column of one order and that of the next.
  public func unsortedColumns(between order: ListOrder, and next: ListOrder) -> [String] {
    let first = order.column == self.order.column ? 0 : (columns.firstIndex(of: order.column) ?? -1) + 1
    let end = next == self.order ? columns.count : columns.firstIndex(of: next.column) ?? columns.count
    return first < end ? columns[first..<end].filter { style.limits.unknownCollations[$0] != nil } : []
  }

  /// Whether a name means this table by SQLite's comparison of names.
  public func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

  /// Whether VACUUM may change the rowids: they are the identity, and no column holds them.
  public var hasLooseRowIDs: Bool { identity.isLoose(in: columns) }

  /// Whether an identity of a record of `old` also identifies a record of this table, which has replaced `old`.
  /// Identity by content requires the same columns.
  public func sharesIdentities(with old: ListedTable) -> Bool { identity != .none || columns == old.columns }

  /// Whether a record that is no longer found under its identity may exist under another one.
  public var hasPassingIdentities: Bool { hasLooseRowIDs || identity == .none }

  /// Whether the list shows the columns of the identity.
  public var isKeyListed: Bool { !identity.columns.isEmpty && identity.columns.allSatisfy(columns.contains) }

  /// The table in SQL.
  var quoted: String { style.isPast ? PastLayout.quotedView(of: name) : name.quotedTable }

  /// The table for a `FROM` that counts all rows: SQLite counts by the smallest index, even one that it can't use.
  var counted: String { style.limits.hasUnusableIndex ? "\(quoted) NOT INDEXED" : quoted }

  /// The table, or only its candidate rows, for a `FROM`.
  func rows(among candidates: QueryFragment?) -> QueryFragment {
    guard let candidates else { return "\(raw: quoted)" }
    // CROSS JOIN keeps SQLite from walking the table and testing for each row whether it is a candidate.
    return "(\(candidates)) CROSS JOIN \(raw: quoted) ON \(raw: identityColumns[0]) = candidate"
  }
}

extension ListedTable: Hashable {
  public static func == (a: ListedTable, b: ListedTable) -> Bool {
    // As SQLite compares names: strings that are equal in Swift may name two tables or columns.
    a === b
      || a.name.utf8.elementsEqual(b.name.utf8) && a.columns.elementsEqual(b.columns) { $0.utf8.elementsEqual($1.utf8) }
        && a.identity == b.identity && a.style == b.style && a.hints == b.hints
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
