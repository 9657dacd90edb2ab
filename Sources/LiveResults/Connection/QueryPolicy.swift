// What a person's query may do.

import CSQLite
import Databases

/// Lets a query read the file, and nothing else, and notes what it reads and calls.
final class QueryPolicy: StatementPolicy {
  /// What the statements compiled since `begin` do.
  private(set) var tables: Set<String> = []
  private(set) var functions: Set<String> = []
  private(set) var isRecursive = false
  /// What was refused last, as a part of a sentence.
  private(set) var refused: String?

  /// Forgets what has been noted.
  func begin() {
    (tables, functions) = ([], [])
    (isRecursive, refused) = (false, nil)
  }

  /// Functions that load code, or read and write other files, in SQLite or its shell.
  static let refusedFunctions: Set<String> = [
    "load_extension", "fts3_tokenizer", "readfile", "writefile", "edit",
  ]
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
      if schema == "main", let first { tables.insert(first.lowercasedASCII) }
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
    // A module compiles such statements when it opens its table. The connection writes nothing, and a query that is
    // one itself is refused.
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: return true
    case SQLITE_ATTACH: return note(false, "ATTACH")
    case SQLITE_DETACH: return note(false, "DETACH")
    default: return note(false, "this statement")
    }
  }

  private func note(_ isAllowed: Bool, _ what: String) -> Bool {
    if !isAllowed, refused == nil { refused = what }
    return isAllowed
  }
}
