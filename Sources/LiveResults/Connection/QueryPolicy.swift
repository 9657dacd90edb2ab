// What a person's statement may do.

import CSQLite
import Databases

/// Lets a query read the file, and nothing else, and notes what it reads and calls. A statement that may write also
/// changes the file's rows and tables.
final class QueryPolicy: StatementPolicy {
  private let mayWrite: Bool
  /// What the statements compiled since `begin` do.
  private(set) var tables: Set<String> = []
  private(set) var functions: Set<String> = []
  /// A temporary table that they read, which is Almanac's own.
  private(set) var ownTable: String?
  private(set) var isRecursive = false
  /// What was refused last, as a part of a sentence.
  private(set) var refused: String?

  init(mayWrite: Bool = false) { self.mayWrite = mayWrite }

  /// Why something is refused, as the end of a sentence.
  var limit: String { mayWrite ? "a statement changes only this file" : "a query only reads the file" }

  /// Forgets what has been noted.
  func begin() {
    (tables, functions) = ([], [])
    (isRecursive, refused, ownTable) = (false, nil, nil)
  }

  /// Functions that load code, or read and write other files, in SQLite or its shell.
  static let refusedFunctions: Set<String> = [
    "load_extension", "fts3_tokenizer", "readfile", "writefile", "edit",
  ]
  /// Modules that keep their rows in this file.
  private static let modules: Set<String> = ["fts3", "fts4", "fts5", "rtree", "rtree_i32", "geopoly"]
  /// Pragmas that only report.
  private static let reports: Set<String> = [
    "collation_list", "compile_options", "data_version", "database_list", "foreign_key_check", "foreign_key_list",
    "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list", "page_count",
    "pragma_list", "quick_check", "table_info", "table_list", "table_xinfo", "freelist_count", "max_page_count",
  ]
  /// Pragmas that report without an argument, and change something with one.
  private static let settings: Set<String> = [
    "application_id", "auto_vacuum", "encoding", "page_size", "schema_version", "user_version",
  ]

  func allows(_ action: Int32, _ first: String?, _ second: String?, schema: String?) -> Bool {
    switch action {
    case SQLITE_SELECT: return true
    case SQLITE_READ:
      guard let name = first?.lowercasedASCII else { return true }
      // Without a column that is read, SQLite reports no schema that is not written.
      let isOwn = schema == "temp" || schema == nil && name == "sqlite_stat1"
      if isOwn { ownTable = name } else if schema == "main" || schema == nil { tables.insert(name) }
      return true
    case SQLITE_RECURSIVE:
      isRecursive = true
      return true
    case SQLITE_FUNCTION:
      let function = (second ?? "").lowercasedASCII
      functions.insert(function)
      return note(!Self.refusedFunctions.contains(function), "the function \(function)")
    case SQLITE_PRAGMA:
      let pragma = (first ?? "").lowercasedASCII
      let isReport = Self.reports.contains(pragma) || Self.settings.contains(pragma) && second == nil
      return note(isReport, "PRAGMA \(pragma)" + (second == nil ? "" : " with a value"))
    // A module compiles such statements when it opens its table. The connection of a query writes nothing, and a query
    // that is one itself is refused. Temporary tables are Almanac's own; SQLite's list of them changes with the schema.
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      let isOwn = schema == "temp" && first?.lowercasedASCII.hasPrefix("sqlite_temp_") != true
      return note(!mayWrite || !isOwn, "a temporary table")
    case SQLITE_CREATE_INDEX, SQLITE_CREATE_TABLE, SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VIEW, SQLITE_DROP_INDEX,
      SQLITE_DROP_TABLE, SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW, SQLITE_DROP_VTABLE, SQLITE_ALTER_TABLE, SQLITE_REINDEX,
      SQLITE_ANALYZE:
      return note(mayWrite, "this statement")
    case SQLITE_CREATE_VTABLE:
      let module = (second ?? "").lowercasedASCII
      return note(mayWrite && Self.modules.contains(module), "a table of the module \(module)")
    case SQLITE_TRANSACTION: return note(false, mayWrite ? first ?? "BEGIN" : "this statement")
    case SQLITE_SAVEPOINT: return note(false, mayWrite ? "SAVEPOINT" : "this statement")
    case SQLITE_ATTACH: return note(false, "ATTACH")
    case SQLITE_DETACH: return note(false, "DETACH")
    default: return note(false, mayWrite ? "a temporary table, index, view or trigger" : "this statement")
    }
  }

  private func note(_ isAllowed: Bool, _ what: String) -> Bool {
    if !isAllowed, refused == nil { refused = what }
    return isAllowed
  }
}
