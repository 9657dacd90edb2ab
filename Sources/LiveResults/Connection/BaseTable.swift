// A table of the file, and what names a row of it.

import Databases

/// A table whose changed rows can be put into shadow tables.
final class BaseTable {
  /// The name, as the schema has it.
  let name: String
  /// The definition from its first parenthesis on.
  let declaration: String
  let isWithoutRowID: Bool
  /// The name that means the rowid; nil if the table has none, or its columns use all three names.
  let rowIDName: String?
  /// The columns of the primary key, in its order.
  let keyColumns: [String]

  /// The name in lower case, under which its changes are reported.
  var key: String { name.lowercasedASCII }

  /// The columns that name a row; empty if SQL has no name for it.
  var identity: [String] { rowIDName.map { [$0] } ?? (isWithoutRowID ? keyColumns : []) }

  /// Reads the columns of a table. Throws `NotKept` if its definition has another form than `CREATE TABLE name(...)`.
  init(_ name: String, definition: String, isWithoutRowID: Bool, _ database: Database) throws {
    let tokens = try Tokenizer.tokens(definition)
    guard let start = tokens.firstIndex(where: { $0.upper == "(" }) else { throw NotKept("the table \(name)") }
    self.name = name
    // A table with AUTOINCREMENT would make temp.sqlite_sequence, which hides the one of the file.
    declaration = tokens[start...].filter { $0.upper != "AUTOINCREMENT" }.sql
    self.isWithoutRowID = isWithoutRowID
    var (columns, keys): ([String], [(place: Int, name: String)]) = ([], [])
    try database.internalRows("PRAGMA main.table_xinfo(\(name.quotedName))") { row in
      columns.append(row.text(1).lowercasedASCII)
      if row.integer(5) > 0 { keys.append((row.integer(5), row.text(1))) }
    }
    keyColumns = keys.sorted { $0.place < $1.place }.map(\.name)
    rowIDName = isWithoutRowID ? nil : ["rowid", "_rowid_", "oid"].first { !columns.contains($0) }
  }
}

/// A side of a change: rows that are gone, and rows that have come.
enum Sign: String, CaseIterable {
  case minus = "-"
  case plus = "+"

  var weight: Int { self == .plus ? 1 : -1 }
}

/// The tables with changed rows in their shadows, by their key, and on which sides.
typealias ChangedTables = [String: Set<Sign>]
