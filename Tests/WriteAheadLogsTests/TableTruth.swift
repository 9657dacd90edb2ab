// The true content: a full dump of every table.

@testable import WriteAheadLogs

/// A table as SQLite describes it.
struct TableShape: Equatable {
  struct Column: Equatable {
    var name: String
    var isReal: Bool
    /// The value in rows that are older than the column.
    var standard: RecordValue
    /// Whether it was added later: the writer names such columns x0, x1 and so on.
    var isAdded: Bool { name.hasPrefix("x") }
  }

  /// The columns in the order of the stored record.
  var columns: [Column]
  /// The index of the INTEGER PRIMARY KEY.
  var alias: Int?
  /// The number of columns in the key; 0 in a table with rowids.
  var keyCount: Int

  init(_ table: String, _ connection: Connection) throws {
    let isWithoutRowID =
      try connection.rows("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", [.text(table)])
      .first?.first?.integer == 1
    var stored: [(column: Column, type: String, key: Int64)] = []
    for row in try connection.rows(
      "SELECT name, type, dflt_value, pk, hidden FROM pragma_table_xinfo(?)", [.text(table)])
    where row[4].integer != 2 {
      let standard = try row[2].string.flatMap { try connection.rows("SELECT \($0)").first?.first } ?? .null
      let type = (row[1].string ?? "").uppercased()
      stored.append(
        (Column(name: row[0].string ?? "", isReal: type == "REAL", standard: standard), type, row[3].integer ?? 0))
    }
    if isWithoutRowID {
      let keys = stored.filter { $0.key > 0 }.sorted { $0.key < $1.key }
      columns = (keys + stored.filter { $0.key == 0 }).map(\.column)
      keyCount = keys.count
    } else {
      columns = stored.map(\.column)
      let key = stored.indices.filter { stored[$0].key > 0 }
      alias = key.count == 1 && stored[key[0]].type == "INTEGER" ? key[0] : nil
      keyCount = 0
    }
  }

  /// A record with the values that SELECT returns.
  func shown(_ record: [RecordValue], _ rowID: Int64?, _ format: PageFormat.Encoding) -> [RecordValue] {
    var row = record.map { value in
      guard format != .utf8, case .text(let bytes) = value else { return value }
      let isBig = format == .utf16Big
      let units = stride(from: 0, to: bytes.count, by: 2).map { place in
        UInt16(bytes[isBig ? place : place + 1]) << 8 | UInt16(bytes[isBig ? place + 1 : place])
      }
      return .text(String(decoding: units, as: UTF16.self))
    }
    for place in row.count..<max(columns.count, row.count) { row.append(columns[place].standard) }
    if let alias, let rowID { row[alias] = .integer(rowID) }
    for (place, column) in columns.enumerated() where column.isReal {
      if case .integer(let number) = row[place] { row[place] = .real(Double(number)) }
    }
    return row
  }
}

extension TableShape {
  /// A row without the values at its end that a record need not store.
  func trimmed(_ row: [RecordValue]) -> [RecordValue] {
    var row = row
    while let value = row.last, columns[row.count - 1].isAdded, columns[row.count - 1].standard == value {
      row.removeLast()
    }
    return row
  }
}

/// The identity of a row.
enum RowKey: Hashable {
  case rowID(Int64)
  case key([RecordValue])
}

/// All tables with all rows.
struct Truth {
  typealias Rows = [RowKey: [RecordValue]]
  typealias Changes = [String: [RowKey: Pair]]

  struct Pair: Equatable {
    var old: [RecordValue]?
    var new: [RecordValue]?
  }

  var shapes: [String: TableShape] = [:]
  var tables: [String: Rows] = [:]

  init(_ connection: Connection) throws {
    let names = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    for name in names.compactMap({ $0[0].string }) {
      let shape = try TableShape(name, connection)
      let columns = shape.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let key = shape.keyCount == 0 ? "rowid, " : ""
      var rows: Rows = [:]
      for row in try connection.rows("SELECT \(key)\(columns) FROM \"\(name)\"") {
        if shape.keyCount == 0 {
          rows[.rowID(row[0].integer ?? 0)] = Array(row.dropFirst())
        } else {
          rows[.key(Array(row.prefix(shape.keyCount)))] = row
        }
      }
      shapes[name] = shape
      tables[name] = rows
    }
  }

  /// The same content with the tables' later names.
  func renamed(_ names: [String: String]) -> Truth {
    var truth = self
    for (old, new) in names {
      truth.shapes[new] = truth.shapes.removeValue(forKey: old)
      truth.tables[new] = truth.tables.removeValue(forKey: old)
    }
    return truth
  }

  /// `nil` if nothing changed. A record need not store its last values if they are defaults of added columns: if the
  /// columns changed, a difference in these alone is no change.
  private static func stored(_ pair: Pair, _ old: TableShape?, _ new: TableShape?) -> Pair? {
    if pair.old == pair.new { return nil }
    guard let old, let new, old.columns != new.columns, let before = pair.old, let after = pair.new else { return pair }
    return old.trimmed(before) == new.trimmed(after) ? nil : pair
  }

  /// The differences between this state and a later one.
  func changes(to later: Truth) -> Changes {
    var changes: Changes = [:]
    for table in Set(tables.keys).union(later.tables.keys) {
      let (before, after) = (tables[table] ?? [:], later.tables[table] ?? [:])
      var pairs: [RowKey: Pair] = [:]
      for (key, row) in before where after[key] != row {
        pairs[key] = Self.stored(Pair(old: row, new: after[key]), shapes[table], later.shapes[table])
      }
      for (key, row) in after where before[key] == nil { pairs[key] = Pair(old: nil, new: row) }
      if !pairs.isEmpty { changes[table] = pairs }
    }
    return changes
  }

  /// The feed's report, in the form of the true changes.
  static func changes(
    _ tables: [TableRows], from before: Truth, to after: Truth, _ format: PageFormat.Encoding
  ) -> Changes {
    var changes: Changes = [:]
    for table in tables where table.table != ChangeSet.schemaTable {
      var pairs = changes[table.table] ?? [:]
      for row in table.rows {
        let old = row.old.flatMap { record in before.shapes[table.table]?.shown(record, row.rowID, format) }
        let new = row.new.flatMap { record in after.shapes[table.table]?.shown(record, row.rowID, format) }
        for (values, isOld) in [(old, true), (new, false)] {
          guard let values else { continue }
          let count = (isOld ? before : after).shapes[table.table]?.keyCount ?? 0
          let key = row.rowID.map(RowKey.rowID) ?? .key(Array(values.prefix(count)))
          if isOld { pairs[key, default: Pair()].old = values } else { pairs[key, default: Pair()].new = values }
        }
      }
      changes[table.table] = pairs
    }
    for (table, pairs) in changes {
      let filled = pairs.compactMapValues { stored($0, before.shapes[table], after.shapes[table]) }
      changes[table] = filled.isEmpty ? nil : filled
    }
    return changes
  }
}

extension Truth.Changes {
  /// Without removed tables that another table with the same rows replaces, unless `found` has them.
  func withoutRenames(except found: Self) -> Self {
    var changes = self
    for (old, gone) in self where found[old] == nil && gone.values.allSatisfy({ $0.new == nil }) {
      let twin = changes.first { new, come in
        found[new] == nil && come.mapValues(\.new) == gone.mapValues(\.old) && come.values.allSatisfy { $0.old == nil }
      }
      guard let twin else { continue }
      changes[old] = nil
      changes[twin.key] = nil
    }
    return changes
  }
}
