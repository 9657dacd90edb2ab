// A virtual table that a module stores in tables of the file, such as a search index, and how to write its rows.

import Databases

/// A virtual table of a module that Almanac knows.
struct ModuleTable {
  /// The module. FTS3 stores its tables like FTS4.
  enum Module {
    case fts5, fts4, rtree
  }

  /// The source of a row's content.
  enum Content {
    /// A table of its own.
    case own
    /// Another table.
    case table(TableKey)
    /// None, or none that can be read.
    case unknown
  }

  let name: String
  let key: TableKey
  let module: Module
  let content: Content
  /// The columns of a row to write, after its rowid.
  let columns: [String]
  /// The name of the rowid.
  let rowIDName: String
  /// The tables that store it, by the ends of their names.
  private let kept: [String: RowShape]

  /// Reads the table's kind and shape; nil for another module. `lookingAt`: more rows to examine for whether the index has
  /// the texts of its content.
  init?(_ key: TableKey, lookingAt rowIDs: [Int] = [], _ database: Database) throws {
    var (name, sql) = ("", "")
    try database.internalRows(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
      exactly: [.text(key.name)]
    ) { (name, sql) = ($0.text(0), $0.text(1)) }
    (self.name, self.key) = (name, key)
    var kept: [String: RowShape] = [:]
    for end in ["content", "docsize", "data", "segdir", "rowid", "node"] {
      let shadow = TableKey(schema: nil, name: "\(key.name)_\(end)")
      if case .shadow(let name, _, let hasRowIDs)? = try database.schema.kind(shadow) {
        kept[end] = try RowShape(name, hasRowIDs: hasRowIDs, database)
      }
    }
    self.kept = kept
    let all = try TableShape.columns(of: name, database)
    let visible = all.filter { !$0.isHidden }.map(\.name)
    let arguments = ModuleArguments(sql)
    if kept["node"] != nil, kept["rowid"] != nil, let first = visible.first {
      (module, content, rowIDName, columns) = (.rtree, .own, first, Array(visible.dropFirst()))
    } else if kept["data"] != nil {
      module = .fts5
      (rowIDName, columns) = ("rowid", visible)
      content = kept["content"] != nil ? .own : try Self.content(name, columns, arguments, kept, rowIDs, database)
    } else if kept["segdir"] != nil {
      module = .fts4
      rowIDName = "docid"
      let language =
        kept["content"].map { $0.columns.count > visible.count + 1 } == true ? all.last.map { [$0.name] } : []
      columns = visible + (language ?? [])
      let isCompressed = arguments["compress"] != nil || arguments["uncompress"] != nil
      content =
        isCompressed
        ? .unknown : kept["content"] != nil ? .own : try Self.content(name, visible, arguments, kept, rowIDs, database)
    } else {
      return nil
    }
  }

  /// The source of content for an index without its own. The table of sizes lists the rows of the index. If a program
  /// indexes other texts than the content, the source is unknown.
  private static func content(
    _ name: String, _ columns: [String], _ arguments: ModuleArguments, _ kept: [String: RowShape], _ rowIDs: [Int],
    _ database: Database
  ) throws -> Content {
    let indexed = columns.filter { !arguments.isUnindexed($0) }
    guard let table = arguments["content"], !table.isEmpty, let sizes = kept["docsize"],
      try IndexedTexts(index: name, indexed, sizes: sizes.table, database).areContent(of: rowIDs)
    else { return .unknown }
    return .table(TableKey(schema: nil, name: table))
  }

  /// Whether the content of its rows can always be read.
  var keepsContent: Bool { if case .unknown = content { false } else { true } }

  /// Whether another table has its content.
  var hasContentElsewhere: Bool { if case .table = content { true } else { false } }

  // MARK: Its rows in a log

  /// A row that a write added, changed or deleted: the values of `columns` before and after.
  struct Row {
    let id: Int
    let before: [ExactValue]?
    let after: [ExactValue]?
  }

  /// The rows that a log has changed; nil if they can't be determined.
  func rows(of log: ChangeLog, _ database: Database) throws -> [Row]? {
    switch (module, content) {
    case (.rtree, _): try cells(of: log, database)
    case (_, .own): changes(of: "content", log).map { contentRow($0) }
    case (_, .table(let table)): try externalRows(of: log, table, database)
    case (_, .unknown): nil
    }
  }

  private func changes(of end: String, _ log: ChangeLog) -> [RowChange] {
    guard let shape = kept[end] else { return [] }
    let key = TableKey(schema: nil, name: shape.table)
    return log.moduleRows.filter { $0.key == key }
  }

  /// The first column is the rowid; the others are those of the table.
  private func contentRow(_ change: RowChange) -> Row {
    Row(
      id: change.id.rowID ?? 0, before: change.before.map { Array($0.values.dropFirst()) },
      after: change.after.map { Array($0.values.dropFirst()) })
  }

  private func externalRows(of log: ChangeLog, _ table: TableKey, _ database: Database) throws -> [Row]? {
    guard case .table(let name, let hasRowIDs)? = try database.schema.kind(table) else { return nil }
    let shape = try RowShape(name, hasRowIDs: hasRowIDs, database)
    let places = columns.map { column in shape.columns.first { $0.isSameName(as: column) } }
    guard places.allSatisfy({ $0 != nil }) else { return nil }
    func values(_ row: ExactRow?) -> [ExactValue]? { row.map { row in places.map { row[$0 ?? ""] ?? .null } } }
    var changes: [RecordID: RowChange] = [:]
    for change in log.rows where change.key == table { changes[change.id] = change }
    return try self.changes(of: "docsize", log).map { size -> Row? in
      let change = changes[size.id]
      // A row of the content that the write did not touch is unchanged.
      let present = change == nil ? values(try shape.row(size.id, database)) : nil
      let before = size.before == nil ? nil : change.map { values($0.before) } ?? present
      let after = size.after == nil ? nil : change.map { values($0.after) } ?? present
      guard (before != nil) == (size.before != nil), (after != nil) == (size.after != nil) else { return nil }
      return Row(id: size.id.rowID ?? 0, before: before, after: after)
    }.allOrNone
  }

  // MARK: Writing

  /// Whether the row is as in the log before the change.
  func isBefore(_ row: Row, _ database: Database) throws -> Bool {
    let names = columns.map(\.quotedName).joined(separator: ", ")
    switch content {
    case .own:
      var present: [ExactValue]?
      if module == .rtree {
        try database.internalRows(
          "SELECT \(names) FROM \(name.quotedTable) WHERE \(rowIDName.quotedName) = ?", exactly: [.integer(row.id)]
        ) { statement in present = columns.indices.map { statement.exactValue(Int32($0)) } }
      } else {
        present = try kept["content"]?.row(.rowID(row.id), database).map { Array($0.values.dropFirst()) }
      }
      return present == row.before
    case .table:
      return try (kept["docsize"]?.row(.rowID(row.id), database) != nil) == (row.before != nil)
    case .unknown: return false
    }
  }

  /// Removes the former rows. An index with external content reads it there, so the content must still be the former
  /// one.
  func remove(_ rows: [Row], _ database: Database) throws {
    for row in rows {
      guard let before = row.before, row.after != before else { continue }
      if module == .fts5, case .table = content {
        let names = ([name, rowIDName] + columns).map(\.quotedName).joined(separator: ", ")
        try insert(names, [.text("delete"), .integer(row.id)] + before, database)
      } else {
        try database.internalRows(
          "DELETE FROM \(name.quotedTable) WHERE \(rowIDName.quotedName) = ?", exactly: [.integer(row.id)]
        ) { _ in }
      }
    }
  }

  /// Adds the new rows. `moved`: the new rowids of rows.
  func add(_ rows: [Row], moved: [Int: Int], _ database: Database) throws {
    let names = ([rowIDName] + columns).map(\.quotedName).joined(separator: ", ")
    for row in rows {
      guard let after = row.after, row.before != after else { continue }
      try insert(names, [.integer(moved[row.id] ?? row.id)] + after, database)
    }
  }

  private func insert(_ names: String, _ values: [ExactValue], _ database: Database) throws {
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try database.internalRows("INSERT INTO \(name.quotedTable)(\(names)) VALUES (\(marks))", exactly: values) { _ in }
  }

  // MARK: R*Tree

  /// The rows of an R*Tree. Each names the node whose cell has the coordinates; further columns are in the row.
  private func cells(of log: ChangeLog, _ database: Database) throws -> [Row]? {
    let types = try TableShape.columns(of: name, database).dropFirst().map(\.declaredType)
    let more = max(0, (kept["rowid"]?.columns.count ?? 2) - 2)
    let count = columns.count - more
    guard count > 0, count % 2 == 0, types.count >= count else { return nil }
    let isInteger = types.first?.lowercasedASCII == "int"
    var nodes: [Int: RowChange] = [:]
    for change in changes(of: "node", log) { if let id = change.id.rowID { nodes[id] = change } }
    func values(_ row: ExactRow?, _ id: Int, _ blob: (RowChange) -> ExactRow?) -> [ExactValue]? {
      // In a node that the write did not touch, the cell is the same before and after.
      guard let row, case .integer(let node)? = row["nodeno"], let change = nodes[node],
        case .blob(let bytes)? = blob(change)?["data"]
      else { return nil }
      return Self.cell(of: id, in: bytes, count, isInteger: isInteger).map { $0 + row.values.dropFirst(2) }
    }
    return changes(of: "rowid", log).map { change -> Row? in
      let id = change.id.rowID ?? 0
      let row = Row(id: id, before: values(change.before, id, \.before), after: values(change.after, id, \.after))
      if change.before == change.after, row.before == nil || row.after == nil {
        return Row(id: id, before: nil, after: nil)
      }
      guard (row.before != nil) == (change.before != nil), (row.after != nil) == (change.after != nil) else {
        return nil
      }
      return row
    }.allOrNone
  }

  /// The coordinates of a row. After four bytes a node has cells, each with a number of eight bytes and the
  /// coordinates.
  private static func cell(of id: Int, in node: [UInt8], _ count: Int, isInteger: Bool) -> [ExactValue]? {
    func number(at place: Int, _ size: Int) -> UInt64 { node[place..<place + size].reduce(0) { $0 << 8 | UInt64($1) } }
    let size = 8 + 4 * count
    guard node.count >= 4 else { return nil }
    for place in 0..<Int(number(at: 2, 2)) {
      let start = 4 + place * size
      guard start + size <= node.count else { return nil }
      guard Int(bitPattern: UInt(number(at: start, 8))) == id else { continue }
      return (0..<count).map { place in
        let bits = UInt32(number(at: start + 8 + 4 * place, 4))
        return isInteger ? .integer(Int(Int32(bitPattern: bits))) : .real(Double(Float(bitPattern: bits)))
      }
    }
    return nil
  }
}

extension Array where Element == ModuleTable.Row? {
  /// All elements; nil if one is missing.
  fileprivate var allOrNone: [ModuleTable.Row]? {
    let rows = compactMap(\.self)
    return rows.count == count ? rows : nil
  }
}

/// The named arguments of `CREATE VIRTUAL TABLE`, and the columns that it does not index.
private struct ModuleArguments {
  private var values: [String: String] = [:]
  private var unindexed: [String] = []

  subscript(name: String) -> String? { values[name] }

  /// Whether a search index only keeps a column: `name UNINDEXED` of FTS5, `notindexed=name` of FTS4.
  func isUnindexed(_ column: String) -> Bool { unindexed.contains { $0.isSameName(as: column) } }

  init(_ sql: String) {
    var (depth, quote): (Int, Character?) = (0, nil)
    var part = ""
    for character in sql {
      if let open = quote {
        if character == (open == "[" ? "]" : open) { quote = nil }
        if depth > 0 { part.append(character) }
        continue
      }
      if "\"'`[".contains(character) { quote = character }
      if character == ")" { depth -= 1 }
      if depth == 1, character == "," {
        add(part)
        part = ""
      } else if depth == 0, character == ")" {
        add(part)
        part = ""
      } else if depth > 0 {
        part.append(character)
      }
      if character == "(" { depth += 1 }
    }
  }

  private mutating func add(_ part: String) {
    let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).trimmedOfWhitespace }
    guard sides.count == 2 else {
      let option = "UNINDEXED"
      guard sides[0].count > option.count, String(sides[0].suffix(option.count)).isSameName(as: option) else { return }
      return unindexed.append(Self.unquoted(String(sides[0].dropLast(option.count)).trimmedOfWhitespace))
    }
    let (name, value) = (sides[0].lowercasedASCII, Self.unquoted(sides[1]))
    if name == "notindexed" { unindexed.append(value) } else { values[name] = value }
  }

  private static func unquoted(_ text: String) -> String {
    guard let first = text.first, "\"'`[".contains(first), text.count > 1 else { return text }
    return String(text.dropFirst().dropLast())
  }
}
