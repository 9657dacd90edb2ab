// What the names in a query can mean.

import CSQLite
public import Databases

/// The names of a file from which a completion chooses.
public struct CompletionSchema: Sendable {
  /// A table or a view.
  public struct Table: Hashable, Sendable {
    /// The name, as the schema has it.
    public var name: String
    /// The names of the columns, in their order.
    public var columns: [String]
    /// Whether it is a view.
    public var isView: Bool

    /// Makes a table or a view.
    public init(_ name: String, columns: [String], isView: Bool = false) {
      (self.name, self.columns, self.isView) = (name, columns, isView)
    }
  }

  /// A name, and its bytes in lower case.
  struct Entry<Value: Sendable>: Sendable {
    let key: [UInt8]
    let value: Value

    init(_ name: String, _ value: Value) { (key, self.value) = (Array(name.lowercasedASCII.utf8), value) }
  }

  private let tables: [Entry<Table>]
  /// The columns of all tables, each name once.
  private let columns: [Entry<String>]
  private let functions: [Entry<String>]

  /// Makes a schema of tables, and of the names of functions.
  public init(tables: [Table], functions: [String]) {
    self.tables = Self.sorted(tables.map { Entry($0.name, $0) })
    var known: Set<String> = []
    columns = Self.sorted(
      tables.flatMap(\.columns).filter { known.insert($0.lowercasedASCII).inserted }.map { Entry($0, $0) })
    self.functions = Self.sorted(functions.map { Entry($0, $0) })
  }

  /// Reads the schema of the file, inside a read. A view that SQLite can't read has no columns.
  public init(_ database: Database) throws {
    var names: [(name: String, isView: Bool)] = []
    try database.internalRows(
      "SELECT name, type = 'view' FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'"
    ) { names.append(($0.text(0), $0.integer(1) != 0)) }
    let tables = try names.map { name, isView in
      var columns: [String] = []
      do {
        let sql = "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1 ORDER BY cid"
        try database.internalRows(sql, exactly: [.text(name)]) { columns.append($0.text(0)) }
      } catch let error as DatabaseError where error.primaryCode == SQLITE_ERROR {
        columns = []
      }
      return Table(name, columns: columns, isView: isView)
    }
    var functions: [String] = []
    try database.internalRows("SELECT DISTINCT lower(name) FROM pragma_function_list WHERE name GLOB '[a-zA-Z]*'") {
      functions.append($0.text(0))
    }
    self.init(tables: tables, functions: functions.filter { !QueryPolicy.refusedFunctions.contains($0) })
  }

  private static func sorted<Value>(_ entries: [Entry<Value>]) -> [Entry<Value>] {
    entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  // MARK: Look-up

  /// The index of the first entry that does not come before `key`.
  private static func start<Value>(_ entries: [Entry<Value>], of key: [UInt8]) -> Int {
    var (start, count) = (0, entries.count)
    while count > 0 {
      let half = count / 2
      if entries[start + half].key.lexicographicallyPrecedes(key) {
        (start, count) = (start + half + 1, count - half - 1)
      } else {
        count = half
      }
    }
    return start
  }

  /// The values whose names begin with `typed`, in the order of their names.
  private static func values<Value>(_ entries: [Entry<Value>], beginning typed: String) -> [Value] {
    let key = Array(typed.lowercasedASCII.utf8)
    return entries[start(entries, of: key)...].prefix { $0.key.starts(with: key) }.map(\.value)
  }

  func tables(beginning typed: String) -> [Table] { Self.values(tables, beginning: typed) }
  func columns(beginning typed: String) -> [String] { Self.values(columns, beginning: typed) }
  func functions(beginning typed: String) -> [String] { Self.values(functions, beginning: typed) }

  /// The table of a name; nil if there is none.
  func table(_ name: String) -> Table? {
    let index = Self.start(tables, of: Array(name.lowercasedASCII.utf8))
    guard index < tables.count, tables[index].value.name.isSameName(as: name) else { return nil }
    return tables[index].value
  }

  /// SQLite's keywords in capital letters, in the order of the alphabet.
  static let keywords: [String] = (0..<sqlite3_keyword_count()).compactMap { index in
    var (start, count): (UnsafePointer<CChar>?, Int32) = (nil, 0)
    guard sqlite3_keyword_name(index, &start, &count) == SQLITE_OK, let start else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }.sorted()
  static let keywordSet = Set(keywords)
}
