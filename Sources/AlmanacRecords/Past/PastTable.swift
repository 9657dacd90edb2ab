// A table as it was after an earlier commit.
//
//   a connection of its own, in each read:  the present rows of the file that have not changed since
//                                           UNION ALL the changed rows as they were, from a temporary table
//   the view over both has the name of the table ──> a list reads it as it reads the table
public import Databases

/// The reason that an earlier moment of a table can't be shown, as the rest of a sentence.
public struct CantLookBack: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// A table at an earlier moment, which can be moved from commit to commit.
public struct PastTable: Sendable {
  /// The connection whose reads find the rows of the moment under the name of the table.
  public let connection: SQLiteConnection
  private let rows: PastRows
  private let present: ListedTable
  private let file: SQLiteConnection

  /// Opens a table of a file at its present moment. Throws `CantLookBack` if its rows can't be known at another one.
  public static func open(
    _ table: ListedTable, by journal: ChangeJournal, on connection: SQLiteConnection
  ) async throws -> PastTable {
    let shape = try await connection.read { db in try TableShape(named: table.name, db) }
    guard let shape else { throw CantLookBack(description: "\(table.name) has gone") }
    let rows = PastRows(try PastLayout(shape), of: journal)
    // Hears of a batch after the journal.
    let subscription = connection.subscribe { [weak rows] _ in rows?.hear() }
    rows.keep(subscription)
    let past = try await connection.openAgain(forReads: { db in try rows.enter(db) })
    return PastTable(connection: past, rows: rows, present: table, file: connection)
  }

  /// Goes to the commit before. Throws `CantLookBack` if that is not known: the moment stays.
  public func goBack() async throws -> FileMoment {
    try await settle()
    return try rows.goBack()
  }

  /// Goes to the commit after; nil if that is the present moment.
  public func goOn() async throws -> FileMoment? {
    try await settle()
    return rows.goOn()
  }

  /// Makes sure that the journal has all commits of a moment after the call: some change no row, and nothing tells them.
  private func settle() async throws {
    let commit = try await file.read { db in try db.snapshotCommit() }
    try await file.lookForOutsideChanges()
    if let commit { rows.settle(commit) }
  }

  /// The table as a list shows it at a moment: nothing of it can be changed.
  public func listed(at moment: FileMoment) -> ListedTable {
    var style = present.style
    style.title += moment.commit == 0 ? " at the beginning" : " after commit \(moment.commit)"
    style.editing = .none(Self.refusal, toggle: Self.refusal)
    (style.search.index, style.relations, style.limits.hasUnusableIndex) = (nil, TableRelations(), false)
    style.isPast = true
    // A key even for rowids: only tables themselves have those, and long values that are read in parts.
    return ListedTable(
      present.name, columns: present.columns, identity: .key(present.identity.columns), style: style,
      hints: present.hints, meanings: present.meanings)
  }

  /// The sentence for keys that change something.
  public static let refusal = "This list shows the past: Esc goes back to now."
}

extension RecordID {
  /// The identity of the record in a `PastTable`.
  public var inPast: RecordID { .key(values.map(\.asKey)) }
}

/// The temporary table and the view of a table.
struct PastLayout: Sendable {
  let name: String
  let columns: [String]
  let identity: TableShape.Identity
  let hasLooseRowIDs: Bool
  /// The statements that make the temporary table and the view.
  let statements: [String]
  /// The statements for one changed row.
  let insertion: String
  let deletion: String

  private static let table = "temp.\"almanac past\""

  init(_ shape: TableShape) throws(CantLookBack) {
    guard shape.kind == .table else {
      let kind = shape.kind == .view ? "a view, whose rows come from other tables" : "kept by a module or by SQLite"
      throw CantLookBack(description: "\(shape.name) is \(kind)")
    }
    guard shape.identity != .none, shape.columns.allSatisfy(\.isListed), shape.columns.count < StatementColumns.most
    else { throw CantLookBack(description: "nothing tells the records of \(shape.name) apart, or their columns") }
    let (name, identity, columns) = (shape.name, shape.identity, shape.columns.map(\.name))
    let hasLooseRowIDs = identity.isLoose(in: columns)
    (self.name, self.identity, self.columns, self.hasLooseRowIDs) = (name, identity, columns, hasLooseRowIDs)
    var flag = "is_there"
    while columns.contains(where: { $0.isSameName(as: flag) }) { flag += "_" }
    var definitions = shape.columns.map { column in
      let name = column.name.quotedName
      if identity == .rowID(column.name) { return "\(name) INTEGER PRIMARY KEY" }
      return
        "\(name) \(column.affinity.typeName) COLLATE \(column.isCollationKnown ? column.collation.quotedName : "BINARY")"
    }
    if hasLooseRowIDs { definitions.insert("\(identity.columns[0].quotedName) INTEGER PRIMARY KEY", at: 0) }
    definitions.append(flag)
    let keys = identity.columns.map(\.quotedName)
    if case .key = identity {
      definitions.append("PRIMARY KEY(\(keys.map { "\($0) COLLATE BINARY" }.joined(separator: ", ")))")
    }
    let names = (hasLooseRowIDs ? keys : []) + columns.map(\.quotedName)
    let list = names.joined(separator: ", ")
    let same = keys.map { "changed.\($0) = present.\($0) COLLATE BINARY" }.joined(separator: " AND ")
    let present = names.map { "present.\($0)" }.joined(separator: ", ")
    statements = [
      "CREATE TABLE \(Self.table)(\(definitions.joined(separator: ", ")))",
      """
      CREATE VIEW \(Self.quotedView(of: name))(\(list)) AS SELECT \(present) FROM \(name.quotedTable) AS present \
      WHERE NOT EXISTS (SELECT 1 FROM \(Self.table) AS changed WHERE \(same)) \
      UNION ALL SELECT \(list) FROM \(Self.table) WHERE \(flag)
      """,
    ]
    let marks = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
    insertion = "INSERT OR REPLACE INTO \(Self.table)(\(list), \(flag)) VALUES (\(marks))"
    deletion = "DELETE FROM \(Self.table) WHERE \(keys.map { "\($0) = ? COLLATE BINARY" }.joined(separator: " AND "))"
  }

  /// The view over a table, with its name.
  static func quotedView(of table: String) -> String { "temp.\(table.quotedName)" }

  /// The statement that forgets all changed rows.
  var clearing: String { "DELETE FROM \(Self.table)" }

  /// Whether a change of the schema concerns the columns of the table.
  func isChanged(by change: SchemaChange) -> Bool {
    change.type == "table" && [change.name, change.formerName ?? change.name].contains { $0.isSameName(as: name) }
  }

  /// The values of a row in the order of the columns, with the identity that it has or had.
  func row(
    _ values: [ExactValue], _ rowID: Int?, of table: ChangedRows.Table
  ) throws(CantLookBack) -> (id: RecordID, values: [ExactValue]) {
    var row: [ExactValue] = []
    for column in columns {
      guard let place = table.columns.firstIndex(where: { $0.isSameName(as: column) }) else {
        throw CantLookBack(description: "the values of \(column) are not known, which SQLite computes")
      }
      row.append(values[place])
    }
    if hasLooseRowIDs {
      guard let rowID else { throw CantLookBack(description: "the rowids of \(name) are not known") }
      return (.key([.integer(rowID)]), row)
    }
    let key = identity.columns.compactMap { name in columns.firstIndex { $0.isSameName(as: name) }.map { row[$0] } }
    return (.key(key.map(\.asKey)), row)
  }

  /// The values to write for a changed row; `row`: nil if it was not there.
  func written(_ id: RecordID, _ row: [ExactValue]?) -> [ExactValue] {
    guard let row else {
      var values = columns.map { column in
        identity.columns.firstIndex { $0.isSameName(as: column) }.map { id.values[$0] } ?? .null
      }
      if hasLooseRowIDs { values.insert(id.values[0], at: 0) }
      return values + [.integer(0)]
    }
    return (hasLooseRowIDs ? id.values : []) + row + [.integer(1)]
  }
}

extension Affinity {
  /// A type that has the affinity.
  fileprivate var typeName: String {
    switch self {
    case .text: "TEXT"
    case .numeric: "NUMERIC"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .blob: "BLOB"
    }
  }
}
