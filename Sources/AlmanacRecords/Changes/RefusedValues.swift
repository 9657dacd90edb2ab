// Explains why a file refused the values of a record, from SQLite's message and the table's shape.
public import Databases
import StructuredQueries

/// The reason that a constraint of a table refused values.
public struct RefusedValues: Hashable, Sendable {
  /// The column concerned; nil if there are several or none.
  public var column: String?
  /// A few words shown next to the column, or the rest of a sentence.
  public var words: String

  private init(_ column: String?, _ words: String) { (self.column, self.words) = (column, words) }

  /// Whether an error may come from a constraint of a table.
  public static func explain(_ error: any Error) -> Bool {
    error is NumberBeyond
      || (error as? DatabaseError).map { ($0.constraint ?? .trigger) != .trigger || $0.isMismatch } ?? false
  }

  /// Explains why a constraint of the table refuses `values` for a new record, or for the record with an identity. Nil
  /// if no constraint did, or one of another table. Call inside a read.
  public init?(
    _ error: any Error, of table: ListedTable, _ id: RecordID?, _ values: ExactRow, _ db: Database
  ) throws {
    if let error = error as? NumberBeyond {
      self.init(error.column, error.words)
      return
    }
    guard let error = error as? DatabaseError, let shape = try TableShape(named: table.name, db) else { return nil }
    let refused: RefusedValues?
    switch error.constraint {
    case .notNull: refused = Self.column(of: shape, "NOT NULL constraint failed: ", error).map { Self($0, "required") }
    case .unique, .primaryKey, .rowID: refused = Self.unique(shape, error)
    case .dataType: refused = Self.dataType(shape, error)
    case .foreignKey:
      let present = try id.flatMap { try table.exactRow($0, db) } ?? [:]
      refused = try Self.foreignKey(shape, present.merging(values), id, db)
    case .check: refused = try Self.check(shape, error, db)
    case .trigger, nil: refused = error.isMismatch ? Self.mismatch(shape) : nil
    }
    guard let refused else { return nil }
    self = refused
  }

  /// The column that a message names after `prefix`. Names may have dots and commas, so whole names are compared.
  private static func column(of shape: TableShape, _ prefix: String, _ error: DatabaseError) -> String? {
    shape.columns.first { error.message == "\(prefix)\(shape.name).\($0.name)" }?.name
  }

  private static func unique(_ shape: TableShape, _ error: DatabaseError) -> RefusedValues? {
    let prefix = "UNIQUE constraint failed: "
    let fitting = shape.indexes.filter { index in
      let names = index.parts.map { "\(shape.name).\($0.column ?? "")" }.joined(separator: ", ")
      return index.isUnique && [prefix + names, "\(prefix)index '\(index.name)'"].contains(error.message)
    }
    guard let index = fitting.first(where: { !$0.isPartial }) ?? fitting.first else {
      return column(of: shape, prefix, error).map { Self($0, "already taken") }
    }
    let columns = index.parts.compactMap(\.column)
    guard columns.count == index.parts.count else { return Self(nil, "another record has the same in \(index.name)") }
    if index.isPartial { return Self(nil, "another record in \(index.name) has the same \(columns.inWords)") }
    return columns.count == 1
      ? Self(columns[0], "already taken") : Self(nil, "another record has the same \(columns.inWords)")
  }

  private static func dataType(_ shape: TableShape, _ error: DatabaseError) -> RefusedValues? {
    guard
      let column = shape.columns.first(where: {
        error.message.hasSuffix(" value in \($0.declaredType.uppercased()) column \(shape.name).\($0.name)")
      })
    else { return nil }
    let taken =
      switch column.declaredType.lowercasedASCII {
      case "int", "integer": "integers"
      case "real": "numbers"
      case "blob": "blobs"
      default: "text"
      }
    return Self(column.name, "takes \(taken)")
  }

  /// Outside STRICT tables only the rowid refuses a value for its storage class.
  private static func mismatch(_ shape: TableShape) -> RefusedValues? {
    shape.columns.first { shape.identity == .rowID($0.name) }.map { Self($0.name, "takes integers") }
  }

  private static func check(_ shape: TableShape, _ error: DatabaseError, _ db: Database) throws -> RefusedValues? {
    let prefix = "CHECK constraint failed: "
    guard error.message.hasPrefix(prefix) else { return nil }
    var sql = ""
    try db.internalRows(
      "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?", exactly: [.text(shape.name)]
    ) { sql = $0.text(0) }
    let rule = CheckRule(String(error.message.dropFirst(prefix.count)), in: sql)
    let columns = shape.columns.map(\.name).filter { rule.names.contains($0.lowercasedASCII) }
    return columns.count == 1
      ? Self(columns[0], "breaks the rule \(rule.description)") : Self(nil, "it breaks the rule \(rule.description)")
  }

  private static func foreignKey(
    _ shape: TableShape, _ row: ExactRow, _ id: RecordID?, _ db: Database
  ) throws -> RefusedValues? {
    if let key = try shape.missingParents(of: row, db).first {
      let values = key.columns.map { (row[$0] ?? .null).shown }
      let words = "\(key.parent) has no \(values.joined(separator: ", "))"
      return Self(key.columns.count == 1 ? key.columns[0] : nil, words)
    }
    guard let id else { return nil }
    return try shape.recordKept(among: [id], isDeleted: false, db)?.naming.first.map {
      Self(nil, "records of \($0.table) name this one")
    }
  }
}
